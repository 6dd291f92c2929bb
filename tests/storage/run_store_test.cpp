// SPDX-License-Identifier: GPL-3.0-or-later
// What a run said comes back as it was, and what people change about runs stays changed.
#include "storage/export.h"
#include "storage/process_identity.h"
#include "storage/run_writer.h"
#include "tests/storage/sample_run.h"
#include "tests/support/temporary_directory.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace loomscope {

class RunStoreTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        folder_.emplace();
        file_ = folder_->path() / "runs.sqlite";
        run_ = storeRun(file_, sampleRun());
        store_.emplace(take(RunStore::open(file_, OpenMode::kReadWrite)));
    }

    void cleanup() {
        store_.reset();
        folder_.reset();
    }

    void summaryOfAFinishedRun() {
        const RunSummary run = take(store_->summary(run_));
        QCOMPARE(run.key.size(), 8U);
        QCOMPARE(run.name, "first");
        QCOMPARE(run.status, RunStatus::kFinished);
        QCOMPARE(run.model, "tree-lstm");
        QCOMPARE(run.data, "trees/train.txt");
        QVERIFY(run.started.size() == 24 && run.started.back() == 'Z' && run.started <= run.ended);
        QCOMPARE(run.seconds, 7.5);
        QCOMPARE(run.steps, 30);
        QCOMPARE(run.epochs, 3);
        QCOMPARE(run.bestEpoch, 2);
        const std::map<std::string, double> expected{
            {"train_loss", 0.5},         {"dev_loss", 0.75},           {"dev_root_accuracy", 0.32},
            {"dev_node_accuracy", 0.62}, {"test_root_accuracy", 0.29}, {"test_loss", 1.25}};
        QVERIFY(run.metrics == expected);
    }

    void definitionComesBack() {
        const RunStarted start = sampleStart();
        const RunRecord record = take(store_->run(run_));
        QCOMPARE(record.config, toJson(start.config));
        QCOMPARE(record.seed, start.config.train.seed);
        QCOMPARE(record.dataHash, start.dataHash);
        QCOMPARE(record.codeVersion, start.codeVersion);
        QCOMPARE(record.device, start.device);
        QVERIFY(!record.script);
        QCOMPARE(record.modelState, start.modelState);
        QCOMPARE(record.numParameters, start.numParameters);
        QCOMPARE(record.trainExamples, start.trainExamples);
        QCOMPARE(record.devExamples, start.devExamples);
        QCOMPARE(record.testExamples, start.testExamples);
        QCOMPARE(record.stepsPerEpoch, start.stepsPerEpoch);
    }

    void stepsComeBackInParts() {
        const auto steps = take(store_->steps(run_));
        QCOMPARE(steps.size(), 30U);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            QVERIFY(isSame(steps[i], sampleStep(static_cast<std::int64_t>(i) + 1)));
        }
        const auto part = take(store_->steps(run_, 12, 5));
        QCOMPARE(part.size(), 5U);
        QCOMPARE(part.front().step, 12);
        QVERIFY(take(store_->steps(run_, 31)).empty());
    }

    void epochsMetricsAndNotices() {
        const auto epochs = take(store_->epochs(run_));
        QCOMPARE(epochs.size(), 3U);
        const EpochDone expected = sampleEpoch(2, true);
        QVERIFY(epochs[1].devMetrics == expected.devMetrics);
        QCOMPARE(epochs[1].chosenMetric, expected.chosenMetric);
        QCOMPARE(epochs[1].step, expected.step);
        QCOMPARE(epochs[1].examplesPerSecond, expected.examplesPerSecond);
        QVERIFY(epochs[1].isBest && !epochs[2].isBest);

        const auto metrics = take(store_->metrics(run_));
        QCOMPARE(metrics.size(), 8U);
        QCOMPARE(metrics.back().scope, "test");
        QCOMPARE(metrics.back().name, "root_accuracy");
        QCOMPARE(metrics.back().epoch, 2);

        const auto events = take(store_->events(run_));
        QCOMPARE(events.size(), 3U);
        QCOMPARE(events[2].notice.step, 30);
        QCOMPARE(events[2].notice.kind, "skipped");
        QCOMPARE(events[2].notice.text, "record 7: no label");
    }

    void keepsBestAndLatestWeights() {
        const Artifact best = take(store_->artifact(run_, ArtifactKind::kBest));
        QCOMPARE(best.epoch, 2);
        QCOMPARE(best.step, 20);
        QVERIFY(best.bytes == *sampleCheckpoint(2, true).file);
        const Artifact latest = take(store_->artifact(run_, ArtifactKind::kLatest));
        QCOMPARE(latest.epoch, 3);
        QVERIFY(latest.bytes == *sampleCheckpoint(3, false).file);
    }

    void resumedRunDropsWhatIsDoneAgain() {
        const auto bytes = std::make_shared<const std::vector<std::byte>>(9);
        RunStarted start = sampleStart();
        start.resumedAt = 15;
        start.config.train.epochs = 77;
        {
            const auto writer = take(RunWriter::open(file_, {.resumed = run_}));
            take(writer->post(start));
            QCOMPARE(take(writer->runId()), run_);
            QCOMPARE(take(store_->summary(run_)).status, RunStatus::kRunning);
            QCOMPARE(take(store_->steps(run_)).size(), 15U);
            QCOMPARE(take(store_->epochs(run_)).size(), 1U);
            for (const MetricValue& metric : take(store_->metrics(run_))) {
                QVERIFY(metric.scope == "dev" && metric.epoch == 1);
            }
            QCOMPARE(take(store_->events(run_)).size(), 1U);
            // Another program can't train it at the same time.
            const auto second = take(RunWriter::open(file_, {.resumed = run_}));
            QVERIFY(second->post(start).has_value());
            QVERIFY(!second->flush());
            take(writer->post(sampleStep(16)));
            take(writer->post(StateReady{.epoch = 2, .step = 16, .file = bytes}));
            take(writer->post(RunEnded{.status = RunStatus::kStopped}));
            take(writer->finish());
        }
        QCOMPARE(take(store_->summary(run_)).status, RunStatus::kStopped);
        QCOMPARE(take(store_->steps(run_)).size(), 16U);
        QVERIFY(take(store_->run(run_)).config.find("77") != std::string::npos);
        const Artifact state = take(store_->artifact(run_, ArtifactKind::kState));
        QVERIFY(state.step == 16 && state.bytes == *bytes);
        QCOMPARE(take(store_->artifact(run_, ArtifactKind::kLatest)).epoch, 3);
    }

    void latestWeightsCanBeTheBest() {
        const RunId run =
            storeRun(file_, {sampleStart(), sampleCheckpoint(1, false), sampleCheckpoint(2, true)});
        QCOMPARE(take(store_->artifact(run, ArtifactKind::kLatest)).epoch, 2);
        const RunId bare = storeRun(file_, {sampleStart()});
        const auto none = store_->artifact(bare, ArtifactKind::kBest);
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::kNotFound);
    }

    void numbersThatAreNotFinite() {
        constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        StepDone step = sampleStep(1);
        step.loss = kNan;
        step.gradientNorm = kInfinity;
        step.time.other = -kInfinity;
        EpochDone epoch = sampleEpoch(1, false);
        epoch.trainLoss = kNan;
        epoch.devMetrics = {{"r2", -kInfinity}, {"rmse", kNan}};
        const RunId run = storeRun(file_, {sampleStart(), step, epoch,
                                           RunEnded{.status = RunStatus::kFailed, .message = "loss is NaN"}});
        QVERIFY(isSame(take(store_->steps(run)).at(0), step));
        const EpochDone again = take(store_->epochs(run)).at(0);
        QVERIFY(std::isnan(again.trainLoss));
        QCOMPARE(again.devMetrics.at("r2"), -kInfinity);
        QVERIFY(std::isnan(again.devMetrics.at("rmse")));
        const RunSummary summary = take(store_->summary(run));
        QVERIFY(std::isnan(summary.metrics.at("dev_rmse")));
        QCOMPARE(summary.message, "loss is NaN");
        const auto json =
            QJsonDocument::fromJson(QByteArray::fromStdString(take(runJson(*store_, run)))).object();
        QVERIFY(json["metrics"].toObject()["dev_rmse"].isNull());
    }

    void findsByKeyBeginningAndName() {
        const RunId second = storeRun(file_, sampleRun("second"));
        const std::string key = take(store_->summary(second)).key;
        QCOMPARE(take(store_->find(key)), second);
        QCOMPARE(take(store_->find(key.substr(0, 7))), second);
        QCOMPARE(take(store_->find("second")), second);
        storeRun(file_, sampleRun("second"));
        const auto twice = store_->find("second");
        QVERIFY(!twice);
        QCOMPARE(twice.error().code, ErrorCode::kInvalid);
        QVERIFY(twice.error().message.find(key) != std::string::npos);
        for (const char* unknown : {"", "nothing", "%", "secon"}) {
            const auto none = store_->find(unknown);
            QVERIFY(!none);
            QCOMPARE(none.error().code, ErrorCode::kNotFound);
        }
    }

    void runsWithoutANameGetOne() {
        const RunId run = storeRun(file_, sampleRun(""));
        const auto number = std::to_string(static_cast<std::int64_t>(run));
        QCOMPARE(take(store_->summary(run)).name, "tree-lstm-" + number);
    }

    void peopleChangeRuns() {
        take(store_->rename(run_, "Robert'); DROP TABLE run;--"));
        take(store_->addTag(run_, "paper"));
        take(store_->addTag(run_, "baseline"));
        take(store_->addTag(run_, "paper"));
        take(store_->addTag(run_, "wrong"));
        take(store_->removeTag(run_, "wrong"));
        take(store_->setStar(run_, Mark::kOn));
        take(store_->setArchived(run_, Mark::kOn));
        take(store_->setNotes(run_, "two\nlines"));
        const RunSummary run = take(take(RunStore::open(file_, OpenMode::kReadOnly)).summary(run_));
        QCOMPARE(run.name, "Robert'); DROP TABLE run;--");
        QVERIFY(run.tags == (std::vector<std::string>{"baseline", "paper"}));
        QVERIFY(run.isStarred && run.isArchived);
        QCOMPARE(run.notes, "two\nlines");
        QVERIFY(!store_->rename(run_, ""));
        QVERIFY(!store_->addTag(run_, ""));
        QCOMPARE(store_->setStar(RunId{77}, Mark::kOn).error().code, ErrorCode::kNotFound);
    }

    void removesARunWhole() {
        const RunId other = storeRun(file_, sampleRun("other"));
        take(store_->addTag(run_, "paper"));
        take(store_->remove(run_));
        QCOMPARE(store_->run(run_).error().code, ErrorCode::kNotFound);
        QVERIFY(take(store_->steps(run_)).empty());
        QVERIFY(take(store_->metrics(run_)).empty());
        QVERIFY(take(store_->events(run_)).empty());
        QCOMPARE(take(store_->list()).size(), 1U);
        QCOMPARE(take(store_->steps(other)).size(), 30U);
        QCOMPARE(store_->remove(run_).error().code, ErrorCode::kNotFound);
        QVERIFY(storeRun(file_, sampleRun()) > other);  // numbers are not given twice
    }

    void seesOtherConnections() {
        const auto before = take(store_->dataVersion());
        QCOMPARE(take(store_->dataVersion()), before);
        storeRun(file_, sampleRun());
        QVERIFY(take(store_->dataVersion()) != before);
    }

    void runsOfOtherProcesses_data() {
        QTest::addColumn<QString>("change");
        QTest::addColumn<bool>("isGone");
        QTest::newRow("alive") << "" << false;
        QTest::newRow("no such process") << "pid = 999999999" << true;
        QTest::newRow("number given to another process") << "pid_started = pid_started - 1" << true;
        QTest::newRow("before a reboot") << "boot = 'another'" << true;
        QTest::newRow("another container, heard of") << "pid_namespace = 'another'" << false;
        QTest::newRow("another container, silent")
            << "pid_namespace = 'another', heartbeat = heartbeat - 61000" << true;
    }

    void runsOfOtherProcesses() {
        QFETCH(QString, change);
        QFETCH(bool, isGone);
        const ProcessIdentity me = currentProcess();
        runSql(file_, "UPDATE run SET status = 'running', ended = ''; INSERT INTO owner VALUES (1, '" +
                          me.boot + "', '" + me.pidNamespace + "', " + std::to_string(me.pid) + ", " +
                          std::to_string(me.started) + ", " + std::to_string(millisecondsSinceBoot()) + ")");
        if (!change.isEmpty()) {
            runSql(file_, "UPDATE owner SET " + change.toStdString());
        }
        const RunStatus expected = isGone ? RunStatus::kInterrupted : RunStatus::kRunning;
        QCOMPARE(take(take(RunStore::open(file_, OpenMode::kReadOnly)).summary(run_)).status, expected);
        QCOMPARE(take(store_->markInterrupted()), isGone ? 1 : 0);
        QCOMPARE(take(store_->markInterrupted()), 0);
        QCOMPARE(take(store_->summary(run_)).status, expected);
        QCOMPARE(store_->remove(run_).has_value(), isGone);
    }

    void writesJson() {
        take(store_->addTag(run_, "paper"));
        const auto runs = take(store_->list());
        const auto list = QJsonDocument::fromJson(QByteArray::fromStdString(runListJson(runs))).array();
        QCOMPARE(list.size(), 1);
        const QJsonObject one = list[0].toObject();
        for (const char* field : {"run", "name", "status", "model", "data", "started", "steps", "metrics"}) {
            QVERIFY2(one.contains(QLatin1String(field)), field);
        }
        QCOMPARE(one["status"].toString(), "finished");
        QCOMPARE(one["metrics"].toObject()["test_root_accuracy"].toDouble(), 0.29);

        const auto whole =
            QJsonDocument::fromJson(QByteArray::fromStdString(take(runJson(*store_, run_)))).object();
        QCOMPARE(whole["run"], one["run"]);
        QCOMPARE(whole["epochs"].toArray().size(), 3);
        QCOMPARE(whole["epochs"].toArray()[1].toObject()["dev_metric"].toDouble(), 0.32);
        QCOMPARE(whole["test"].toObject()["loss"].toDouble(), 1.25);
        QVERIFY(whole["config"].toObject().contains(QLatin1String("optimiser")));
        QCOMPARE(whole["tags"].toArray()[0].toString(), "paper");
    }

private:
    std::optional<TemporaryDirectory> folder_;
    std::filesystem::path file_;
    std::optional<RunStore> store_;
    RunId run_{};
};

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::RunStoreTest)
#include "run_store_test.moc"
