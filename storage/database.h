// SPDX-License-Identifier: Apache-2.0
// Opening the SQLite file: settings, schema version, and the checks that keep other people's files safe.
#pragma once

#include "engine/base/result.h"
#include "storage/open_mode.h"

#include <SQLiteCpp/Database.h>

#include <filesystem>
#include <memory>

namespace loomscope {

/// An open connection, with the schema that this program knows or one that it can read.
struct OpenedDatabase {
    std::unique_ptr<SQLite::Database> database;
    bool isNewer = false;  ///< the schema is a newer program's; only ever when reading
};

/// Opens a connection for one thread. Writing: WAL, synchronous NORMAL, foreign keys, schema brought up to
/// date. Errors: as RunStore::open.
[[nodiscard]] Result<OpenedDatabase> openDatabase(const std::filesystem::path& file, OpenMode mode);

}  // namespace loomscope
