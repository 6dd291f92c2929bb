// SPDX-License-Identifier: Apache-2.0
// Reads files of trees in JSON.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/readers/read_result.h"

#include <string>
#include <string_view>

namespace loomscope {

/// Reads a JSON document: one tree, a list of trees, or a parent table (json_parent_table.h); how a tree is
/// read stands in json_tree.h. A spot that can't be used is left out with a warning that names its path.
/// Nodes with a number for `label` have it as their class. Errors: kParse with line and column if the text is
/// no JSON or holds no tree, kCancelled.
[[nodiscard]] Result<ReadResult> readJsonTrees(std::string_view bytes, const std::string& path,
                                               const JobControl& control = {});

/// Reads JSON lines: one tree a line; a line that is no JSON is rejected, and reading goes on. Errors: kParse
/// if there is no tree, kCancelled.
[[nodiscard]] Result<ReadResult> readJsonLines(std::string_view bytes, const std::string& path,
                                               const JobControl& control = {});

/// Whether a text holds more than one JSON value, one behind the other, or a first line that is one.
[[nodiscard]] bool looksLikeJsonLines(std::string_view text);

}  // namespace loomscope
