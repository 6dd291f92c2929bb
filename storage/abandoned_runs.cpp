// SPDX-License-Identifier: Apache-2.0
#include "storage/abandoned_runs.h"

#include "storage/process_identity.h"
#include "storage/statement.h"

#include <optional>

namespace loomscope {
namespace {

constexpr std::int64_t kLongSilenceMs = 60'000;

struct RunningRun {
    RunId run{};
    std::optional<std::string> boot;  ///< nothing: no process owns it
    ProcessIdentity process;
    std::int64_t heartbeat = 0;
};

bool isAbandoned(const RunningRun& one) {
    if (!one.boot) {
        return true;
    }
    const Liveness liveness = livenessOf(one.process);
    const bool isSilent = millisecondsSinceBoot() - one.heartbeat > kLongSilenceMs;
    return liveness == Liveness::kGone || (liveness == Liveness::kUnknown && isSilent);
}

}  // namespace

std::vector<RunId> findAbandoned(SQLite::Database& database) {
    SQLite::Statement statement(database,
                                "SELECT id, boot, pid_namespace, pid, pid_started, heartbeat "
                                "FROM run LEFT JOIN owner ON owner.run = run.id WHERE status = 'running'");
    std::vector<RunId> abandoned;
    while (statement.executeStep()) {
        RunningRun one;
        readRow(statement, one.run, one.boot, one.process.pidNamespace, one.process.pid, one.process.started,
                one.heartbeat);
        one.process.boot = one.boot.value_or("");
        if (isAbandoned(one)) {
            abandoned.push_back(one.run);
        }
    }
    return abandoned;
}

}  // namespace loomscope
