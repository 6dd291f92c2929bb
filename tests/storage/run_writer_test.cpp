// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing that was posted is lost: many steps, slow stores, locked stores, full disks, killed processes.
#include "storage/run_writer.h"

#include "storage/process_identity.h"
#include "tests/storage/full_disk.h"
#include "tests/storage/sample_run.h"
#include "tests/support/temporary_directory.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QTest>
#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Transaction.h>

#include <atomic>
#include <cstdio>
#include <future>
#include <sstream>
#include <thread>

namespace loomscope {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kInterval = 50ms;

/// What the child process does until it is killed: posts a step each half millisecond, and says so.
int writeUntilKilled(const fs::path& file) {
    const auto writer = take(RunWriter::open(file, {.interval = kInterval}));
    take(writer->post(sampleStart()));
    for (std::int64_t step = 1;; ++step) {
        take(writer->post(sampleStep(step)));
        if (step % 100 == 0) {
            take(writer->post(sampleCheckpoint(static_cast<int>(step / 100), step % 200 == 0)));
        }
        std::printf("%lld %lld\n", static_cast<long long>(step),
                    static_cast<long long>(millisecondsSinceBoot()));
        std::fflush(stdout);
        std::this_thread::sleep_for(500us);
    }
}

/// What the child said: the step and the time of each line that is whole.
std::vector<std::pair<std::int64_t, std::int64_t>> parseReport(const QByteArray& output) {
    std::vector<std::pair<std::int64_t, std::int64_t>> lines;
    std::istringstream text(output.left(output.lastIndexOf('\n') + 1).toStdString());
    for (std::int64_t step = 0, time = 0; text >> step >> time;) {
        lines.emplace_back(step, time);
    }
    return lines;
}

/// Checks that a run holds the steps 1 … n, each as it was posted; returns n.
std::int64_t countWholeSteps(const RunStore& store, RunId run) {
    const auto steps = take(store.steps(run));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        if (!isSame(steps[i], sampleStep(static_cast<std::int64_t>(i) + 1))) {
            return -1;
        }
    }
    return static_cast<std::int64_t>(steps.size());
}

}  // namespace

class RunWriterTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { prepareFullDisk(); }

    void init() {
        folder_.emplace();
        file_ = folder_->path() / "runs.sqlite";
    }

    void storesManyStepsInOrder() {
        constexpr std::int64_t kSteps = 100'000;
        QElapsedTimer timer;
        timer.start();
        const auto writer = take(RunWriter::open(file_));
        take(writer->post(sampleStart()));
        for (std::int64_t step = 1; step <= kSteps; ++step) {
            take(writer->post(sampleStep(step)));
        }
        take(writer->finish());
        const double writing = static_cast<double>(timer.restart()) / 1000;
        const auto store = take(RunStore::open(file_, OpenMode::kReadOnly));
        QCOMPARE(countWholeSteps(store, take(writer->runId())), kSteps);
        const double reading = static_cast<double>(timer.elapsed()) / 1000;
        qInfo("stored %.0f steps/s, read %.0f steps/s, %.1f bytes a step", kSteps / writing, kSteps / reading,
              static_cast<double>(fs::file_size(file_)) / kSteps);
    }

    void runIsThereAtOnceAndStepsSoon() {
        const auto writer = take(RunWriter::open(file_, {.interval = kInterval}));
        take(writer->post(sampleStart()));
        const RunId run = take(writer->runId());
        const auto store = take(RunStore::open(file_, OpenMode::kReadOnly));
        QCOMPARE(take(store.summary(run)).status, RunStatus::kRunning);
        take(writer->post(sampleStep(1)));
        QTRY_COMPARE_WITH_TIMEOUT(take(store.steps(run)).size(), 1U, 5000);
        take(writer->post(sampleStep(2)));
        take(writer->flush());
        QCOMPARE(take(store.steps(run)).size(), 2U);
    }

    void unfinishedRunBecomesInterrupted() {
        RunId run{};
        {
            const auto writer = take(RunWriter::open(file_));
            const RunObserver observer = writer->observer();
            observer(sampleStart());
            observer(sampleStep(1));
            run = take(writer->runId());
        }
        const auto store = take(RunStore::open(file_, OpenMode::kReadOnly));
        QCOMPARE(take(store.summary(run)).status, RunStatus::kInterrupted);
        QCOMPARE(take(store.steps(run)).size(), 1U);
    }

    void refusesEventsOutOfOrder() {
        const auto writer = take(RunWriter::open(file_));
        QVERIFY(!writer->post(sampleStep(1)));
        take(writer->post(sampleStart()));
        QVERIFY(!writer->post(sampleStart()));
        take(writer->finish());
        QVERIFY(!writer->post(sampleStep(1)));
        const auto unused = take(RunWriter::open(file_));
        take(unused->finish());
        QVERIFY(!unused->runId());
    }

    void twoStepsWithOneNumber() {
        const auto writer = take(RunWriter::open(file_));
        take(writer->post(sampleStart()));
        take(writer->post(sampleStep(1)));
        take(writer->post(sampleStep(1)));
        const auto result = writer->flush();
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::kInternal);
    }

    void fullQueueBlocksTheProducer() {
        constexpr int kSteps = 100;
        constexpr std::size_t kCapacity = 8;
        const auto writer = take(RunWriter::open(file_, {.interval = kInterval, .capacity = kCapacity}));
        take(writer->post(sampleStart()));
        const RunId run = take(writer->runId());
        std::atomic<int> numPosted = 0;
        std::future<void> producer;
        {
            SQLite::Database other(file_.string(), SQLite::OPEN_READWRITE);
            const SQLite::Transaction lock(other, SQLite::TransactionBehavior::IMMEDIATE);
            producer = std::async(std::launch::async, [&] {
                for (int step = 1; step <= kSteps; ++step) {
                    take(writer->post(sampleStep(step)));
                    ++numPosted;
                }
            });
            QTRY_VERIFY_WITH_TIMEOUT(numPosted >= static_cast<int>(kCapacity), 5000);
            QCOMPARE(producer.wait_for(200ms), std::future_status::timeout);
            QVERIFY(numPosted <= static_cast<int>(2 * kCapacity));  // one batch in work, one waiting
        }
        producer.get();
        take(writer->finish());
        QCOMPARE(countWholeSteps(take(RunStore::open(file_, OpenMode::kReadOnly)), run), kSteps);
    }

    void lockedForTooLong() {
        std::atomic<int> numErrors = 0;
        const auto writer = take(RunWriter::open(
            file_,
            {.interval = kInterval, .patience = 100ms, .onError = [&](const Error&) { ++numErrors; }}));
        take(writer->post(sampleStart()));
        take(writer->post(sampleStep(1)));
        take(writer->flush());
        SQLite::Database other(file_.string(), SQLite::OPEN_READWRITE);
        const SQLite::Transaction lock(other, SQLite::TransactionBehavior::IMMEDIATE);
        take(writer->post(sampleStep(2)));
        QTRY_VERIFY_WITH_TIMEOUT(!writer->status(), 5000);
        const auto result = writer->post(sampleStep(3));
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::kResource);
        QVERIFY2(result.error().message.find("locked by another program") != std::string::npos,
                 result.error().text().c_str());
        QVERIFY(!writer->finish());
        QCOMPARE(numErrors.load(), 1);
    }

    void fullDiskKeepsWhatWasStored() {
        std::atomic<int> numErrors = 0;
        auto writer = take(
            RunWriter::open(file_, {.interval = kInterval, .onError = [&](const Error&) { ++numErrors; }}));
        take(writer->post(sampleStart()));
        for (int step = 1; step <= 1000; ++step) {
            take(writer->post(sampleStep(step)));
        }
        take(writer->flush());
        Result<void> result;
        {
            const FullDisk full;
            for (int step = 1001; result && step < 100'000; ++step) {
                result = writer->post(sampleStep(step));
            }
            QVERIFY(!writer->flush());
            QVERIFY(!writer->finish());
        }
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::kResource);
        QVERIFY2(result.error().message.find("no space left") != std::string::npos,
                 result.error().text().c_str());
        QCOMPARE(numErrors.load(), 1);
        const RunId run = take(writer->runId());
        writer.reset();
        auto store = take(RunStore::open(file_, OpenMode::kReadWrite));
        QCOMPARE(countWholeSteps(store, run), 1000);
        QCOMPARE(integrityOf(file_), "ok");
        storeRun(file_, sampleRun());
        QCOMPARE(take(store.list()).size(), 2U);
    }

    void openingOnAFullDisk() {
        const FullDisk full;
        const auto writer = RunWriter::open(file_);
        QVERIFY(!writer);
        QCOMPARE(writer.error().code, ErrorCode::kResource);
    }

    void twoWritersAndAReader() {
        constexpr int kSteps = 5000;
        std::vector<std::future<RunId>> writers;
        for (int i = 0; i < 2; ++i) {
            writers.push_back(std::async(std::launch::async, [&] {
                const auto writer = take(RunWriter::open(file_, {.interval = 1ms, .capacity = 64}));
                take(writer->post(sampleStart()));
                for (int step = 1; step <= kSteps; ++step) {
                    take(writer->post(sampleStep(step)));
                }
                take(writer->finish());
                return take(writer->runId());
            }));
        }
        const auto store = take(RunStore::open(file_, OpenMode::kReadWrite));
        while (writers[0].wait_for(0s) != std::future_status::ready ||
               writers[1].wait_for(0s) != std::future_status::ready) {
            for (const RunSummary& run : take(store.list())) {
                QVERIFY(run.steps <= kSteps);
            }
        }
        for (auto& writer : writers) {
            QCOMPARE(countWholeSteps(store, writer.get()), kSteps);
        }
        QCOMPARE(integrityOf(file_), "ok");
    }

    void killedInMidRun() {
        // LOOMSCOPE_KILLS=200 makes this the long form.
        const int numKills = std::max(1, qEnvironmentVariable("LOOMSCOPE_KILLS", "3").toInt());
        std::int64_t longestLossMs = 0;
        for (int i = 0; i < numKills; ++i) {
            QProcess child;
            child.start(QCoreApplication::applicationFilePath(),
                        {"--write", QString::fromStdString(file_.string())});
            QVERIFY(child.waitForStarted());
            QByteArray output;
            const auto enough =
                static_cast<qsizetype>(1000 + 7919 * i % 9000);  // bytes: another moment each time
            while (output.size() < enough) {
                QVERIFY(child.waitForReadyRead(10'000));
                output += child.readAllStandardOutput();
            }
            child.kill();
            QVERIFY(child.waitForFinished());
            output += child.readAllStandardOutput();
            const auto report = parseReport(output);

            QCOMPARE(integrityOf(file_), "ok");
            const auto store = take(RunStore::open(file_, OpenMode::kReadWrite));
            const RunSummary run = take(store.list()).front();
            QCOMPARE(run.status, RunStatus::kInterrupted);
            QCOMPARE(countWholeSteps(store, run.id), run.steps);
            const auto firstLost = std::find_if(report.begin(), report.end(),
                                                [&](const auto& line) { return line.first > run.steps; });
            if (firstLost != report.end()) {
                longestLossMs = std::max(longestLossMs, report.back().second - firstLost->second);
            }
        }
        qInfo("killed %d times; at most %lld ms of steps lost at an interval of %lld ms", numKills,
              static_cast<long long>(longestLossMs), static_cast<long long>(kInterval.count()));
        // The rest is for a machine that is busy with other things.
        QVERIFY(longestLossMs <= kInterval.count() + 200);
        QCOMPARE(take(take(RunStore::open(file_, OpenMode::kReadOnly)).list()).size(),
                 static_cast<std::size_t>(numKills));
    }

private:
    std::optional<TemporaryDirectory> folder_;
    fs::path file_;
};

}  // namespace loomscope

int main(int argc, char** argv) {
    if (argc == 3 && std::string_view(argv[1]) == "--write") {
        return loomscope::writeUntilKilled(argv[2]);
    }
    const QCoreApplication application(argc, argv);
    loomscope::RunWriterTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "run_writer_test.moc"
