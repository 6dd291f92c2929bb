// SPDX-License-Identifier: GPL-3.0-or-later
// Whole training runs on small data.
#include "engine/params/safetensors.h"
#include "engine/train/default_config.h"
#include "engine/train/minibatch.h"
#include "engine/train/predictor.h"
#include "engine/train/run_data.h"
#include "engine/train/trainer.h"
#include "tests/support/example_data.h"
#include "tests/support/temporary_directory.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace loomscope {

namespace {

/// A run and all it said.
struct Recorded {
    std::vector<RunEvent> events;
    RunResult result;
    std::string error;

    template <class Event>
    [[nodiscard]] std::vector<Event> all() const {
        std::vector<Event> found;
        for (const RunEvent& event : events) {
            if (const auto* one = std::get_if<Event>(&event)) {
                found.push_back(*one);
            }
        }
        return found;
    }
    [[nodiscard]] bool hasNotice(std::string_view kind) const {
        const auto notices = all<RunNotice>();
        return std::ranges::find(notices, kind, &RunNotice::kind) != notices.end();
    }
    [[nodiscard]] std::vector<std::uint64_t> digests() const {
        std::vector<std::uint64_t> digests;
        for (const StepDone& step : all<StepDone>()) {
            digests.push_back(step.digest);
        }
        return digests;
    }
};

using Reaction = std::function<void(const RunEvent&, TrainControl&)>;

Recorded record(const RunConfig& config, const Reaction& react = {}) {
    Recorded recorded;
    TrainControl control;
    const auto result = train(config, control, [&](const RunEvent& event) {
        recorded.events.push_back(event);
        if (react) {
            react(event, control);
        }
    });
    if (result) {
        recorded.result = *result;
    } else {
        recorded.error = result.error().text();
    }
    return recorded;
}

RunConfig sentimentConfig() {
    RunConfig config = defaultConfig("tree-lstm");
    config.data.train = "synthetic:sentiment?n=120&dev=40&test=40&seed=1";
    config.modelOptions = {{"hidden", 16}, {"embed", 16}, {"dropout", 0.2}};
    config.optimiser.embeddingRate = 0.1;
    config.train.epochs = 3;
    config.train.batch = 25;
    return config;
}

/// A table of the first alkanes: how many carbons, and a column that every second one lacks.
std::string alkanes(std::size_t count) {
    std::string table = "smiles,carbons,missing\n";
    for (std::size_t i = 1; i <= count; ++i) {
        table += std::string(i, 'C') + "," + std::to_string(i) + (i % 2 == 0 ? ",1\n" : ",\n");
    }
    return table;
}

/// Calls requestStop when step `last` is done.
Reaction stopAt(std::int64_t last) {
    return [last](const RunEvent& event, TrainControl& control) {
        if (const auto* step = std::get_if<StepDone>(&event); step != nullptr && step->step == last) {
            control.requestStop();
        }
    };
}

}  // namespace

class TrainingTest : public QObject {
    Q_OBJECT

private slots:
    void treesAreLearned();
    void eventsComeInOrder();
    void sameSeedSameBits();
    void granularityAndPolicyOnlyChangeRounding();
    void stopsWithinOneBatch();
    void pausesAndGoesOn();
    void stopsEarly();
    void ratesFollowTheSchedule();
    void averagesAreEvaluatedOnly();
    void lossThatIsNotFiniteFailsTheRun();
    void checkedStepsAreTheSame();
    void stepThatDiffersFailsTheRun();
    void bestWeightsAreTestedAndPredictAlike();
    void moleculesAreLearned();
    void everyModelLearns_data();
    void everyModelLearns();
    void partsAreSplitOff();
    void badConfigurationsFailBeforeTheStart();
    void metricThatDataLacksFailsTheRun();
    void unreadableExamplesAreSkipped();
};

void TrainingTest::treesAreLearned() {
    RunConfig config = sentimentConfig();
    config.train.epochs = 15;
    config.train.batch = 10;
    config.train.stopAfter = 0;
    const Recorded run = record(config);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(run.result.status, RunStatus::kFinished);
    const auto& epochs = run.result.epochs;
    QCOMPARE(epochs.size(), std::size_t{15});
    QVERIFY(epochs.back().trainLoss < 0.5 * epochs.front().trainLoss);
    QVERIFY2(run.result.test.at("node_accuracy") > 0.7,
             qPrintable(QString::number(run.result.test.at("node_accuracy"))));
}

void TrainingTest::eventsComeInOrder() {
    const Recorded run = record(sentimentConfig());
    QVERIFY(std::holds_alternative<RunStarted>(run.events.front()));
    QVERIFY(std::holds_alternative<RunEnded>(run.events.back()));
    QCOMPARE(run.all<RunStarted>().size() + run.all<RunEnded>().size(), std::size_t{2});
    const RunStarted started = run.all<RunStarted>()[0];
    QCOMPARE(started.trainExamples, 120);
    QCOMPARE(started.devExamples, 40);
    QCOMPARE(started.testExamples, 40);
    QCOMPARE(started.stepsPerEpoch, 5);
    QCOMPARE(started.numParameters, run.result.numParameters);
    QVERIFY(!started.dataHash.empty() && !started.modelState.empty() && !started.codeVersion.empty());
    const auto steps = run.all<StepDone>();
    QCOMPARE(steps.size(), std::size_t{15});
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].step, static_cast<std::int64_t>(i) + 1);
        QCOMPARE(steps[i].epoch, static_cast<int>(i / 5) + 1);
        QCOMPARE(steps[i].examples, i % 5 == 4 ? 20 : 25);
        QVERIFY(steps[i].nodes > steps[i].batches && steps[i].launches > 0 && steps[i].gradientNorm > 0);
    }
    QCOMPARE(run.all<EpochDone>().size(), std::size_t{3});
    QCOMPARE(run.all<EpochDone>()[0].chosenMetric, std::string("root_accuracy"));
    QVERIFY(run.all<EpochDone>()[0].isBest);
    QCOMPARE(run.all<TestDone>()[0].bestEpoch, run.result.bestEpoch);
}

void TrainingTest::sameSeedSameBits() {
    RunConfig config = sentimentConfig();
    const auto digests = record(config).digests();
    QCOMPARE(digests.size(), std::size_t{15});
    QCOMPARE(record(config).digests(), digests);
    config.engine.threads = 2;
    QCOMPARE(record(config).digests(), digests);
    config.train.seed = 2;
    QVERIFY(record(config).digests()[0] != digests[0]);
}

void TrainingTest::granularityAndPolicyOnlyChangeRounding() {
    RunConfig config = sentimentConfig();
    config.train.epochs = 1;
    const double loss = record(config).result.epochs[0].trainLoss;
    for (const std::string policy : {"none", "fold", "agenda"}) {
        for (const std::string granularity : {"cell", "op"}) {
            config.engine.policy = policy;
            config.engine.granularity = granularity;
            const double other = record(config).result.epochs[0].trainLoss;
            QVERIFY2(std::abs(other - loss) < 1e-3 * loss,
                     qPrintable(QString::fromStdString(fmt::format("{} {}", policy, granularity))));
        }
    }
}

void TrainingTest::stopsWithinOneBatch() {
    const Recorded run = record(sentimentConfig(), stopAt(7));
    QCOMPARE(run.result.status, RunStatus::kStopped);
    QCOMPARE(run.all<StepDone>().size(), std::size_t{7});
    QVERIFY(run.all<TestDone>().empty());
    const auto checkpoints = run.all<CheckpointReady>();
    QVERIFY(!checkpoints.empty() && checkpoints.back().step == 7 && !checkpoints.back().isBest);
    QCOMPARE(run.all<RunEnded>()[0].status, RunStatus::kStopped);

    // Stopped at the end of an epoch: the evaluation that follows does not run to its end.
    const Recorded atEpoch = record(sentimentConfig(), stopAt(5));
    QVERIFY(atEpoch.all<EpochDone>().empty());
    QCOMPARE(atEpoch.result.status, RunStatus::kStopped);
}

void TrainingTest::pausesAndGoesOn() {
    const Recorded run = record(sentimentConfig(), [](const RunEvent& event, TrainControl& control) {
        if (const auto* step = std::get_if<StepDone>(&event); step != nullptr && step->step == 2) {
            control.setPaused(true);
        }
        if (const auto* notice = std::get_if<RunNotice>(&event);
            notice != nullptr && notice->kind == "paused") {
            control.setPaused(false);
        }
    });
    QVERIFY(run.hasNotice("paused") && run.hasNotice("resumed"));
    QCOMPARE(run.result.status, RunStatus::kFinished);
    QCOMPARE(run.digests(), record(sentimentConfig()).digests());

    const Recorded stopped = record(sentimentConfig(), [](const RunEvent& event, TrainControl& control) {
        control.setPaused(true);
        if (const auto* notice = std::get_if<RunNotice>(&event);
            notice != nullptr && notice->kind == "paused") {
            control.requestStop();
        }
    });
    QCOMPARE(stopped.result.status, RunStatus::kStopped);
}

void TrainingTest::stopsEarly() {
    RunConfig config = sentimentConfig();
    config.train.epochs = 50;
    config.train.stopAfter = 2;
    config.train.metric = "root_accuracy";
    config.optimiser.name = "sgd";
    config.optimiser.rate = 1e-12;
    config.optimiser.embeddingRate = 0;
    const Recorded run = record(config);
    QCOMPARE(run.result.epochs.size(), std::size_t{3});
    QCOMPARE(run.result.bestEpoch, 1);
    QCOMPARE(run.result.status, RunStatus::kFinished);
    QVERIFY(run.hasNotice("early_stop"));
    QVERIFY(run.result.test.contains("root_accuracy"));
}

void TrainingTest::ratesFollowTheSchedule() {
    RunConfig config = sentimentConfig();
    config.train.epochs = 3;
    config.optimiser.schedule = {.kind = "step", .decay = 0.25, .every = 1};
    const Recorded run = record(config);
    QCOMPARE(run.result.status, RunStatus::kFinished);
    QVERIFY(run.hasNotice("rate_changed"));
    // A rate that a plateau takes away leaves the weights where they are.
    config.optimiser = {.name = "sgd", .rate = 1e-9, .embeddingRate = 0};
    config.optimiser.schedule = {.kind = "plateau", .decay = 0.5, .every = 1};
    config.train.metric = "root_accuracy";
    QVERIFY(record(config).hasNotice("rate_changed"));
    config.optimiser.schedule.kind = "constant";
    QVERIFY(!record(config).hasNotice("rate_changed"));
    config.optimiser.schedule.kind = "sometimes";
    QVERIFY(record(config).error.find("constant, step, cosine") != std::string::npos);
}

void TrainingTest::averagesAreEvaluatedOnly() {
    RunConfig config = sentimentConfig();
    config.train.epochs = 2;
    const Recorded plain = record(config);
    config.optimiser.average = 1;
    const Recorded averaged = record(config);
    const auto plainSteps = plain.all<StepDone>();
    const auto averagedSteps = averaged.all<StepDone>();
    QCOMPARE(plainSteps.size(), averagedSteps.size());
    QCOMPARE(plainSteps.back().loss, averagedSteps.back().loss);
    QVERIFY(plain.result.epochs.back().devLoss != averaged.result.epochs.back().devLoss);
}

void TrainingTest::lossThatIsNotFiniteFailsTheRun() {
    RunConfig config = sentimentConfig();
    config.optimiser = {.name = "sgd", .rate = 1000, .embeddingRate = 1000, .l2 = 1000, .clip = 0};
    const Recorded run = record(config);
    QCOMPARE(run.result.status, RunStatus::kFailed);
    QVERIFY(run.hasNotice("not_finite"));
    const std::string message = run.all<RunEnded>()[0].message;
    for (const std::string_view part :
         {"epoch ", "step ", "it starts at ", " of the graph: element ", "(record "}) {
        QVERIFY2(message.find(part) != std::string::npos, message.c_str());
    }
    QVERIFY(!run.all<CheckpointReady>().empty());

    // What is kept are the weights that the last good step made.
    const auto lastStep = static_cast<std::int64_t>(run.all<StepDone>().size());
    QVERIFY(lastStep > 0);
    const Recorded stopped = record(config, stopAt(lastStep));
    QCOMPARE(decodeTensors(*run.all<CheckpointReady>().back().file)->tensors,
             decodeTensors(*stopped.all<CheckpointReady>().back().file)->tensors);
}

void TrainingTest::checkedStepsAreTheSame() {
    RunConfig config = sentimentConfig();
    config.train.epochs = 1;
    const auto digests = record(config).digests();
    config.engine.check = 1e-3;
    const Recorded run = record(config);
    QCOMPARE(run.result.status, RunStatus::kFinished);
    QCOMPARE(run.digests(), digests);
    QVERIFY(run.hasNotice("checked") && !run.hasNotice("difference"));
    QCOMPARE(run.result.check->steps, 5);
    QCOMPARE(run.result.check->gradients, 5 * run.result.numParameters);
    QVERIFY(run.result.check->values > 5 * 25 && run.result.check->largest > 0);
}

void TrainingTest::stepThatDiffersFailsTheRun() {
    RunConfig config = sentimentConfig();
    config.engine.check = 1e-12;  // rounding alone is more
    const Recorded run = record(config);
    QCOMPARE(run.result.status, RunStatus::kFailed);
    QVERIFY(run.hasNotice("difference"));
    const std::string message = run.all<RunEnded>()[0].message;
    for (const std::string_view part : {"epoch 1, step 1 is not the same", " batched and ", " unbatched"}) {
        QVERIFY2(message.find(part) != std::string::npos, message.c_str());
    }
    QVERIFY(run.all<StepDone>().empty());
}

void TrainingTest::bestWeightsAreTestedAndPredictAlike() {
    const RunConfig config = sentimentConfig();
    const Recorded run = record(config);
    std::vector<CheckpointReady> best = run.all<CheckpointReady>();
    std::erase_if(best, [](const CheckpointReady& checkpoint) { return !checkpoint.isBest; });
    QCOMPARE(best.back().epoch, run.result.bestEpoch);

    const auto model = restoreModel(config.model, config.modelOptions, run.all<RunStarted>()[0].modelState,
                                    config.train.seed);
    QVERIFY2(model.has_value(), model ? "" : model.error().text().c_str());
    ParameterStore parameters = (*model)->initialParameters();
    QVERIFY(assignParameters(parameters, *decodeTensors(*best.back().file)).has_value());
    const auto data = openRunData(config, {});
    std::int64_t right = 0;
    std::int64_t count = 0;
    const auto receive = [&](const PredictedRecord& predicted) {
        const auto& tree = std::get<Tree>(data->test->at(predicted.index)->structure);
        const auto chosen = std::ranges::max_element(predicted.outputs) - predicted.outputs.begin();
        right += chosen == tree.nodes.back().label ? 1 : 0;
        ++count;
    };
    QVERIFY(predict(**model, parameters, *data->test, config.engine, {}, receive).has_value());
    QCOMPARE(count, 40);
    QCOMPARE(static_cast<double>(right) / 40, run.result.test.at("root_accuracy"));
    std::stop_source stop;
    stop.request_stop();
    const auto cancelled =
        predict(**model, parameters, *data->test, config.engine, {.stop = stop.get_token()}, receive);
    QCOMPARE(cancelled.error().code, ErrorCode::kCancelled);
}

void TrainingTest::everyModelLearns_data() {
    QTest::addColumn<QString>("model");
    for (const ModelInfo& info : modelInfos()) {
        const std::string name(info.name);
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

void TrainingTest::everyModelLearns() {
    QFETCH(const QString, model);
    const TemporaryDirectory directory;
    RunConfig config = defaultConfig(model.toStdString());
    const ModelInfo& info = **findModel(config.model);
    switch (info.reads) {
        case StructureKind::kTree:
            config.data.train = "synthetic:sentiment?n=60&seed=1";
            break;
        case StructureKind::kMolecule:
            config.data.train = directory.write("alkanes.csv", alkanes(20)).string();
            config.data.targets = {"carbons"};
            config.data.task = "regression";
            break;
        case StructureKind::kSequence:
            config.data.train = "synthetic:sequences?n=60&length=3..8&vocabulary=12&labels=3&seed=1";
            break;
        case StructureKind::kLattice:
            config.data.train = "synthetic:lattices?n=40&length=4..10&characters=8&words=20&seed=1";
            break;
    }
    config.modelOptions = {{"hidden", 12}, {"dropout", 0}};
    config.optimiser = {.name = "adam", .rate = 0.01, .embeddingRate = 0.01, .l2 = 0, .clip = 5};
    config.train.epochs = 12;
    config.train.stopAfter = 0;
    config.train.batch = 5;
    const Recorded run = record(config);
    QVERIFY2(run.error.empty(), run.error.c_str());
    const auto& epochs = run.result.epochs;
    QCOMPARE(epochs.size(), std::size_t{12});
    QVERIFY2(epochs.back().trainLoss < 0.7 * epochs.front().trainLoss,
             qPrintable(QString("%1 after %2").arg(epochs.back().trainLoss).arg(epochs.front().trainLoss)));
}

void TrainingTest::moleculesAreLearned() {
    const TemporaryDirectory directory;
    RunConfig config = defaultConfig("dmpnn");
    config.data.train = directory.write("alkanes.csv", alkanes(30)).string();
    config.data.targets = {"carbons", "missing"};
    config.data.task = "regression";
    config.modelOptions = {{"hidden", 16}, {"depth", 2}, {"sum_readout", 1}};
    config.optimiser.rate = 0.003;
    config.train.epochs = 60;
    config.train.batch = 4;
    const Recorded run = record(config);
    QVERIFY2(run.error.empty(), run.error.c_str());
    QCOMPARE(run.result.status, RunStatus::kFinished);
    QCOMPARE(run.all<RunStarted>()[0].trainExamples, 24);
    QCOMPARE(run.result.epochs[0].chosenMetric, std::string("rmse"));
    QVERIFY2(run.result.test.at("rmse/carbons") < 2.0,
             qPrintable(QString::number(run.result.test.at("rmse/carbons"))));
}

void TrainingTest::partsAreSplitOff() {
    RunConfig config = sentimentConfig();
    config.data.train = "synthetic:sentiment?n=100&dev=0&test=0&seed=1";
    config.data.devShare = 0.2;
    config.data.testShare = 0;
    const auto data = openRunData(config, {});
    QVERIFY2(data.has_value(), data ? "" : data.error().text().c_str());
    QVERIFY(data->dev != nullptr && data->test == nullptr);
    QCOMPARE(data->train->size() + data->dev->size(), 100);
    config.data.devShare = 0;
    config.train.epochs = 2;
    const Recorded run = record(config);
    QCOMPARE(run.result.status, RunStatus::kFinished);
    QVERIFY(run.result.epochs[0].devMetrics.empty());
    QCOMPARE(run.result.epochs[0].chosenMetric, std::string("loss"));
    QVERIFY(run.all<TestDone>().empty());
}

void TrainingTest::badConfigurationsFailBeforeTheStart() {
    RunConfig config = sentimentConfig();
    config.data.train = "/nowhere/train.txt";
    const Recorded missing = record(config);
    QVERIFY(missing.events.empty());
    QVERIFY2(missing.error.find("/nowhere/train.txt") != std::string::npos, missing.error.c_str());
    config = sentimentConfig();
    config.model = "dmpnn";
    config.modelOptions.clear();
    const Recorded wrongModel = record(config);
    QVERIFY(wrongModel.events.empty() && wrongModel.error.find("molecules") != std::string::npos);
}

void TrainingTest::metricThatDataLacksFailsTheRun() {
    RunConfig config = sentimentConfig();
    config.train.metric = "rmse";
    const Recorded run = record(config);
    QCOMPARE(run.result.status, RunStatus::kFailed);
    QVERIFY(run.all<RunEnded>()[0].message.find("root_accuracy") != std::string::npos);
}

void TrainingTest::unreadableExamplesAreSkipped() {
    const auto data = treeDataset({"(1 a)", "(1 word (0 a))", "(2 b)"});
    const auto model = makeModel("tree-lstm", {}, *data, 1);
    auto builder = MinibatchBuilder::make(**model, "depth", Granularity::kCell);
    Minibatch minibatch;
    const std::vector<std::int64_t> indices{2, 1, 0};
    builder->build(*data, indices, BuildMode::kTrain, minibatch);
    QCOMPARE(minibatch.examples.size(), std::size_t{2});
    QCOMPARE(minibatch.losses.size(), std::size_t{2});
    QCOMPARE(minibatch.skipped.size(), std::size_t{1});
    QCOMPARE(minibatch.skipped[0].index, 1);
    QVERIFY(minibatch.skipped[0].reason.find("both a word and children") != std::string::npos);
    QVERIFY(!MinibatchBuilder::make(**model, "nothing", Granularity::kCell));
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::TrainingTest)
#include "training_test.moc"
