// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/read_result.h"

#include "engine/data/content_hash.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

namespace loomscope {

ReadResult beginResult(const std::string& path, std::string_view bytes, std::string format,
                       StructureKind kind) {
    ReadResult result;
    result.info.name = std::filesystem::path(path).filename().string();
    result.info.path = path;
    result.info.format = std::move(format);
    result.info.kind = kind;
    result.info.contentHash = contentHash(bytes);
    return result;
}

Result<ReadResult> finishResult(ReadResult result, std::string_view what) {
    ReadReport& report = result.report;
    std::ranges::stable_sort(report.rejected, {}, &ReadProblem::line);
    std::ranges::stable_sort(report.warnings, {}, &ReadProblem::line);
    report.records = static_cast<std::int64_t>(result.examples.size());
    if (!result.examples.empty()) {
        return result;
    }
    const std::string& path = result.info.path;
    if (report.rejected.empty()) {
        return fail(ErrorCode::kParse, fmt::format("no {} in file {}", what, path));
    }
    const ReadProblem& first = report.rejected.front();
    return fail(ErrorCode::kParse,
                fmt::format("no usable {} in file {}: {} rejected. The first: {}", what, path,
                            report.rejected.size(), first.message),
                {.file = path, .record = first.record, .line = first.line, .column = first.column});
}

Error readingCancelled(const std::string& path) {
    return {.code = ErrorCode::kCancelled, .message = fmt::format("reading {} was cancelled", path)};
}

}  // namespace loomscope
