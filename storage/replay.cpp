// SPDX-License-Identifier: Apache-2.0
#include "storage/replay.h"

#include "engine/train/trainer.h"
#include "storage/replay_comparison.h"

#include <fmt/format.h>

namespace loomscope {
namespace {

Error cannotRepeat(const RunSummary& summary, Error error) {
    return std::move(error).withContext(
        fmt::format("repeating run {} (what it stored can still be viewed)", summary.key));
}

}  // namespace

Result<ReplayReport> verifyReplay(const RunStore& store, RunId run, const ReplayOptions& options) {
    LOOM_TRY(const RunRecord record, store.run(run));
    LOOM_TRY(RunConfig config, parseRunConfig(record.config));
    config.engine.threads = options.threads.value_or(config.engine.threads);
    LOOM_TRY(ReplayComparison comparison, ReplayComparison::make(store, run));

    TrainControl control;
    std::optional<Error> storeError;
    const RunObserver observer = [&](const RunEvent& event) {
        if (control.isStopRequested()) {
            return;
        }
        const auto isMore = comparison.compare(event);
        if (!isMore) {
            storeError = isMore.error();
        }
        if (!isMore || !*isMore || options.job.stop.stop_requested()) {
            control.requestStop();
        }
        if (const auto* step = std::get_if<StepDone>(&event); step != nullptr && options.job.report) {
            options.job.report({.what = "repeating", .done = step->step, .total = record.summary.steps});
        }
    };
    const auto repeated = train(config, control, observer, options.job);
    if (!repeated) {
        return fail(cannotRepeat(record.summary, repeated.error()));
    }
    if (storeError) {
        return fail(std::move(*storeError));
    }
    ReplayReport report = comparison.finish();
    if (options.job.stop.stop_requested() && report.difference && report.difference->field == "steps") {
        return fail(ErrorCode::kCancelled,
                    fmt::format("stopped after {} equal steps of {}", report.steps, record.summary.steps));
    }
    return report;
}

}  // namespace loomscope
