// SPDX-License-Identifier: Apache-2.0
#include "engine/data/dataset.h"
#include "engine/data/open/class_alignment.h"
#include "engine/data/open/file_collection.h"
#include "engine/data/open/file_format.h"
#include "engine/data/open/file_reader.h"
#include "engine/data/open/folder.h"
#include "engine/data/synthetic/synthetic_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

namespace loomscope {

namespace {

/// Reads the parts of a folder one after the other into one result.
class FolderReader {
public:
    FolderReader(const DataRequest& request, const JobControl& control)
        : request_(request), control_(control) {}

    Result<std::shared_ptr<const Dataset>> read(const std::optional<std::string>& path) {
        if (!path) {
            return nullptr;
        }
        LOOM_TRY(ReadResult part, readDataFile(*path, request_, control_));
        if (!kind_) {
            kind_ = part.info.kind;
        } else if (*kind_ != part.info.kind) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("the parts of folder {} don't belong together: {} holds records of the "
                                    "kind {}, the training part of the kind {}",
                                    request_.path, *path, name(part.info.kind), name(*kind_)));
        }
        if (!classNames_) {
            classNames_ = part.info.classNames;
        }
        alignClasses(*classNames_, part);
        report_.records += part.report.records;
        append(report_.rejected, std::move(part.report.rejected), part.info.name);
        append(report_.warnings, std::move(part.report.warnings), part.info.name);
        return makeDataset(std::move(part.info), std::move(part.examples));
    }

    [[nodiscard]] ReadReport takeReport() { return std::move(report_); }

private:
    static void append(std::vector<ReadProblem>& all, std::vector<ReadProblem> more,
                       const std::string& file) {
        for (ReadProblem& problem : more) {
            problem.message = fmt::format("{}: {}", file, problem.message);
            all.push_back(std::move(problem));
        }
    }

    const DataRequest& request_;
    const JobControl& control_;
    std::optional<StructureKind> kind_;
    std::optional<std::vector<std::string>> classNames_;  ///< of the training part
    ReadReport report_;
};

Result<OpenedData> openFolder(const DataRequest& request, const JobControl& control) {
    LOOM_TRY(const FolderParts parts, findParts(request.path));
    FolderReader reader(request, control);
    OpenedData opened;
    LOOM_TRY(opened.train, reader.read(parts.train));
    LOOM_TRY(opened.dev, reader.read(parts.dev));
    LOOM_TRY(opened.test, reader.read(parts.test));
    opened.report = reader.takeReport();
    return opened;
}

OpenedData asTraining(ReadResult read) {
    OpenedData opened{.report = std::move(read.report)};
    opened.train = makeDataset(std::move(read.info), std::move(read.examples));
    return opened;
}

bool isFolder(const std::string& path) {
    std::error_code unknown;
    return std::filesystem::is_directory(path, unknown);
}

}  // namespace

Result<StructureKind> structureOf(const DataRequest& request) {
    if (isSynthetic(request.path)) {
        LOOM_TRY(const DatasetInfo info, describeSynthetic(request.path));
        return info.kind;
    }
    std::string path = request.path;
    if (isFolder(path)) {
        if (!findStructureFiles(path).empty()) {
            return StructureKind::kMolecule;
        }
        LOOM_TRY(const FolderParts parts, findParts(path));
        path = parts.train;
    }
    LOOM_TRY(const std::string content, readUnpacked(path, {}));
    LOOM_TRY(const FileFormat format, chooseFormat(path, content, request.format));
    return kindOf(format);
}

Result<OpenedData> openData(const DataRequest& request, const JobControl& control) {
    if (isSynthetic(request.path)) {
        return openSynthetic(request.path, control);
    }
    if (request.path.empty()) {
        return fail(
            ErrorCode::kInvalid,
            "no data given: name a file, a folder with train, dev and test files, or a synthetic set");
    }
    if (isFolder(request.path)) {
        const std::vector<std::string> files = findStructureFiles(request.path);
        if (!files.empty()) {
            LOOM_TRY(ReadResult read, readCollection(request, files, control));
            return asTraining(std::move(read));
        }
        return openFolder(request, control);
    }
    LOOM_TRY(ReadResult read, readDataFile(request.path, request, control));
    return asTraining(std::move(read));
}

}  // namespace loomscope
