// SPDX-License-Identifier: Apache-2.0
#include "engine/train/training_run.h"

#include "engine/params/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
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
            ended = {.status = RunStatus::kStopped, .message = fmt::format("stopped after step {}", step_)};
        }
    } catch (const std::bad_alloc&) {
        ended = {.status = RunStatus::kFailed,
                 .message = fmt::format("step {} needs more memory than there is; use a smaller train.batch",
                                        step_)};
    } catch (const std::exception& error) {
        ended = {.status = RunStatus::kFailed,
                 .message = fmt::format("an internal error, please report it: {}", error.what())};
    }
    if (check_) {
        result_.check = check_->totals();
        emit(RunNotice{.step = step_, .kind = "checked", .text = check_->text()});
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
                    .modelState = parts_.model->state()});
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
    for (int epoch = 1; epoch <= config.epochs; ++epoch) {
        LOOM_TRY(const Outcome trained, trainEpoch(epoch));
        const double trainLoss = epochLoss_ / static_cast<double>(std::max<std::int64_t>(epochExamples_, 1));
        LOOM_TRY(const Outcome finished, trained == Outcome::kStopped ? Result<Outcome>(trained)
                                                                      : finishWithAverage(epoch, trainLoss));
        if (finished == Outcome::kStopped) {
            saveCheckpoint(/*isBest=*/false);
            return Outcome::kStopped;
        }
        if (config.stopAfter > 0 && epoch - result_.bestEpoch >= config.stopAfter && epoch < config.epochs) {
            emit(RunNotice{.step = step_,
                           .kind = "early_stop",
                           .text = fmt::format("{} did not get better in {} epochs; epoch {} was the best",
                                               metric_, config.stopAfter, result_.bestEpoch)});
            break;
        }
    }
    return test();
}

Result<TrainingRun::Outcome> TrainingRun::trainEpoch(int epoch) {
    epoch_ = epoch;
    epochLoss_ = 0;
    epochExamples_ = 0;
    epochSeconds_ = 0;
    sampler_.startEpoch(epoch);
    queue_.start(sampler_.batch(0));
    for (std::int64_t batch = 0; batch < sampler_.numBatches(); ++batch) {
        if (shallStop()) {
            return Outcome::kStopped;
        }
        const bool isLast = batch + 1 == sampler_.numBatches();
        LOOM_TRY_VOID(step(epoch, sampler_.batch(batch),
                           isLast ? std::span<const std::int64_t>() : sampler_.batch(batch + 1)));
    }
    if (epochExamples_ == 0) {
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
            emit(RunNotice{.step = step_,
                           .kind = "not_finite",
                           .text = fmt::format("the dev loss of epoch {} is not finite; it starts at {}",
                                               epoch, evaluation.notFinite)});
        }
    } else {
        evaluation.metrics["loss"] = trainLoss;
    }
    LOOM_TRY_VOID(chooseMetric(evaluation));
    const auto found = evaluation.metrics.find(metric_);
    const bool hasValue = found != evaluation.metrics.end();
    const bool isBest = !best_ || (hasValue && isBetter(metric_, found->second, *best_));
    if (isBest) {
        best_ = hasValue ? std::optional(found->second) : std::nullopt;
        result_.bestEpoch = epoch;
        bestValues_.assign(parameters_.values().begin(), parameters_.values().end());
    }
    epochsWithoutBetter_ = isBest ? 0 : epochsWithoutBetter_ + 1;
    if (epochsWithoutBetter_ == parts_.config.optimiser.schedule.every) {
        ++plateaus_;
        epochsWithoutBetter_ = 0;
    }
    const EpochDone done{
        .epoch = epoch,
        .step = step_,
        .trainLoss = trainLoss,
        .devLoss = evaluation.loss,
        .devMetrics = parts_.data.dev ? evaluation.metrics : std::map<std::string, double>(),
        .chosenMetric = metric_,
        .isBest = isBest,
        .examplesPerSecond = static_cast<double>(epochExamples_) / std::max(epochSeconds_, 1e-9),
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
    if (!metric_.empty()) {
        return {};
    }
    metric_ = parts_.config.train.metric;
    if (metric_.empty()) {
        const std::string usual(defaultMetric(parts_.data.train->info()));
        metric_ = evaluation.metrics.contains(usual) ? usual : "loss";
    } else if (!evaluation.metrics.contains(metric_)) {
        std::string known;
        for (const auto& [name, value] : evaluation.metrics) {
            known += (known.empty() ? "" : ", ") + name;
        }
        return fail(
            ErrorCode::kInvalid,
            fmt::format("'train.metric' is {}, which this data does not give; it gives {}", metric_, known));
    }
    return {};
}

bool TrainingRun::shallStop() {
    if (control_->isPaused() && !control_->isStopRequested()) {
        emit(RunNotice{.step = step_, .kind = "paused", .text = fmt::format("paused after step {}", step_)});
        control_->waitWhilePaused();
        emit(RunNotice{.step = step_, .kind = "resumed", .text = "resumed"});
    }
    return control_->isStopRequested();
}

void TrainingRun::noteSkipped(const Dataset& dataset, std::span<const SkippedExample> skipped) {
    for (const SkippedExample& example : skipped) {
        if (reported_.insert({&dataset, example.index}).second) {
            emit(RunNotice{.step = step_, .kind = "skipped", .text = example.reason});
        }
    }
}

void TrainingRun::saveCheckpoint(bool isBest) {
    const std::map<std::string, std::string> metadata{{"program", "loomscope " LOOMSCOPE_VERSION},
                                                      {"model", parts_.config.model},
                                                      {"epoch", std::to_string(epoch_)},
                                                      {"step", std::to_string(step_)}};
    emit(CheckpointReady{
        .epoch = epoch_,
        .step = step_,
        .isBest = isBest,
        .file = std::make_shared<const std::vector<std::byte>>(encodeParameters(parameters_, metadata))});
}

double TrainingRun::seconds() const {
    return secondsSince(start_);
}

}  // namespace loomscope
