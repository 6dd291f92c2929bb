// SPDX-License-Identifier: Apache-2.0
#include "storage/database.h"

#include "storage/migrations.h"
#include "storage/sqlite_error.h"

#include <SQLiteCpp/Statement.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include <cctype>
#include <chrono>
#include <fcntl.h>
#include <sqlite3.h>
#include <system_error>
#include <thread>
#include <unistd.h>

namespace loomscope {
namespace {

namespace fs = std::filesystem;

constexpr int kApplicationId = 0x4C4F4F4D;  // "LOOM"

std::unique_ptr<SQLite::Database> connect(const std::string& name, int flags) {
    // One thread at a time uses a connection, so SQLite's own locks would only cost.
    return std::make_unique<SQLite::Database>(name, flags | SQLite::OPEN_NOMUTEX, kBusyTimeoutMs);
}

/// Repeats work that found the store busy, as long as the busy timeout. SQLite waits by itself for nearly all
/// locks, but not for those around the change to WAL mode and its recovery, when several programs open a new
/// store at once.
template <class Work>
auto whileBusy(const Work& work) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(kBusyTimeoutMs);
    while (true) {
        try {
            return work();
        } catch (const SQLite::Exception& exception) {
            if (exception.getErrorCode() != SQLITE_BUSY || std::chrono::steady_clock::now() >= deadline) {
                throw;
            }
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
}

/// Names the file as a URI that promises SQLite that nobody changes it, so that no side file is needed.
std::string immutableUri(const fs::path& file) {
    std::string uri = "file:";
    for (const char c : fs::absolute(file).string()) {
        const bool isPlain =
            std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '-' || c == '.';
        uri += isPlain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return uri + "?immutable=1";
}

/// A store in WAL mode needs side files even for reading. In a folder where they can't be made, and without a
/// log that has yet to be merged, the file alone is complete.
std::unique_ptr<SQLite::Database> connectForReading(const fs::path& file) {
    std::error_code error;
    const auto log = fs::path(file).concat("-wal");
    const bool hasLog = fs::exists(log, error) && fs::file_size(log, error) > 0;
    const auto folder = fs::absolute(file).parent_path();
    if (!hasLog && ::faccessat(AT_FDCWD, folder.c_str(), W_OK, AT_EACCESS) != 0) {
        return connect(immutableUri(file), SQLite::OPEN_READONLY | SQLite::OPEN_URI);
    }
    return connect(file.string(), SQLite::OPEN_READONLY);
}

tl::unexpected<Error> failNoStore(const fs::path& file) {
    return fail(ErrorCode::kNotFound,
                fmt::format("There is no store at {}. Train a run to make it, or name another "
                            "with --store.",
                            file.string()));
}

/// Checks that the file is ours and of a schema that the mode can use; returns whether that schema is newer
/// than ours.
Result<bool> checkSchema(SQLite::Database& database, const fs::path& file, OpenMode mode) {
    const SQLite::Transaction snapshot(database);  // another process may be making the store at this moment
    const int version = database.execAndGet("PRAGMA user_version").getInt();
    const int application = database.execAndGet("PRAGMA application_id").getInt();
    const int known = currentSchemaVersion();
    const bool isEmpty =
        version == 0 && database.execAndGet("SELECT count(*) FROM sqlite_master").getInt() == 0;
    if (!isEmpty && application != kApplicationId) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("{} is an SQLite file, but no store of runs. It was left as it "
                                "is; name another file with --store.",
                                file.string()));
    }
    if (isEmpty && mode == OpenMode::kReadOnly) {
        return failNoStore(file);
    }
    if (version > known) {
        const bool isReadable = database.execAndGet("SELECT readable_from FROM store").getInt() <= known;
        if (isReadable && mode == OpenMode::kReadOnly) {
            return true;
        }
        return fail(
            ErrorCode::kVersion,
            fmt::format(
                "The store {} has schema version {}, and this program knows versions up to {}. Update "
                "Loomscope, or use another store with --store.{}",
                file.string(), version, known, isReadable ? " Its runs can still be listed." : ""));
    }
    if (version < known && mode == OpenMode::kReadOnly) {
        return fail(
            ErrorCode::kVersion,
            fmt::format("The store {} has schema version {}, and this program reads version {}. Open it once "
                        "for writing to bring it up to date.",
                        file.string(), version, known));
    }
    return false;
}

Result<OpenedDatabase> openForReading(const fs::path& file) {
    std::error_code error;
    if (!fs::exists(file, error)) {
        return fail(
            ErrorCode::kNotFound,
            fmt::format("There is no store at {}. Train a run to make it, or name another with --store.",
                        file.string()));
    }
    const auto open = [&]() -> Result<OpenedDatabase> {
        auto database = connectForReading(file);
        LOOM_TRY(const bool isNewer, checkSchema(*database, file, OpenMode::kReadOnly));
        return OpenedDatabase{std::move(database), isNewer};
    };
    return guarded(file, [&] { return whileBusy(open); });
}

Result<OpenedDatabase> openForWriting(const fs::path& file) {
    std::error_code error;
    if (file.has_parent_path() && !fs::exists(file.parent_path(), error)) {
        fs::create_directories(file.parent_path(), error);
        if (error) {
            return fail(ErrorCode::kIo,
                        fmt::format("The folder {} can't be made: {}. Use another store with --store.",
                                    file.parent_path().string(), error.message()));
        }
    }
    const auto open = [&]() -> Result<OpenedDatabase> {
        auto database = connect(file.string(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE);
        LOOM_TRY_VOID(checkSchema(*database, file, OpenMode::kReadWrite));
        if (sqlite3_db_readonly(database->getHandle(), "main") != 0) {
            throw SQLite::Exception("attempt to write a readonly database", SQLITE_READONLY);
        }
        database->exec(
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
            "PRAGMA journal_size_limit=67108864");
        migrate(*database, migrations());
        return OpenedDatabase{std::move(database), false};
    };
    return guarded(file, [&] { return whileBusy(open); });
}

}  // namespace

Result<OpenedDatabase> openDatabase(const fs::path& file, OpenMode mode) {
    std::error_code error;
    if (fs::is_directory(file, error)) {
        return fail(ErrorCode::kIo,
                    fmt::format("{} is a folder, not a store. Name a file in it, for example {}.",
                                file.string(), (file / "runs.sqlite").string()));
    }
    return mode == OpenMode::kReadOnly ? openForReading(file) : openForWriting(file);
}

}  // namespace loomscope
