// SPDX-License-Identifier: Apache-2.0
// The schema's history. Files once released are never edited; a change is a new file in migrations/.
#pragma once

#include <span>
#include <string_view>

namespace SQLite {
class Database;
}

namespace loomscope {

/// What brings a store from schema version−1 to `version`.
struct Migration {
    int version = 0;
    std::string_view name;
    const char* sql = "";
};

/// All migrations in order, from version 1 on. Embedded when the program is built.
[[nodiscard]] std::span<const Migration> migrations();

/// The schema version that this program writes.
[[nodiscard]] inline int currentSchemaVersion() {
    return migrations().back().version;
}

/// Brings an open database to `target` in one transaction. Two processes may do so at once: the second finds
/// it done. Throws SQLite::Exception; the database is then as it was.
void migrate(SQLite::Database& database, std::span<const Migration> steps);

}  // namespace loomscope
