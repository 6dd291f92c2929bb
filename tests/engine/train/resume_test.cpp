// SPDX-License-Identifier: GPL-3.0-or-later
// A run that goes on where it stopped is the run that never stopped.
#include "engine/train/default_config.h"
#include "engine/train/trainer.h"
#include "engine/train/training_state.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace loomscope {

namespace {

/// What a run came to: everything that must not differ.
struct Trace {
    std::map<std::int64_t, std::uint64_t> digests;         ///< by step
    std::map<int, std::map<std::string, double>> metrics;  ///< by epoch
    std::map<int, double> losses;
    std::map<std::string, double> test;
    std::vector<std::byte> state;  ///< the last that was kept
    std::string error;
    std::optional<std::int64_t> resumedAt;
};

/// Trains, or goes on, and adds to `trace`; stops after step `last`, if that is not 0.
void runInto(Trace& trace, const RunConfig& config, std::int64_t last) {
    TrainControl control;
    const RunObserver observe = [&](const RunEvent& event) {
        if (const auto* step = std::get_if<StepDone>(&event)) {
            trace.digests[step->step] = step->digest;
            if (step->step == last) {
                control.requestStop();
            }
        } else if (const auto* epoch = std::get_if<EpochDone>(&event)) {
            trace.metrics[epoch->epoch] = epoch->devMetrics;
            trace.losses[epoch->epoch] = epoch->trainLoss;
        } else if (const auto* test = std::get_if<TestDone>(&event)) {
            trace.test = test->metrics;
        } else if (const auto* state = std::get_if<StateReady>(&event)) {
            trace.state = *state->file;
        } else if (const auto* started = std::get_if<RunStarted>(&event)) {
            trace.resumedAt = started->resumedAt;
        }
    };
    const auto result = trace.state.empty()
                            ? train(config, control, observe)
                            : resumeTraining(config, *decodeState(trace.state), control, observe);
    trace.error = result ? "" : result.error().text();
}

RunConfig smallConfig() {
    RunConfig config = defaultConfig("tree-lstm");
    config.data.train = "synthetic:sentiment?n=110&dev=30&test=30&seed=1";
    config.modelOptions = {{"hidden", 12}, {"embed", 12}, {"dropout", 0.2}};
    config.optimiser.name = "adam";
    config.optimiser.rate = 0.01;
    config.optimiser.embeddingRate = 0.02;
    config.optimiser.l2 = 1e-4;
    config.train.epochs = 4;
    config.train.batch = 25;
    return config;
}

void compare(const Trace& resumed, const Trace& whole) {
    QCOMPARE(resumed.error, std::string());
    QVERIFY(resumed.digests == whole.digests);
    QVERIFY(resumed.metrics == whole.metrics);
    QVERIFY(resumed.losses == whole.losses);
    QVERIFY(!whole.test.empty() && resumed.test == whole.test);
}

}  // namespace

class ResumeTest : public QObject {
    Q_OBJECT

private slots:
    void goesOnToTheBit_data() {
        QTest::addColumn<QString>("optimiser");
        QTest::addColumn<QString>("schedule");
        QTest::addColumn<double>("average");
        QTest::newRow("adam") << "adam"
                              << "constant" << 0.0;
        QTest::newRow("momentum, plateau") << "momentum"
                                           << "plateau" << 0.0;
        QTest::newRow("adagrad, averaged") << "adagrad"
                                           << "cosine" << 0.9;
        QTest::newRow("amsgrad, mean") << "amsgrad"
                                       << "cyclical" << 1.0;
        QTest::newRow("sgd, step") << "sgd"
                                   << "step" << 0.0;
    }

    /// Stopped in the middle of an epoch, and at its very end, before the evaluation.
    void goesOnToTheBit() {
        QFETCH(const QString, optimiser);
        QFETCH(const QString, schedule);
        QFETCH(const double, average);
        RunConfig config = smallConfig();
        config.optimiser.name = optimiser.toStdString();
        config.optimiser.schedule = {.kind = schedule.toStdString(), .warmup = 3, .every = 1};
        config.optimiser.average = average;
        Trace whole;
        runInto(whole, config, 0);
        QCOMPARE(whole.digests.size(), std::size_t{20});
        Trace resumed;
        runInto(resumed, config, 7);
        QCOMPARE(resumed.digests.size(), std::size_t{7});
        config.engine.threads = 2;
        runInto(resumed, config, 15);
        QCOMPARE(*resumed.resumedAt, 7);
        runInto(resumed, config, 0);
        QCOMPARE(*resumed.resumedAt, 15);
        compare(resumed, whole);
    }

    void finishedRunsTakeMoreEpochs() {
        RunConfig config = smallConfig();
        Trace whole;
        runInto(whole, config, 0);
        config.train.epochs = 2;
        Trace resumed;
        runInto(resumed, config, 0);
        runInto(resumed, config, 0);
        QVERIFY2(resumed.error.find("has done its 2 epochs; ask for more epochs") != std::string::npos,
                 resumed.error.c_str());
        config.train.epochs = 4;
        runInto(resumed, config, 0);
        compare(resumed, whole);
    }

    void statesAreReadBack() {
        TrainingState state;
        state.progress.epoch = 3;
        state.progress.digest = 0xFFFF'FFFF'FFFF'FFFE;
        state.progress.epochLoss = 0.1 + 0.2;
        state.progress.metric = "root_accuracy";
        state.progress.best = 1.0 / 3;
        state.progress.seconds = 1e-9;
        state.dataHash = "abc";
        state.optimiserSteps = 12;
        state.tensors.push_back({.name = "weights", .shape = Shape{2}, .values = {1, 2}});
        const auto bytes = encodeState(state);
        const auto again = decodeState(bytes);
        QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
        QVERIFY(again->progress == state.progress && again->dataHash == state.dataHash);
        QVERIFY(again->tensors == state.tensors && again->optimiserSteps == 12);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            QVERIFY(!decodeState(std::span(bytes).first(size)));
        }
        const auto other = decodeState(encodeTensors({}));
        QVERIFY(!other &&
                other.error().message.starts_with("it is not the state of a run: 'epoch' is missing"));
    }

    void whatDoesNotFitIsRefused() {
        Trace trace;
        RunConfig config = smallConfig();
        runInto(trace, config, 3);
        const std::vector<std::byte> state = trace.state;
        const auto errorOf = [&](const RunConfig& changed) {
            trace.state = state;
            runInto(trace, changed, 0);
            return QString::fromStdString(trace.error);
        };
        RunConfig changed = config;
        changed.data.train = "synthetic:sentiment?n=111&dev=30&test=30&seed=1";
        QVERIFY(errorOf(changed).startsWith("the data of the run has changed since it stopped"));
        changed = config;
        changed.modelOptions["hidden"] = 13;
        QVERIFY(errorOf(changed).contains("no fitting weights"));
        changed = config;
        changed.optimiser.name = "rmsprop";
        QVERIFY(errorOf(changed).contains("no fitting mean_square"));
    }
};

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ResumeTest)
#include "resume_test.moc"
