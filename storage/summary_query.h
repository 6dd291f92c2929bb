// SPDX-License-Identifier: Apache-2.0
// Reading the lines of a list of runs.
#pragma once

#include "storage/run_record.h"

#include <SQLiteCpp/Database.h>

#include <optional>
#include <vector>

namespace loomscope {

/// Newest first. Costs a few index look-ups a run. Throws SQLite::Exception.
[[nodiscard]] std::vector<RunSummary> querySummaries(SQLite::Database& database);
/// Nothing if there is no such run. Throws SQLite::Exception.
[[nodiscard]] std::optional<RunSummary> querySummary(SQLite::Database& database, RunId run);

}  // namespace loomscope
