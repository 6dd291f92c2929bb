// SPDX-License-Identifier: Apache-2.0
#include "storage/run_store.h"

#include "storage/database.h"
#include "storage/summary_query.h"
#include "storage/transaction.h"

namespace loomscope {

RunStore::RunStore(std::filesystem::path file, OpenMode mode, bool isNewer,
                   std::unique_ptr<SQLite::Database> database)
    : file_(std::move(file)), mode_(mode), isNewer_(isNewer), database_(std::move(database)) {}

RunStore::RunStore(RunStore&&) noexcept = default;
RunStore& RunStore::operator=(RunStore&&) noexcept = default;
RunStore::~RunStore() = default;

Result<RunStore> RunStore::open(const std::filesystem::path& file, OpenMode mode) {
    LOOM_TRY(OpenedDatabase opened, openDatabase(file, mode));
    RunStore store(file, mode, opened.isNewer, std::move(opened.database));
    if (mode == OpenMode::kReadWrite) {
        LOOM_TRY_VOID(store.markInterrupted());
    }
    return store;
}

Result<std::int64_t> RunStore::dataVersion() const {
    return guarded(file_, [&]() -> Result<std::int64_t> {
        return database_->execAndGet("PRAGMA data_version").getInt64();
    });
}

Result<std::vector<RunSummary>> RunStore::list() const {
    return readStore(*database_, file_,
                     [&]() -> Result<std::vector<RunSummary>> { return querySummaries(*database_); });
}

Result<RunSummary> RunStore::summary(RunId run) const {
    return readStore(*database_, file_, [&]() -> Result<RunSummary> {
        auto found = querySummary(*database_, run);
        return found ? Result<RunSummary>(std::move(*found)) : failNoSuchRun(run);
    });
}

Result<RunId> RunStore::find(std::string_view keyOrName) const {
    return readStore(*database_, file_, [&]() -> Result<RunId> {
        // A key beats a name, and a whole one beats a beginning.
        for (const char* sql :
             {"SELECT id, key FROM run WHERE key = ?1", "SELECT id, key FROM run WHERE name = ?1",
              "SELECT id, key FROM run WHERE substr(key, 1, length(?1)) = ?1 AND ?1 <> ''"}) {
            auto statement = select(*database_, sql, keyOrName);
            std::vector<RunId> found;
            std::string keys;
            while (statement.executeStep()) {
                std::string key;
                readRow(statement, found.emplace_back(), key);
                keys += (keys.empty() ? "" : ", ") + key;
            }
            if (found.size() == 1) {
                return found.front();
            }
            if (!found.empty()) {
                return fail(ErrorCode::kInvalid,
                            fmt::format("'{}' can be any of the runs {}.", keyOrName, keys));
            }
        }
        return fail(ErrorCode::kNotFound,
                    fmt::format("No run in {} has the key or name '{}'. `loomscope runs list` "
                                "shows those there are.",
                                file_.string(), keyOrName));
    });
}

Result<RunRecord> RunStore::run(RunId run) const {
    return readStore(*database_, file_, [&]() -> Result<RunRecord> {
        auto statement = select(*database_,
                                "SELECT seed, data_hash, code_version, device, parameters, train_examples, "
                                "dev_examples, test_examples, steps_per_epoch, config, script, model_state "
                                "FROM definition WHERE run = ?",
                                run);
        auto found = querySummary(*database_, run);
        if (!found || !statement.executeStep()) {
            return failNoSuchRun(run);
        }
        RunRecord record{.summary = std::move(*found)};
        readRow(statement, record.seed, record.dataHash, record.codeVersion, record.device,
                record.numParameters, record.trainExamples, record.devExamples, record.testExamples,
                record.stepsPerEpoch, record.config, record.script, record.modelState);
        return record;
    });
}

}  // namespace loomscope
