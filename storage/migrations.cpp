// SPDX-License-Identifier: Apache-2.0
#include "storage/migrations.h"

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

namespace loomscope {

void migrate(SQLite::Database& database, std::span<const Migration> steps) {
    const auto version = [&] { return database.execAndGet("PRAGMA user_version").getInt(); };
    if (version() >= steps.back().version) {
        return;
    }
    SQLite::Transaction transaction(database, SQLite::TransactionBehavior::IMMEDIATE);
    for (const int from = version(); const Migration& step : steps) {
        if (step.version > from) {
            database.exec(step.sql);
            database.exec(fmt::format("PRAGMA user_version={}", step.version));
        }
    }
    transaction.commit();
}

}  // namespace loomscope
