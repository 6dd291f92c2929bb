// SPDX-License-Identifier: Apache-2.0
#include "storage/resumed_run.h"

#include <fmt/format.h>

#include <utility>

namespace loomscope {

Result<ResumedRun> readResumedRun(const RunStore& store, RunId run) {
    LOOM_TRY(const RunRecord record, store.run(run));
    const std::string& key = record.summary.key;
    if (record.summary.status == RunStatus::kRunning) {
        return fail(ErrorCode::kInvalid, fmt::format("run {} is being trained; stop it first", key));
    }
    const auto kept = store.artifact(run, ArtifactKind::kState);
    if (!kept) {
        return kept.error().code == ErrorCode::kNotFound
                   ? fail(ErrorCode::kNotFound,
                          fmt::format("run {} ended before it kept anything to go on from; start it anew",
                                      key))
                   : fail(kept.error());
    }
    ResumedRun resumed{.id = run};
    LOOM_TRY(resumed.config, parseRunConfig(record.config));
    auto state = decodeState(kept->bytes);
    if (!state) {
        return fail(std::move(state).error().withContext(fmt::format("reading what run {} kept", key)));
    }
    resumed.state = std::move(*state);
    return resumed;
}

}  // namespace loomscope
