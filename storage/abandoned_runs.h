// SPDX-License-Identifier: Apache-2.0
// Runs that say they are running, though the process that trained them is gone.
#pragma once

#include "storage/run_record.h"

#include <SQLiteCpp/Database.h>

#include <string_view>
#include <vector>

namespace loomscope {

inline constexpr std::string_view kInterruptedMessage = "The program ended before the run did.";

/// Looks at the running runs only. Throws SQLite::Exception.
[[nodiscard]] std::vector<RunId> findAbandoned(SQLite::Database& database);

}  // namespace loomscope
