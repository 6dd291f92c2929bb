// SPDX-License-Identifier: Apache-2.0
// Reading runs, and changing what people say about them. Training writes through RunWriter.
#pragma once

#include "engine/base/result.h"
#include "storage/open_mode.h"
#include "storage/run_record.h"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace SQLite {
class Database;
}

namespace loomscope {

enum class Mark : std::uint8_t { kOff, kOn };

/// An open file of runs. Every function returns values; no statement stays open, so writers are never held
/// up. Threads: one at a time; a thread that reads often opens its own. Errors of every function: kIo (file,
/// damage), kResource (disk full, locked for longer than five seconds), kNotFound (no such run).
class RunStore {
public:
    /// Opens a store. kReadWrite makes folder and file if missing, brings an old schema up to date, and marks
    /// runs whose process is gone as interrupted. kReadOnly changes nothing, and works in a read-only folder.
    /// Errors: kNotFound (reading what is not there), kVersion (the file is of a newer program; reading is
    /// allowed if that program said so, see isNewer()), kInvalid (another program's SQLite file), kIo,
    /// kResource.
    [[nodiscard]] static Result<RunStore> open(const std::filesystem::path& file, OpenMode mode);

    RunStore(RunStore&&) noexcept;
    RunStore& operator=(RunStore&&) noexcept;
    ~RunStore();

    [[nodiscard]] const std::filesystem::path& file() const { return file_; }
    [[nodiscard]] OpenMode mode() const { return mode_; }
    /// Whether a newer program wrote the file, so that it can be read here but not written.
    [[nodiscard]] bool isNewer() const { return isNewer_; }
    /// A number that differs whenever another connection has changed the file since the last call. Costs
    /// microseconds, so a window may poll it to see runs that other processes train.
    [[nodiscard]] Result<std::int64_t> dataVersion() const;

    /// All runs, newest first, archived ones too.
    [[nodiscard]] Result<std::vector<RunSummary>> list() const;
    [[nodiscard]] Result<RunSummary> summary(RunId run) const;
    /// Finds the run that a person means by a key, the unique beginning of a key, or a name.
    /// Errors: kNotFound; kInvalid if several runs fit, naming their keys.
    [[nodiscard]] Result<RunId> find(std::string_view keyOrName) const;
    [[nodiscard]] Result<RunRecord> run(RunId run) const;

    /// Steps from number `fromStep` on, at most `limit`, in order. NaN and infinities come back as they were.
    [[nodiscard]] Result<std::vector<StepDone>> steps(
        RunId run, std::int64_t fromStep = 1,
        std::int64_t limit = std::numeric_limits<std::int64_t>::max()) const;
    [[nodiscard]] Result<std::vector<EpochDone>> epochs(RunId run) const;
    [[nodiscard]] Result<std::vector<MetricValue>> metrics(RunId run) const;
    [[nodiscard]] Result<std::vector<StoredNotice>> events(RunId run) const;
    /// Errors: kNotFound if the run has kept no such file.
    [[nodiscard]] Result<Artifact> artifact(RunId run, ArtifactKind kind) const;

    Result<void> rename(RunId run, std::string_view name);
    Result<void> addTag(RunId run, std::string_view tag);
    Result<void> removeTag(RunId run, std::string_view tag);
    Result<void> setStar(RunId run, Mark star);
    Result<void> setArchived(RunId run, Mark archived);
    Result<void> setNotes(RunId run, std::string_view notes);
    /// Deletes a run and all that belongs to it. Errors: kInvalid while it is running.
    Result<void> remove(RunId run);

    /// Marks running runs whose process is gone as interrupted; open() does this already. Returns how many
    /// there were.
    Result<int> markInterrupted();

private:
    RunStore(std::filesystem::path file, OpenMode mode, bool isNewer,
             std::unique_ptr<SQLite::Database> database);
    std::filesystem::path file_;
    OpenMode mode_ = OpenMode::kReadOnly;
    bool isNewer_ = false;
    std::unique_ptr<SQLite::Database> database_;
};

}  // namespace loomscope
