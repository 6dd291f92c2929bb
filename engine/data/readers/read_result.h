// SPDX-License-Identifier: Apache-2.0
// What every reader gives back.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// The records of one file, what is true of all of them, and what could not be used.
struct ReadResult {
    DatasetInfo info;
    std::vector<std::shared_ptr<const Example>> examples;
    ReadReport report;
};

/// An empty result for a file of these bytes: name, path, kind and content hash are set.
[[nodiscard]] ReadResult beginResult(const std::string& path, std::string_view bytes, std::string format,
                                     StructureKind kind);

/// Counts the records, orders what is reported by line, and gives the result back. Errors: kParse with the
/// first problem if there is no record; `what` names what was looked for ("sentence").
[[nodiscard]] Result<ReadResult> finishResult(ReadResult result, std::string_view what);

/// The error of a reader that was asked to stop.
[[nodiscard]] Error readingCancelled(const std::string& path);

}  // namespace loomscope
