// SPDX-License-Identifier: Apache-2.0
// The part of TrainingRun that handles one minibatch.
#include "engine/exec/non_finite.h"
#include "engine/optim/clip.h"
#include "engine/train/digest.h"
#include "engine/train/training_run.h"

#include <fmt/format.h>

#include <cmath>

namespace loomscope {

namespace {

/// Keeps the random numbers of dropout apart from those of the sampler, which uses the epochs as streams.
constexpr std::uint64_t kDropoutStream = 0xD20900F5;

TimeSplit splitTime(const Minibatch& minibatch, const Profile& profile, double update, double total) {
    TimeSplit time{.build = minibatch.buildSeconds,
                   .plan = minibatch.planSeconds + profile.plan,
                   .gather = profile.gather,
                   .product = profile.product,
                   .elementwise = profile.elementwise,
                   .scatter = profile.scatter,
                   .update = update};
    time.other = std::max(0.0, total - (time.build + time.plan + time.gather + time.product +
                                        time.elementwise + time.scatter + time.update));
    return time;
}

}  // namespace

Result<void> TrainingRun::step(int epoch, std::span<const std::int64_t> indices,
                               std::span<const std::int64_t> next) {
    const double start = seconds();
    minibatch_ = &queue_.take();
    if (!next.empty()) {
        queue_.start(next);
    }
    noteSkipped(*parts_.data.train, minibatch_->skipped);
    if (minibatch_->losses.empty()) {
        return {};
    }
    ++progress_.step;
    executor_.resetProfile();
    LOOM_TRY_VOID(executor_.plan(minibatch_->graph, minibatch_->schedule));
    const double caughtUp = catchUp();
    LOOM_TRY_VOID(executor_.run(parameters_, dropoutSeed()));
    double loss = 0;
    for (const ValueId id : minibatch_->losses) {
        loss += executor_.value(id)[0];
    }
    const auto count = static_cast<std::int64_t>(minibatch_->losses.size());
    const StepExamples examples{.dataset = *parts_.data.train, .indices = indices};
    StepDone done{.step = progress_.step,
                  .epoch = epoch,
                  .loss = loss / static_cast<double>(count),
                  .examples = count,
                  .nodes = static_cast<std::int64_t>(minibatch_->graph.numNodes()),
                  .batches = static_cast<std::int64_t>(minibatch_->schedule.batches.size())};
    if (!std::isfinite(loss)) {
        return failNotFinite(done, "loss", examples);
    }
    LOOM_TRY_VOID(executor_.backward(minibatch_->losses, 1.0F / static_cast<float>(count), parameters_));
    LOOM_TRY_VOID(checkBatching(done, examples));
    const double updateStart = seconds();
    LOOM_TRY_VOID(update(done, examples));
    const double end = seconds();
    done.launches = executor_.profile().launches;
    done.seconds = end - start;
    done.time = splitTime(*minibatch_, executor_.profile(), caughtUp + end - updateStart, done.seconds);
    progress_.epochLoss += loss;
    progress_.epochExamples += count;
    progress_.epochSeconds += done.seconds;
    emit(done);
    return {};
}

double TrainingRun::catchUp() {
    const double start = seconds();
    parameters_.clearGradients();
    executor_.touchTables(parameters_);
    updatePlan_.assign(parameters_);
    parts_.optimiser->catchUp(parameters_, updatePlan_, &parts_.device->pool());
    return seconds() - start;
}

Result<void> TrainingRun::update(StepDone& done, const StepExamples& examples) {
    const OptimiserConfig& config = parts_.config.optimiser;
    ThreadPool& pool = parts_.device->pool();
    const UpdatePlan& plan = updatePlan_;
    done.gradientNorm = gradientNorm(parameters_, plan, &pool);
    if (!std::isfinite(done.gradientNorm)) {
        return failNotFinite(done, "gradient", examples);
    }
    parts_.optimiser->step(parameters_, plan,
                           {.rate = static_cast<float>(config.rate * rateFactorNow()),
                            .gradientScale = clipFactor(done.gradientNorm, config.clip),
                            .l2 = static_cast<float>(config.l2),
                            .pool = &pool});
    if (average_) {
        parts_.optimiser->catchUpAll(parameters_, &pool);
        average_->add(parameters_, &pool);
    }
    progress_.digest = stepDigest(progress_.digest, done.loss, parameters_, plan, &pool);
    done.digest = progress_.digest;
    return {};
}

double TrainingRun::rateFactorNow() {
    const double factor =
        rateFactor(parts_.config.optimiser.schedule, {.step = progress_.step,
                                                      .stepsPerEpoch = sampler_.numBatches(),
                                                      .epochs = parts_.config.train.epochs,
                                                      .plateaus = static_cast<int>(progress_.plateaus)});
    const std::string& kind = parts_.config.optimiser.schedule.kind;
    const bool isWarm = progress_.step > parts_.config.optimiser.schedule.warmup;
    if (factor != progress_.rateFactor && isWarm && (kind == "step" || kind == "plateau")) {
        emit(RunNotice{.step = progress_.step,
                       .kind = "rate_changed",
                       .text = fmt::format("the rate is {:.3g} from step {} on",
                                           factor * parts_.config.optimiser.rate, progress_.step)});
    }
    progress_.rateFactor = factor;
    return factor;
}

Result<void> TrainingRun::checkBatching(const StepDone& done, const StepExamples& examples) {
    if (!check_) {
        return {};
    }
    LOOM_TRY(const auto difference,
             check_->compare(*minibatch_, {.executor = executor_, .parameters = parameters_}, dropoutSeed()));
    if (!difference) {
        return {};
    }
    const std::string text = fmt::format("epoch {}, step {} is not the same batched and unbatched: {}{}",
                                         done.epoch, done.step, difference->text("batched", "unbatched"),
                                         examples.textOf(minibatch_->graph, difference->node));
    emit(RunNotice{.step = done.step, .kind = "difference", .text = text});
    return fail(ErrorCode::kInternal, text);
}

Result<void> TrainingRun::failNotFinite(const StepDone& done, std::string_view what,
                                        const StepExamples& examples) {
    const float scale = 1.0F / static_cast<float>(minibatch_->losses.size());
    auto first =
        findNonFiniteValue(executor_, minibatch_->graph, minibatch_->schedule, parameters_, dropoutSeed());
    if (!first) {
        first = findNonFiniteGradient(executor_, minibatch_->graph, minibatch_->schedule, minibatch_->losses,
                                      scale, parameters_);
    }
    const std::string where = first ? fmt::format("; it starts at {}{}", first->text(),
                                                  examples.textOf(minibatch_->graph, first->node))
                                    : "";
    const bool isUsable = !first || first->kind != NonFiniteNumber::Kind::kParameter;
    const std::string text = fmt::format(
        "the {} of epoch {}, step {} is not finite{}. {}; a smaller optimiser.rate, or an optimiser.clip, "
        "may help",
        what, done.epoch, done.step, where,
        isUsable ? "The weights before that step are kept"
                 : "The update before it made the weights too large");
    emit(RunNotice{.step = done.step, .kind = "not_finite", .text = text});
    if (isUsable) {
        parts_.optimiser->catchUpAll(parameters_, &parts_.device->pool());
        saveCheckpoint(/*isBest=*/false);
    }
    return fail(ErrorCode::kInvalid, text);
}

std::uint64_t TrainingRun::dropoutSeed() const {
    return randomBits(parts_.config.train.seed, kDropoutStream, static_cast<std::uint64_t>(progress_.step));
}

}  // namespace loomscope
