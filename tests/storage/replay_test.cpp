// SPDX-License-Identifier: GPL-3.0-or-later
// A run that is repeated is the same to the bit; where it is not, the report names step, field and values.
#include "storage/replay.h"

#include "engine/train/default_config.h"
#include "engine/train/trainer.h"
#include "storage/run_writer.h"
#include "tests/storage/sample_run.h"
#include "tests/support/temporary_directory.h"

#include <QTest>

#include <cmath>

namespace loomscope {

namespace {

RunConfig brief() {
    RunConfig config = defaultConfig("tree-lstm");
    config.model = "tree-lstm";
    config.data.train = "synthetic:trees?n=60&leaves=2..6";
    for (const char* setting : {"hidden=8", "embed=8", "train.epochs=3", "train.batch=10"}) {
        take(setKey(config, setting));
    }
    return config;
}

/// Trains and stores; stops after `limit` steps.
RunId trainInto(const std::filesystem::path& file, const RunConfig& config, std::int64_t limit = 1'000'000) {
    const auto writer = take(RunWriter::open(file));
    TrainControl control;
    const RunObserver keep = writer->observer();
    take(train(config, control, [&](const RunEvent& event) {
        keep(event);
        if (const auto* step = std::get_if<StepDone>(&event); step != nullptr && step->step == limit) {
            control.requestStop();
        }
    }));
    const RunId run = take(writer->runId());
    take(writer->finish());
    return run;
}

ReplayReport verify(const std::filesystem::path& file, RunId run, const ReplayOptions& options = {}) {
    const RunStore store = take(RunStore::open(file, OpenMode::kReadOnly));
    return take(verifyReplay(store, run, options));
}

}  // namespace

class ReplayTest final : public QObject {
    Q_OBJECT

private slots:
    void finishedRunIsIdentical();
    void stoppedRunIsIdenticalAsFarAsItWent();
    void threadsMakeNoDifference();
    void firstDifferenceIsNamed_data();
    void firstDifferenceIsNamed();
    void circumstancesAreTold();
    void missingDataIsToldAndStopIsObeyed();

private:
    TemporaryDirectory folder_;
};

void ReplayTest::finishedRunIsIdentical() {
    const auto file = folder_.path() / "finished.sqlite";
    const ReplayReport report = verify(file, trainInto(file, brief()));
    QVERIFY(report.isIdentical());
    QVERIFY(report.circumstances.empty());
    QCOMPARE(report.steps, std::int64_t{15});
}

void ReplayTest::stoppedRunIsIdenticalAsFarAsItWent() {
    const auto file = folder_.path() / "stopped.sqlite";
    const ReplayReport report = verify(file, trainInto(file, brief(), 7));
    QVERIFY(report.isIdentical());
    QCOMPARE(report.steps, std::int64_t{7});
}

void ReplayTest::threadsMakeNoDifference() {
    const auto file = folder_.path() / "threads.sqlite";
    const ReplayReport report = verify(file, trainInto(file, brief()), {.threads = 2});
    QVERIFY(report.isIdentical());
    QCOMPARE(report.circumstances.size(), std::size_t{1});
    QCOMPARE(report.circumstances.front().what, std::string("device"));
}

void ReplayTest::firstDifferenceIsNamed_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<int>("step");
    QTest::addColumn<QString>("field");
    QTest::newRow("digest") << "UPDATE step SET digest = 7 WHERE step >= 4" << 4 << "digest";
    QTest::newRow("loss") << "UPDATE step SET loss = loss + 1e-9 WHERE step = 9" << 9 << "loss";
    QTest::newRow("not a number") << "UPDATE step SET loss = NULL WHERE step = 2" << 2 << "loss";
    QTest::newRow("epoch") << "UPDATE epoch SET dev_loss = 0 WHERE epoch = 2" << 10 << "dev_loss";
    QTest::newRow("test") << "UPDATE metric SET value = 9 WHERE scope = 'test' AND name = (SELECT min(name) "
                             "FROM metric WHERE scope = 'test')"
                          << 15 << "test_";
    QTest::newRow("data") << "UPDATE definition SET train_examples = 1" << 0 << "train_examples";
}

void ReplayTest::firstDifferenceIsNamed() {
    QFETCH(QString, change);
    QFETCH(int, step);
    QFETCH(QString, field);
    const TemporaryDirectory folder;
    const auto file = folder.path() / "runs.sqlite";
    const RunId run = trainInto(file, brief());
    runSql(file, change.toStdString());
    const ReplayReport report = verify(file, run);
    QVERIFY(!report.isIdentical());
    QCOMPARE(report.difference->step, std::int64_t{step});
    QVERIFY2(report.difference->field.starts_with(field.toStdString()), report.difference->field.c_str());
    QVERIFY(text(report.difference->stored) != text(report.difference->again));
}

void ReplayTest::circumstancesAreTold() {
    const auto file = folder_.path() / "circumstances.sqlite";
    const RunId run = trainInto(file, brief());
    runSql(file, "UPDATE definition SET code_version = 'older', data_hash = 'other'");
    const ReplayReport report = verify(file, run);
    QVERIFY(report.isIdentical());
    QCOMPARE(report.circumstances.size(), std::size_t{2});
    QCOMPARE(report.circumstances[0].what, std::string("code"));
    QCOMPARE(report.circumstances[0].stored, std::string("older"));
    QCOMPARE(report.circumstances[1].what, std::string("data"));
}

void ReplayTest::missingDataIsToldAndStopIsObeyed() {
    const auto file = folder_.path() / "missing.sqlite";
    const RunId run = trainInto(file, brief());
    {
        const RunStore store = take(RunStore::open(file, OpenMode::kReadOnly));
        std::stop_source stop;
        JobControl job{.stop = stop.get_token()};
        job.report = [&stop](const Progress& progress) {
            if (progress.what == "repeating") {
                stop.request_stop();
            }
        };
        const auto stopped = verifyReplay(store, run, {.job = job});
        QVERIFY(!stopped);
        QCOMPARE(stopped.error().code, ErrorCode::kCancelled);
    }
    runSql(file, "UPDATE definition SET config = replace(config, 'synthetic:trees', 'gone/trees')");
    const RunStore store = take(RunStore::open(file, OpenMode::kReadOnly));
    const auto report = verifyReplay(store, run);
    QVERIFY(!report);
    QCOMPARE(report.error().code, ErrorCode::kNotFound);
    QVERIFY2(report.error().text().find("viewed") != std::string::npos, report.error().text().c_str());
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ReplayTest)
#include "replay_test.moc"
