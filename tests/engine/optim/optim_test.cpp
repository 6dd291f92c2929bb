// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/clip.h"
#include "engine/optim/optimiser.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace loomscope {

namespace {

/// w = [1, −2], bias = [0.5], words = 3 rows of two ones.
ParameterStore smallStore() {
    using Kind = Initializer::Kind;
    ParameterStore store;
    const auto w = store.values(store.add("w", Shape{2}, {.kind = Kind::kZero}, 1));
    w[0] = 1.0F;
    w[1] = -2.0F;
    const ParameterId bias = store.add("bias", Shape{1}, {.kind = Kind::kConstant, .a = 0.5F}, 1);
    store.parameter(bias).isDecayed = false;
    store.add("words", Shape{3, 2}, {.kind = Kind::kConstant, .a = 1.0F}, 1, ParameterKind::kTable);
    return store;
}

/// Gradients: w [0.5, −1], bias [2], row 1 of the words [4, 0].
void setGradients(ParameterStore& store) {
    store.clearGradients();
    store.gradient(store.find("w"))[0] = 0.5F;
    store.gradient(store.find("w"))[1] = -1.0F;
    store.gradient(store.find("bias"))[0] = 2.0F;
    store.gradient(store.find("words"))[2] = 4.0F;
    store.touchRow(store.find("words"), 1);
}

bool areNear(std::span<const float> values, std::initializer_list<double> expected) {
    return std::equal(values.begin(), values.end(), expected.begin(), expected.end(),
                      [](float value, double e) { return std::abs(value - e) < 1e-6; });
}

void stepOnce(Optimiser& optimiser, ParameterStore& store, const StepInfo& info) {
    setGradients(store);
    optimiser.step(store, UpdatePlan(store), info);
}

/// A store large enough for many chunks, with irregular sizes and random gradients.
ParameterStore largeStore() {
    ParameterStore store;
    store.add("dense", Shape{331, 257}, {.kind = Initializer::Kind::kNormal}, 1);
    const ParameterId table =
        store.add("table", Shape{900, 37}, {.kind = Initializer::Kind::kNormal}, 1, ParameterKind::kTable);
    Rng rng(2);
    for (float& gradient : store.gradients()) {
        gradient = static_cast<float>(rng.normal());
    }
    for (int i = 0; i < 2000; ++i) {
        store.touchRow(table, static_cast<std::int32_t>(rng.below(900)));
    }
    return store;
}

}  // namespace

class OptimTest : public QObject {
    Q_OBJECT

private slots:
    void sgdMovesAgainstTheGradient();
    void adagradDividesByTheRootOfSquares();
    void adamFollowsItsMoments();
    void equationsHold_data();
    void equationsHold();
    void tablesAreUpdatedExactly_data() { bitsDoNotDependOnThreads_data(); }
    void tablesAreUpdatedExactly();
    void rowsAtRestStayWithoutMomentum();
    void exponentiatedGradientMovesEitherSign();
    void rateFactorsAndScalesApply();
    void normCountsDenseAndTouchedAlone();
    void clippingLimitsTheNorm();
    void bitsDoNotDependOnThreads_data();
    void bitsDoNotDependOnThreads();
    void restoredStateGoesOnAlike();
    void unknownNamesAreNamed();
};

void OptimTest::sgdMovesAgainstTheGradient() {
    ParameterStore store = smallStore();
    const auto sgd = *makeOptimiser("sgd", store);
    stepOnce(*sgd, store, {.rate = 0.1F, .l2 = 0.5F});
    // Gradients with L2: w [0.5 + 0.5, −1 − 1]; the bias is not decayed.
    QVERIFY(areNear(store.values(store.find("w")), {0.9, -1.8}));
    QVERIFY(areNear(store.values(store.find("bias")), {0.3}));
    QVERIFY(areNear(store.values(store.find("words")), {1, 1, 1 - 0.45, 1 - 0.05, 1, 1}));
}

void OptimTest::adagradDividesByTheRootOfSquares() {
    ParameterStore store = smallStore();
    const auto adagrad = *makeOptimiser("adagrad", store);
    stepOnce(*adagrad, store, {.rate = 0.1F});
    // In the first step each element with a gradient moves by the whole rate.
    QVERIFY(areNear(store.values(), {0.9, -1.9, 0.4, 1, 1, 0.9, 1, 1, 1}));
    stepOnce(*adagrad, store, {.rate = 0.1F});
    const double second = 0.1 / std::sqrt(2.0);
    QVERIFY(
        areNear(store.values(), {0.9 - second, -1.9 + second, 0.4 - second, 1, 1, 0.9 - second, 1, 1, 1}));
    QCOMPARE(adagrad->state()[0].values[1], 2.0F);
}

void OptimTest::adamFollowsItsMoments() {
    ParameterStore store = smallStore();
    const auto adam = *makeOptimiser("adam", store);
    double m = 0;
    double v = 0;
    double w = 1.0;
    for (int step = 1; step <= 3; ++step) {
        stepOnce(*adam, store, {.rate = 0.01F, .gradientScale = static_cast<float>(step)});
        const double g = 0.5 * step;
        m = 0.9 * m + 0.1 * g;
        v = 0.999 * v + 0.001 * g * g;
        w -= 0.01 * (m / (1 - std::pow(0.9, step))) / (std::sqrt(v / (1 - std::pow(0.999, step))) + 1e-8);
        QVERIFY(std::abs(store.values()[0] - w) < 1e-6);
    }
    QCOMPARE(adam->numSteps(), 3);
}

void OptimTest::equationsHold_data() {
    QTest::addColumn<QString>("name");
    for (const char* name : {"momentum", "nesterov", "rmsprop", "adadelta", "amsgrad", "adamw", "eg"}) {
        QTest::newRow(name) << QString(name);
    }
}

/// One weight by the published equations in double, over gradients that change size and sign.
void OptimTest::equationsHold() {
    QFETCH(const QString, name);
    constexpr double kRate = 0.02;
    constexpr double kDecay = 0.1;
    const std::array<double, 5> scales{1, -3, 0, 2, 0.01};
    ParameterStore store = smallStore();
    const auto optimiser = *makeOptimiser(name.toStdString(), store);
    double w = 1.0;
    double a = 0;
    double b = 0;
    double largest = 0;
    for (int t = 1; t <= 5; ++t) {
        const double scale = scales[static_cast<std::size_t>(t - 1)];
        stepOnce(*optimiser, store,
                 {.rate = kRate, .gradientScale = static_cast<float>(scale), .l2 = kDecay});
        const double g = 0.5 * scale + (name == "adamw" ? 0 : kDecay * w);
        if (name == "momentum" || name == "nesterov") {
            a = 0.9 * a - kRate * g;
            w += name == "momentum" ? a : 0.9 * a - kRate * g;
        } else if (name == "rmsprop") {
            a = 0.95 * a + 0.05 * g * g;
            w -= kRate * g / std::sqrt(a + 1e-8);
        } else if (name == "adadelta") {
            a = 0.95 * a + 0.05 * g * g;
            const double change = g * std::sqrt(b + 1e-6) / std::sqrt(a + 1e-6);
            b = 0.95 * b + 0.05 * change * change;
            w -= kRate * change;
        } else if (name == "eg") {
            w *= std::exp(-kRate * g);
        } else {
            a = 0.9 * a + 0.1 * g;
            b = 0.999 * b + 0.001 * g * g;
            const double second = b / (1 - std::pow(0.999, t));
            largest = name == "amsgrad" ? std::max(largest, second) : second;
            w -= (name == "adamw" ? kRate * kDecay * w : 0) +
                 kRate * a / (1 - std::pow(0.9, t)) / (std::sqrt(largest) + 1e-8);
        }
        QVERIFY2(std::abs(store.values()[0] - w) < 2e-6, qPrintable(QString::number(store.values()[0] - w)));
    }
}

/// A table of which few rows have a gradient in a step, against the same numbers updated whole, to the bit;
/// with and without decay, with rates that change, long enough for moments to vanish.
void OptimTest::tablesAreUpdatedExactly() {
    QFETCH(const QString, name);
    constexpr std::int64_t kRows = 40;
    for (const float l2 : {0.0F, 1e-3F}) {
        const auto make = [](ParameterKind kind) {
            ParameterStore store;
            store.add("table", Shape{kRows, 5}, {.kind = Initializer::Kind::kNormal}, 1, kind);
            return store;
        };
        ParameterStore sparse = make(ParameterKind::kTable);
        ParameterStore dense = make(ParameterKind::kDense);
        const auto lazy = *makeOptimiser(name.toStdString(), sparse);
        const auto eager = *makeOptimiser(name.toStdString(), dense);
        ThreadPool pool(2);
        Rng rng(5);
        for (int step = 1; step <= 1200; ++step) {
            dense.clearGradients();
            sparse.clearGradients();
            // Half of the rows are touched in the first hundred steps alone.
            const auto row = static_cast<std::int32_t>(rng.below(step < 100 ? kRows : kRows / 2));
            sparse.touchRow(ParameterId(0), row);
            lazy->catchUp(sparse, UpdatePlan(sparse), &pool);
            for (std::size_t i = 0; i < 5; ++i) {
                const std::size_t place = static_cast<std::size_t>(row) * 5 + i;
                QCOMPARE(sparse.values()[place], dense.values()[place]);
                const auto gradient = static_cast<float>(rng.normal());
                sparse.gradients()[place] = gradient;
                dense.gradients()[place] = gradient;
            }
            const StepInfo info{.rate = 0.01F / static_cast<float>(step), .gradientScale = 0.5F, .l2 = l2};
            lazy->step(sparse, UpdatePlan(sparse), info);
            eager->step(dense, UpdatePlan(dense), info);
        }
        lazy->catchUpAll(sparse, &pool);
        QVERIFY(std::ranges::equal(sparse.values(), dense.values()));
        for (std::size_t i = 0; i < lazy->state().size(); ++i) {
            QVERIFY(std::ranges::equal(lazy->state()[i].values, eager->state()[i].values));
        }
    }
}

void OptimTest::rowsAtRestStayWithoutMomentum() {
    for (const std::string_view name : {"sgd", "adagrad", "eg", "rmsprop", "adadelta"}) {
        ParameterStore store = smallStore();
        const auto optimiser = *makeOptimiser(name, store);
        stepOnce(*optimiser, store, {.rate = 0.1F});
        optimiser->catchUpAll(store, nullptr);
        const auto words = store.values(store.find("words"));
        QVERIFY(areNear(words.first(2), {1, 1}) && areNear(words.last(2), {1, 1}));
        QVERIFY(words[2] < 1.0F);
    }
}

void OptimTest::exponentiatedGradientMovesEitherSign() {
    ParameterStore store = smallStore();
    const auto eg = *makeOptimiser("eg", store);
    stepOnce(*eg, store, {.rate = 0.1F});
    // w [1, −2] with gradients [0.5, −1]: both against the gradient.
    QVERIFY(areNear(store.values(store.find("w")), {std::exp(-0.05), -2 * std::exp(-0.1)}));
}

void OptimTest::rateFactorsAndScalesApply() {
    ParameterStore store = smallStore();
    store.parameter(store.find("words")).rateFactor = 2.0F;
    const auto sgd = *makeOptimiser("sgd", store);
    stepOnce(*sgd, store, {.rate = 0.1F, .gradientScale = 0.5F});
    QVERIFY(areNear(store.values(), {0.975, -1.95, 0.4, 1, 1, 0.6, 1, 1, 1}));
}

void OptimTest::normCountsDenseAndTouchedAlone() {
    ParameterStore store = smallStore();
    setGradients(store);
    store.gradient(store.find("words"))[0] = 100.0F;
    QVERIFY(std::abs(gradientNorm(store, UpdatePlan(store)) - std::sqrt(0.25 + 1 + 4 + 16)) < 1e-9);
    store.gradient(store.find("w"))[0] = std::numeric_limits<float>::quiet_NaN();
    QVERIFY(!std::isfinite(gradientNorm(store, UpdatePlan(store))));
    const ParameterStore empty;
    QCOMPARE(gradientNorm(empty, UpdatePlan(empty)), 0.0);
}

void OptimTest::clippingLimitsTheNorm() {
    QCOMPARE(clipFactor(10.0, 5.0), 0.5F);
    QCOMPARE(clipFactor(4.0, 5.0), 1.0F);
    QCOMPARE(clipFactor(10.0, 0.0), 1.0F);
}

void OptimTest::bitsDoNotDependOnThreads_data() {
    QTest::addColumn<QString>("name");
    for (const std::string_view name : optimiserNames()) {
        QTest::newRow(std::string(name).c_str())
            << QString::fromUtf8(name.data(), static_cast<int>(name.size()));
    }
}

void OptimTest::bitsDoNotDependOnThreads() {
    QFETCH(const QString, name);
    std::vector<float> alone;
    double normAlone = 0;
    for (const int threads : {1, 2, 3}) {
        ParameterStore store = largeStore();
        const UpdatePlan plan(store);
        QVERIFY(plan.numChunks() > 6);
        ThreadPool pool(threads);
        const auto optimiser = *makeOptimiser(name.toStdString(), store);
        const double norm = gradientNorm(store, plan, &pool);
        for (int step = 0; step < 3; ++step) {
            optimiser->step(store, plan, {.rate = 0.01F, .l2 = 1e-3F, .pool = &pool});
        }
        const auto values = store.values();
        if (threads == 1) {
            alone.assign(values.begin(), values.end());
            normAlone = norm;
        }
        QCOMPARE(std::memcmp(alone.data(), values.data(), values.size_bytes()), 0);
        QCOMPARE(std::bit_cast<std::uint64_t>(norm), std::bit_cast<std::uint64_t>(normAlone));
    }
}

void OptimTest::restoredStateGoesOnAlike() {
    for (const std::string_view name : optimiserNames()) {
        ParameterStore store = smallStore();
        const auto first = *makeOptimiser(name, store);
        stepOnce(*first, store, {.rate = 0.1F});
        ParameterStore copy = store;
        const auto second = *makeOptimiser(name, copy);
        QVERIFY(second->restore(first->numSteps(), first->state()).has_value());
        stepOnce(*first, store, {.rate = 0.1F});
        stepOnce(*second, copy, {.rate = 0.1F});
        QVERIFY(std::ranges::equal(store.values(), copy.values()));
    }
    const ParameterStore store = smallStore();
    QCOMPARE(
        (*makeOptimiser("adam", store))->restore(1, (*makeOptimiser("adagrad", store))->state()).error().code,
        ErrorCode::kShape);
}

void OptimTest::unknownNamesAreNamed() {
    const auto made = makeOptimiser("nothing", smallStore());
    QVERIFY(!made);
    QVERIFY(made.error().message.starts_with("no optimiser 'nothing'; known are sgd, momentum,"));
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::OptimTest)
#include "optim_test.moc"
