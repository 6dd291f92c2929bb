// SPDX-License-Identifier: Apache-2.0
// Words of treebanks as files write them, and as people read them.
#pragma once

#include <string>
#include <string_view>

namespace loomscope {

/// Undoes the escapes of treebank files: -LRB- and its kin become brackets, and a backslash before / * ( ) [
/// ] { } goes away. Vocabularies and screens use this form; files and Tree::tokens keep the raw one.
[[nodiscard]] std::string displayToken(std::string_view raw);

}  // namespace loomscope
