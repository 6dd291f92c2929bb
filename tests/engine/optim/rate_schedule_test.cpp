// SPDX-License-Identifier: GPL-3.0-or-later
// Rates by schedule, and averages of weights.
#include "engine/optim/rate_schedule.h"
#include "engine/optim/weight_average.h"

#include <QTest>

#include <cmath>
#include <vector>

namespace loomscope {

class RateScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void factors_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<int>("step");
        QTest::addColumn<double>("factor");
        // Ten steps an epoch, six epochs; every two epochs; least 0.1; decay 0.5.
        QTest::newRow("constant") << "constant" << 57 << 1.0;
        QTest::newRow("step, before") << "step" << 20 << 1.0;
        QTest::newRow("step, after") << "step" << 21 << 0.5;
        QTest::newRow("step, twice") << "step" << 60 << 0.25;
        QTest::newRow("cosine, first") << "cosine" << 1 << 1.0;
        QTest::newRow("cosine, half") << "cosine" << 31 << 0.55;
        QTest::newRow("cosine, third") << "cosine" << 21 << 0.1 + 0.9 * 0.75;
        QTest::newRow("cosine, beyond") << "cosine" << 99 << 0.1;
        QTest::newRow("cyclical, first") << "cyclical" << 1 << 0.1;
        QTest::newRow("cyclical, quarter") << "cyclical" << 11 << 0.55;
        QTest::newRow("cyclical, top") << "cyclical" << 21 << 1.0;
        QTest::newRow("cyclical, down") << "cyclical" << 31 << 0.55;
        QTest::newRow("cyclical, again") << "cyclical" << 41 << 0.1;
        QTest::newRow("plateau") << "plateau" << 3 << 0.125;
    }
    void factors() {
        QFETCH(const QString, kind);
        QFETCH(const int, step);
        QFETCH(const double, factor);
        RateSchedule schedule{.kind = kind.toStdString(), .decay = 0.5, .every = 2, .least = 0.1};
        const RatePosition position{.step = step, .stepsPerEpoch = 10, .epochs = 6, .plateaus = 3};
        QVERIFY(std::abs(rateFactor(schedule, position) - factor) < 1e-12);
        schedule.warmup = 100;
        QVERIFY(std::abs(rateFactor(schedule, position) - factor * step / 100) < 1e-12);
        schedule.warmup = step;
        QVERIFY(std::abs(rateFactor(schedule, position) - factor) < 1e-12);
    }

    void averages() {
        ParameterStore store;
        const auto values = store.values(store.add("w", Shape{2}, {.kind = Initializer::Kind::kZero}, 1));
        WeightAverage mean(1.0);
        WeightAverage moving(0.5);
        mean.swapWith(store);
        QCOMPARE(values[0], 0.0F);  // no step yet
        double exact = 0;
        for (int step = 0; step < 40; ++step) {
            values[0] = static_cast<float>(step);
            mean.add(store, nullptr);
            moving.add(store, nullptr);
            const double keep = std::min(0.5, step / (step + 9.0));
            exact = step == 0 ? 0 : keep * exact + (1 - keep) * step;
        }
        mean.swapWith(store);
        QVERIFY(std::abs(values[0] - 19.5F) < 1e-4);
        mean.swapWith(store);
        QCOMPARE(values[0], 39.0F);
        moving.swapWith(store);
        QVERIFY(std::abs(values[0] - exact) < 1e-4);
    }

    void averagesDoNotDependOnThreads() {
        ParameterStore store;
        const ParameterId id =
            store.add("w", Shape{500, 401}, {.kind = Initializer::Kind::kNormal, .a = 1.0F}, 1);
        std::vector<float> alone;
        for (const int threads : {1, 3}) {
            ThreadPool pool(threads);
            ParameterStore copy = store;
            WeightAverage average(0.9);
            for (int step = 0; step < 3; ++step) {
                average.add(copy, &pool);
                for (float& value : copy.values(id)) {
                    value *= 1.1F;
                }
            }
            average.swapWith(copy);
            const auto values = copy.values(id);
            if (threads == 1) {
                alone.assign(values.begin(), values.end());
            }
            QVERIFY(std::ranges::equal(alone, values));
        }
    }
};

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::RateScheduleTest)
#include "rate_schedule_test.moc"
