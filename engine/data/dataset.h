// SPDX-License-Identifier: Apache-2.0
// A dataset: size() and at(i), and what its readers have to say about the records they could not use.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/example.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

enum class StructureKind : std::uint8_t { kTree, kMolecule, kSequence, kLattice };
enum class Task : std::uint8_t { kNone, kClassification, kRegression };

[[nodiscard]] std::string_view name(StructureKind kind);  // "tree", "molecule", …
[[nodiscard]] std::string_view name(Task task);           // "none", "classification", "regression"

/// What is true of all records of a dataset.
struct DatasetInfo {
    std::string name;    ///< file or folder name, for people
    std::string path;    ///< as the user gave it
    std::string format;  ///< "ptb", "csv", "synthetic", …
    StructureKind kind = StructureKind::kTree;
    Task task = Task::kNone;
    std::int32_t numClasses = 0;           ///< of node or example labels; 0 if there are none
    std::vector<std::string> classNames;   ///< one a class where the file names them, or empty
    std::vector<std::string> targetNames;  ///< one per entry of Example::targets
    std::string contentHash;               ///< hex digest of what was read; equal content, equal hash
};

/// One thing that a reader could not use, or used with a doubt.
struct ReadProblem {
    std::int64_t record = 0;
    std::int64_t line = 0;
    std::int64_t column = 0;
    std::string message;
};

/// What a reader has to say beside the records.
struct ReadReport {
    std::int64_t records = 0;  ///< loaded
    std::vector<ReadProblem> rejected;
    std::vector<ReadProblem> warnings;
};

/// Random access to examples. Threads: immutable once opened, safe to share.
class Dataset {
public:
    virtual ~Dataset() = default;
    [[nodiscard]] virtual const DatasetInfo& info() const = 0;
    [[nodiscard]] virtual std::int64_t size() const = 0;
    [[nodiscard]] virtual std::shared_ptr<const Example> at(std::int64_t index) const = 0;
};

/// Makes a dataset of examples that are in memory.
[[nodiscard]] std::shared_ptr<const Dataset> makeDataset(
    DatasetInfo info, std::vector<std::shared_ptr<const Example>> examples);
/// Makes a dataset of some examples of another, in the order of `indices`.
[[nodiscard]] std::shared_ptr<const Dataset> subset(const Dataset& whole,
                                                    std::span<const std::int64_t> indices);

/// What the user asked to open: the data arguments of every command and of the window.
struct DataRequest {
    std::string path;                   ///< file, folder, or synthetic:NAME?key=value&…
    std::optional<std::string> format;  ///< overrides recognition by content
    std::optional<std::string> smilesColumn;
    std::vector<std::string> targetColumns;
    std::optional<Task> task;
    std::optional<char> delimiter;
    std::optional<std::string> companion;  ///< file with the targets, if they are elsewhere
    std::string treeLabels = "sst";        ///< none, sst, sst-binary
    std::string keptColumn;                ///< of a table: its text becomes a field of the records
    bool guessBonds = false;               ///< of coordinates without bonds, by their distances
};

/// What opening gave: one dataset, or the parts of a folder.
struct OpenedData {
    std::shared_ptr<const Dataset> train;
    std::shared_ptr<const Dataset> dev;   ///< null unless the folder has one
    std::shared_ptr<const Dataset> test;  ///< null unless the folder has one
    ReadReport report;                    ///< of all parts together
};

/// Opens a file, a folder with train/dev/test, or a synthetic set. Implemented in data/open.cpp, above the
/// readers. Errors: kNotFound, kIo, kParse (nothing usable), kInvalid (unknown column, format, option),
/// kCancelled. Threads: call from any thread; long work reports to `control` and stops when asked.
[[nodiscard]] Result<OpenedData> openData(const DataRequest& request, const JobControl& control = {});

/// What kind of structure openData would give, by a look at names and at the head of the file: no record is
/// read. Errors: as openData, of what it looks at.
[[nodiscard]] Result<StructureKind> structureOf(const DataRequest& request);

}  // namespace loomscope
