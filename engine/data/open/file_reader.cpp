// SPDX-License-Identifier: Apache-2.0
#include "engine/data/open/file_reader.h"

#include "engine/data/open/file_format.h"
#include "engine/data/readers/conllu_reader.h"
#include "engine/data/readers/file_content.h"
#include "engine/data/readers/gzip.h"
#include "engine/data/readers/json_tree_reader.h"
#include "engine/data/readers/parent_reader.h"
#include "engine/data/readers/ptb_reader.h"
#include "engine/data/readers/sdf_reader.h"
#include "engine/data/readers/sick_reader.h"
#include "engine/data/readers/table_reader.h"
#include "engine/data/readers/tagged_reader.h"
#include "engine/data/readers/xyz_reader.h"

#include <fmt/format.h>

#include <utility>

namespace loomscope {

namespace {

/// Says so if classes were asked for, and the file has none.
void warnOfMissingClasses(const DataRequest& request, ReadResult& read) {
    const bool asksForClasses = request.format == "sst" || request.treeLabels == "sst-binary";
    if (asksForClasses && request.treeLabels != "none" && read.info.numClasses == 0) {
        read.report.warnings.push_back({.message = "the labels are names, not the numbers 0 to 4: they are "
                                                   "kept as categories, and no node has a class"});
    }
}

Result<ReadResult> readBrackets(const std::string& path, std::string_view content, const DataRequest& request,
                                const JobControl& control) {
    LOOM_TRY(const TreeLabels labels, parseTreeLabels(request.treeLabels));
    LOOM_TRY(ReadResult read, readPtb(content, path, labels, control));
    warnOfMissingClasses(request, read);
    return read;
}

}  // namespace

Result<std::string> readUnpacked(const std::string& path, const JobControl& control) {
    LOOM_TRY(std::string content, readFileContent(path, control));
    auto unpacked = unpackGzip(content);
    if (!unpacked) {
        Error error = std::move(unpacked).error();
        error.message = fmt::format("{}: {}", path, error.message);
        return fail(std::move(error));
    }
    return *unpacked ? std::move(**unpacked) : std::move(content);
}

Result<ReadResult> readDataFile(const std::string& path, const DataRequest& request,
                                const JobControl& control) {
    LOOM_TRY(const std::string content, readUnpacked(path, control));
    return readDataBytes(path, content, request, control);
}

Result<ReadResult> readDataBytes(const std::string& path, std::string_view content,
                                 const DataRequest& request, const JobControl& control) {
    LOOM_TRY(const FileFormat format, chooseFormat(path, content, request.format));
    switch (format) {
        case FileFormat::kTable:
            return readTable(path, content, request, control);
        case FileFormat::kJson:
            return readJsonTrees(content, path, control);
        case FileFormat::kJsonLines:
            return readJsonLines(content, path, control);
        case FileFormat::kConllu:
            return readConllu(content, path, request.treeLabels != "none", control);
        case FileFormat::kSick:
            return readSick(content, path, control);
        case FileFormat::kParents:
            return readParentFiles(content, path, request.companion, control);
        case FileFormat::kTagged:
            return readTagged(content, path, control);
        case FileFormat::kSdf:
            return readSdf(content, path, request, control);
        case FileFormat::kXyz:
            return readXyz(content, path, request, control);
        case FileFormat::kBrackets:
            break;
    }
    return readBrackets(path, content, request, control);
}

}  // namespace loomscope
