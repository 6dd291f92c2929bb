// SPDX-License-Identifier: Apache-2.0
#include "engine/train/training_run.h"

#include "engine/params/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <new>

namespace loomscope {

namespace {

std::string text(const ReadProblem& problem) {
    return fmt::format("record {}, line {}: {}", problem.record, problem.line, problem.message);
}

/// One line for all records that could not be read, or that were read with a doubt.
std::optional<RunNotice> noticeOf(std::string kind, std::string_view what,
                                  const std::vector<ReadProblem>& problems) {
    if (problems.empty()) {
        return std::nullopt;
    }
    return RunNotice{
        .kind = std::move(kind),
        .text = fmt::format("{} records {}; the first: {}", problems.size(), what, text(problems[0]))};
}

}  // namespace

TrainingRun::TrainingRun(TrainingParts parts, ParameterStore parameters, TrainControl& control,
                         const RunObserver& observer)
    : parts_(std::move(parts)),
      parameters_(std::move(parameters)),
      control_(&control),
      observer_(&observer),
      executor_(*parts_.device),
      sampler_(parts_.data.train->size(), parts_.config.train.batch, parts_.config.train.seed),
      queue_(parts_.builder, *parts_.data.train, BuildMode::kTrain, parts_.device->pool().numThreads() > 1) {
    if (parts_.config.optimiser.average > 0) {
        average_.emplace(parts_.config.optimiser.average);
    }
    if (parts_.config.engine.check > 0) {
        check_.emplace(*parts_.device, parameters_, parts_.config.engine.check);
    }
}

RunResult TrainingRun::run() {
    announce();
    RunEnded ended;
    try {
        const Result<Outcome> outcome = trainAndTest();
        if (!outcome) {
            ended = {.status = RunStatus::kFailed, .message = outcome.error().text()};
        } else if (*outcome == Outcome::kStopped) {
            ended = {.status = RunStatus::kStopped,
                     .message = fmt::format("stopped after step {}", progress_.step)};
        }
    } catch (const std::bad_alloc&) {
        ended = {.status = RunStatus::kFailed,
                 .message = fmt::format("step {} needs more memory than there is; use a smaller train.batch",
                                        progress_.step)};
    } catch (const std::exception& error) {
        ended = {.status = RunStatus::kFailed,
                 .message = fmt::format("an internal error, please report it: {}", error.what())};
    }
    if (check_) {
        result_.check = check_->totals();
        emit(RunNotice{.step = progress_.step, .kind = "checked", .text = check_->text()});
    }
    ended.seconds = seconds();
    result_.status = ended.status;
    result_.seconds = ended.seconds;
    emit(ended);
    return std::move(result_);
}

void TrainingRun::announce() {
    const auto sizeOf = [](const auto& part) { return part ? part->size() : 0; };
    result_.numParameters = parameters_.size();
    emit(RunStarted{.config = parts_.config,
                    .numParameters = parameters_.size(),
                    .trainExamples = sizeOf(parts_.data.train),
                    .devExamples = sizeOf(parts_.data.dev),
                    .testExamples = sizeOf(parts_.data.test),
                    .stepsPerEpoch = sampler_.numBatches(),
                    .dataHash = parts_.data.hash,
                    .device = parts_.device->description(),
                    .codeVersion = LOOMSCOPE_VERSION,
                    .modelState = parts_.model->state(),
                    .resumedAt = resumedAt_});
    for (const RunNotice& notice : parts_.notices) {
        emit(notice);
    }
    for (const auto& notice : {noticeOf("rejected", "could not be read", parts_.data.report.rejected),
                               noticeOf("warning", "were read with a doubt", parts_.data.report.warnings)}) {
        if (notice) {
            emit(*notice);
        }
    }
}

Result<TrainingRun::Outcome> TrainingRun::trainAndTest() {
    const TrainConfig& config = parts_.config.train;
    while (progress_.epoch <= config.epochs) {
        const auto epoch = static_cast<int>(progress_.epoch);
        LOOM_TRY(const Outcome trained, trainEpoch(epoch));
        parts_.optimiser->catchUpAll(parameters_, &parts_.device->pool());
        const double trainLoss =
            progress_.epochLoss / static_cast<double>(std::max<std::int64_t>(progress_.epochExamples, 1));
        LOOM_TRY(const Outcome finished, trained == Outcome::kStopped ? Result<Outcome>(trained)
                                                                      : finishWithAverage(epoch, trainLoss));
        if (finished == Outcome::kStopped) {
            saveCheckpoint(/*isBest=*/false);
            saveState();
            return Outcome::kStopped;
        }
        progress_.startNextEpoch();
        if (config.stopAfter > 0 && epoch - result_.bestEpoch >= config.stopAfter && epoch < config.epochs) {
            emit(RunNotice{.step = progress_.step,
                           .kind = "early_stop",
                           .text = fmt::format("{} did not get better in {} epochs; epoch {} was the best",
                                               progress_.metric, config.stopAfter, result_.bestEpoch)});
            break;
        }
        if (progress_.epoch <= config.epochs) {
            saveStateIfDue();
        }
    }
    saveState();
    return test();
}

Result<TrainingRun::Outcome> TrainingRun::trainEpoch(int epoch) {
    sampler_.startEpoch(epoch);
    std::int64_t& batch = progress_.batch;
    if (batch < sampler_.numBatches()) {
        queue_.start(sampler_.batch(batch));
    }
    for (; batch < sampler_.numBatches(); ++batch) {
        if (shallStop()) {
            return Outcome::kStopped;
        }
        const bool isLast = batch + 1 == sampler_.numBatches();
        LOOM_TRY_VOID(step(epoch, sampler_.batch(batch),
                           isLast ? std::span<const std::int64_t>() : sampler_.batch(batch + 1)));
    }
    if (progress_.epochExamples == 0) {
        return fail(ErrorCode::kInvalid, "no example of the training set has anything to learn from");
    }
    return Outcome::kDone;
}

Result<TrainingRun::Outcome> TrainingRun::finishWithAverage(int epoch, double trainLoss) {
    if (!average_) {
        return finishEpoch(epoch, trainLoss);
    }
    average_->swapWith(parameters_);
    auto outcome = finishEpoch(epoch, trainLoss);
    average_->swapWith(parameters_);
    return outcome;
}

Result<TrainingRun::Outcome> TrainingRun::finishEpoch(int epoch, double trainLoss) {
    Evaluation evaluation{.loss = trainLoss};
    if (parts_.data.dev) {
        LOOM_TRY(evaluation, evaluate(*parts_.model, parameters_, *parts_.data.dev, parts_.builder, executor_,
                                      parts_.config.train.batch, [this] { return shallStop(); }));
        if (!evaluation.isComplete) {
            return Outcome::kStopped;
        }
        noteSkipped(*parts_.data.dev, evaluation.skipped);
        if (!evaluation.notFinite.empty()) {
            emit(RunNotice{.step = progress_.step,
                           .kind = "not_finite",
                           .text = fmt::format("the dev loss of epoch {} is not finite; it starts at {}",
                                               epoch, evaluation.notFinite)});
        }
    } else {
        evaluation.metrics["loss"] = trainLoss;
    }
    LOOM_TRY_VOID(chooseMetric(evaluation));
    const auto found = evaluation.metrics.find(progress_.metric);
    const bool hasValue = found != evaluation.metrics.end();
    const bool isBest =
        std::isnan(progress_.best) || (hasValue && isBetter(progress_.metric, found->second, progress_.best));
    if (isBest) {
        progress_.best = hasValue ? found->second : std::numeric_limits<double>::quiet_NaN();
        progress_.bestEpoch = epoch;
        result_.bestEpoch = epoch;
        bestValues_.assign(parameters_.values().begin(), parameters_.values().end());
    }
    progress_.epochsWithoutBetter = isBest ? 0 : progress_.epochsWithoutBetter + 1;
    if (progress_.epochsWithoutBetter == parts_.config.optimiser.schedule.every) {
        ++progress_.plateaus;
        progress_.epochsWithoutBetter = 0;
    }
    const EpochDone done{.epoch = epoch,
                         .step = progress_.step,
                         .trainLoss = trainLoss,
                         .devLoss = evaluation.loss,
                         .devMetrics = parts_.data.dev ? evaluation.metrics : std::map<std::string, double>(),
                         .chosenMetric = progress_.metric,
                         .isBest = isBest,
                         .examplesPerSecond = static_cast<double>(progress_.epochExamples) /
                                              std::max(progress_.epochSeconds, 1e-9),
                         .seconds = seconds()};
    result_.epochs.push_back(done);
    emit(done);
    if (isBest) {
        saveCheckpoint(/*isBest=*/true);
    }
    return Outcome::kDone;
}

Result<TrainingRun::Outcome> TrainingRun::test() {
    std::ranges::copy(bestValues_, parameters_.values().begin());
    if (!parts_.data.test) {
        return Outcome::kDone;
    }
    LOOM_TRY(Evaluation evaluation,
             evaluate(*parts_.model, parameters_, *parts_.data.test, parts_.builder, executor_,
                      parts_.config.train.batch, [this] { return shallStop(); }));
    if (!evaluation.isComplete) {
        return Outcome::kStopped;
    }
    noteSkipped(*parts_.data.test, evaluation.skipped);
    result_.test = evaluation.metrics;
    emit(TestDone{.metrics = std::move(evaluation.metrics), .bestEpoch = result_.bestEpoch});
    return Outcome::kDone;
}

Result<void> TrainingRun::chooseMetric(const Evaluation& evaluation) {
    if (!progress_.metric.empty()) {
        return {};
    }
    progress_.metric = parts_.config.train.metric;
    if (progress_.metric.empty()) {
        const std::string usual(defaultMetric(parts_.data.train->info()));
        progress_.metric = evaluation.metrics.contains(usual) ? usual : "loss";
    } else if (!evaluation.metrics.contains(progress_.metric)) {
        std::string known;
        for (const auto& [name, value] : evaluation.metrics) {
            known += (known.empty() ? "" : ", ") + name;
        }
        return fail(ErrorCode::kInvalid,
                    fmt::format("'train.metric' is {}, which this data does not give; it gives {}",
                                progress_.metric, known));
    }
    return {};
}

bool TrainingRun::shallStop() {
    if (control_->isPaused() && !control_->isStopRequested()) {
        emit(RunNotice{.step = progress_.step,
                       .kind = "paused",
                       .text = fmt::format("paused after step {}", progress_.step)});
        control_->waitWhilePaused();
        emit(RunNotice{.step = progress_.step, .kind = "resumed", .text = "resumed"});
    }
    return control_->isStopRequested();
}

void TrainingRun::noteSkipped(const Dataset& dataset, std::span<const SkippedExample> skipped) {
    for (const SkippedExample& example : skipped) {
        if (reported_.insert({&dataset, example.index}).second) {
            emit(RunNotice{.step = progress_.step, .kind = "skipped", .text = example.reason});
        }
    }
}

void TrainingRun::saveCheckpoint(bool isBest) {
    const bool isAveraged = average_ && !isBest;  // the best are exchanged already
    if (isAveraged) {
        average_->swapWith(parameters_);
    }
    const std::map<std::string, std::string> metadata{{"program", "loomscope " LOOMSCOPE_VERSION},
                                                      {"model", parts_.config.model},
                                                      {"epoch", std::to_string(progress_.epoch)},
                                                      {"step", std::to_string(progress_.step)}};
    emit(CheckpointReady{
        .epoch = static_cast<int>(progress_.epoch),
        .step = progress_.step,
        .isBest = isBest,
        .file = std::make_shared<const std::vector<std::byte>>(encodeParameters(parameters_, metadata))});
    if (isAveraged) {
        average_->swapWith(parameters_);
    }
}

double TrainingRun::seconds() const {
    return progress_.seconds + secondsSince(start_);
}

}  // namespace loomscope
