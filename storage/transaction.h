// SPDX-License-Identifier: Apache-2.0
// The two ways in which the store's functions touch the file.
#pragma once

#include "storage/sqlite_error.h"
#include "storage/statement.h"

#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

namespace loomscope {

/// Runs `work` (which returns a Result) on one unchanging picture of the file.
template <class Work>
auto readStore(SQLite::Database& database, const std::filesystem::path& file, const Work& work)
    -> decltype(work()) {
    return guarded(file, [&] {
        const SQLite::Transaction snapshot(database);
        return work();
    });
}

/// Runs `work` (which returns a Result) and keeps what it wrote if it succeeds.
template <class Work>
auto changeStore(SQLite::Database& database, const std::filesystem::path& file, const Work& work)
    -> decltype(work()) {
    return guarded(file, [&] {
        SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
        auto result = work();
        if (result) {
            transaction.commit();
        }
        return result;
    });
}

[[nodiscard]] inline tl::unexpected<Error> failNoSuchRun(RunId run) {
    return fail(ErrorCode::kNotFound,
                fmt::format("There is no run number {} in the store; it may have been deleted.",
                            static_cast<std::int64_t>(run)));
}

}  // namespace loomscope
