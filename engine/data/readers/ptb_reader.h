// SPDX-License-Identifier: Apache-2.0
// Reads bracketed trees: Penn Treebank files and the Stanford Sentiment Treebank.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/readers/read_result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace loomscope {

/// How the label behind an opening bracket is taken.
enum class TreeLabels : std::uint8_t {
    kNone,  ///< always a category by name
    kSst,   ///< 0–4 is a class; any other number is an error of its tree; names are categories
    kSstBinary,  ///< 0, 1 → class 0; 3, 4 → class 1; 2 → no class, and a tree with it at the root is left out
};

/// Errors: kInvalid, naming the three ("none", "sst", "sst-binary").
[[nodiscard]] Result<TreeLabels> parseTreeLabels(std::string_view name);

/// Reads all trees of a text.
///
/// Only space, tab, CR and LF separate. A tree may run over lines, a line may hold several trees. A tree that
/// can't be used is rejected with its record, line and column (in characters), and reading goes on behind it;
/// where a closing bracket is missing, at the next line that begins with a tree. Text between trees is warned
/// of, once a line. A nameless bracket around a single other one is left out. Several words in one bracket,
/// or words beside phrases, become nodes of their own (Tree::Node::isBareWord).
///
/// `path` names the file in the result. DatasetInfo::format is "sst" if a class was read, else "ptb".
/// Errors: kParse if no tree could be used, kCancelled. Cost: linear; no recursion.
[[nodiscard]] Result<ReadResult> readPtb(std::string_view text, const std::string& path, TreeLabels labels,
                                         const JobControl& control = {});

}  // namespace loomscope
