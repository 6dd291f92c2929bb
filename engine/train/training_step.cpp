// SPDX-License-Identifier: Apache-2.0
// The part of TrainingRun that handles one minibatch.
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

Result<void> TrainingRun::step(int epoch, std::span<const std::int64_t> indices) {
    const double start = seconds();
    parts_.builder.build(*parts_.data.train, indices, BuildMode::kTrain, minibatch_);
    noteSkipped(*parts_.data.train, minibatch_.skipped);
    if (minibatch_.losses.empty()) {
        return {};
    }
    ++step_;
    executor_.resetProfile();
    LOOM_TRY_VOID(executor_.forward(
        minibatch_.graph, minibatch_.schedule, parameters_,
        randomBits(parts_.config.train.seed, kDropoutStream, static_cast<std::uint64_t>(step_))));
    double loss = 0;
    for (const ValueId id : minibatch_.losses) {
        loss += executor_.value(id)[0];
    }
    const auto count = static_cast<std::int64_t>(minibatch_.losses.size());
    StepDone done{.step = step_,
                  .epoch = epoch,
                  .loss = loss / static_cast<double>(count),
                  .examples = count,
                  .nodes = static_cast<std::int64_t>(minibatch_.graph.numNodes()),
                  .batches = static_cast<std::int64_t>(minibatch_.schedule.batches.size())};
    if (!std::isfinite(loss)) {
        return failNotFinite(done, "loss");
    }
    parameters_.clearGradients();
    executor_.backward(minibatch_.losses, 1.0F / static_cast<float>(count), parameters_);
    const double updateStart = seconds();
    LOOM_TRY_VOID(update(done));
    const double end = seconds();
    done.launches = executor_.profile().launches;
    done.seconds = end - start;
    done.time = splitTime(minibatch_, executor_.profile(), end - updateStart, done.seconds);
    epochLoss_ += loss;
    epochExamples_ += count;
    epochSeconds_ += done.seconds;
    emit(done);
    return {};
}

Result<void> TrainingRun::update(StepDone& done) {
    const OptimiserConfig& config = parts_.config.optimiser;
    ThreadPool& pool = parts_.device->pool();
    const UpdatePlan plan(parameters_);
    done.gradientNorm = gradientNorm(parameters_, plan, &pool);
    if (!std::isfinite(done.gradientNorm)) {
        return failNotFinite(done, "gradient");
    }
    parts_.optimiser->step(parameters_, plan,
                           {.rate = static_cast<float>(config.rate),
                            .gradientScale = clipFactor(done.gradientNorm, config.clip),
                            .l2 = static_cast<float>(config.l2),
                            .pool = &pool});
    digest_ = stepDigest(digest_, done.loss, parameters_, plan, &pool);
    done.digest = digest_;
    return {};
}

Result<void> TrainingRun::failNotFinite(const StepDone& done, std::string_view what) {
    const std::string text = fmt::format(
        "the {} of epoch {}, step {} is not finite. The weights before that step are kept; a smaller "
        "optimiser.rate, or an optimiser.clip, may help",
        what, done.epoch, done.step);
    emit(RunNotice{.step = done.step, .kind = "not_finite", .text = text});
    saveCheckpoint(/*isBest=*/false);
    return fail(ErrorCode::kInvalid, text);
}

}  // namespace loomscope
