// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/storage/sample_run.h"

#include "storage/run_writer.h"

#include <SQLiteCpp/Database.h>

#include <cmath>

namespace loomscope {
namespace {

constexpr int kStepsPerEpoch = 10;

std::vector<std::byte> sampleFile(int epoch) {
    return std::vector<std::byte>(static_cast<std::size_t>(1000 + epoch), static_cast<std::byte>(epoch));
}

bool isSame(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
}

}  // namespace

RunStarted sampleStart(std::string name) {
    RunStarted start;
    start.config.name = std::move(name);
    start.config.data.train = "trees/train.txt";
    start.config.train.seed = 0xFFFF'FFFF'FFFF'FFFE;
    start.numParameters = 316'800;
    start.trainExamples = 250;
    start.devExamples = 40;
    start.testExamples = 60;
    start.stepsPerEpoch = kStepsPerEpoch;
    start.dataHash = "c0ffee";
    start.device = "cpu, 2 threads";
    start.codeVersion = "0.1.0";
    start.modelState = R"({"words":["good","schön","𝛼"]})";
    return start;
}

StepDone sampleStep(std::int64_t step) {
    const auto x = static_cast<double>(step);
    return {.step = step,
            .epoch = static_cast<int>((step - 1) / kStepsPerEpoch) + 1,
            .loss = 1.0 / x,
            .examples = 25,
            .nodes = 900 + step,
            .batches = 40,
            .launches = 123,
            .gradientNorm = std::sqrt(x),
            .seconds = 0.36,
            .time = {.build = .01,
                     .plan = .02,
                     .gather = .03,
                     .product = .04,
                     .elementwise = .05,
                     .scatter = .06,
                     .update = .07,
                     .other = .08},
            .digest = 0x9E37'79B9'7F4A'7C15ULL * static_cast<std::uint64_t>(step)};
}

EpochDone sampleEpoch(int epoch, bool isBest) {
    return {.epoch = epoch,
            .step = epoch * kStepsPerEpoch,
            .trainLoss = 1.0 / epoch,
            .devLoss = 1.5 / epoch,
            .devMetrics = {{"root_accuracy", 0.3 + 0.01 * epoch}, {"node_accuracy", 0.6 + 0.01 * epoch}},
            .chosenMetric = "root_accuracy",
            .isBest = isBest,
            .examplesPerSecond = 1000.0 + epoch,
            .seconds = 2.5 * epoch};
}

CheckpointReady sampleCheckpoint(int epoch, bool isBest) {
    return {.epoch = epoch,
            .step = epoch * kStepsPerEpoch,
            .isBest = isBest,
            .file = std::make_shared<const std::vector<std::byte>>(sampleFile(epoch))};
}

std::vector<RunEvent> sampleRun(std::string name) {
    std::vector<RunEvent> events{sampleStart(std::move(name))};
    for (int epoch = 1; epoch <= 3; ++epoch) {
        for (int i = 1; i <= kStepsPerEpoch; ++i) {
            events.emplace_back(sampleStep((epoch - 1) * kStepsPerEpoch + i));
        }
        events.emplace_back(
            RunNotice{.step = epoch * kStepsPerEpoch, .kind = "skipped", .text = "record 7: no label"});
        events.emplace_back(sampleEpoch(epoch, epoch <= 2));
        events.emplace_back(sampleCheckpoint(epoch, epoch <= 2));
    }
    events.emplace_back(TestDone{.metrics = {{"root_accuracy", 0.29}, {"loss", 1.25}}, .bestEpoch = 2});
    events.emplace_back(RunEnded{.status = RunStatus::kFinished, .message = "", .seconds = 7.5});
    return events;
}

RunId storeRun(const std::filesystem::path& file, const std::vector<RunEvent>& events) {
    const auto writer = take(RunWriter::open(file));
    for (const RunEvent& event : events) {
        take(writer->post(event));
    }
    take(writer->finish());
    return take(writer->runId());
}

bool isSame(const StepDone& a, const StepDone& b) {
    return a.step == b.step && a.epoch == b.epoch && isSame(a.loss, b.loss) && a.examples == b.examples &&
           a.nodes == b.nodes && a.batches == b.batches && a.launches == b.launches &&
           isSame(a.gradientNorm, b.gradientNorm) && isSame(a.seconds, b.seconds) &&
           isSame(a.time.build, b.time.build) && isSame(a.time.plan, b.time.plan) &&
           isSame(a.time.gather, b.time.gather) && isSame(a.time.product, b.time.product) &&
           isSame(a.time.elementwise, b.time.elementwise) && isSame(a.time.scatter, b.time.scatter) &&
           isSame(a.time.update, b.time.update) && isSame(a.time.other, b.time.other) && a.digest == b.digest;
}

void runSql(const std::filesystem::path& file, const std::string& sql) {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
    database.exec(sql);
}

std::string integrityOf(const std::filesystem::path& file) {
    SQLite::Database database(file.string(), SQLite::OPEN_READWRITE);
    return database.execAndGet("PRAGMA integrity_check").getString();
}

}  // namespace loomscope
