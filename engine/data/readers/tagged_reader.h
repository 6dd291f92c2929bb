// SPDX-License-Identifier: Apache-2.0
// Reads sentences of tagged words, one word a line, as the shared tasks of CoNLL have them.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/readers/read_result.h"

#include <string>
#include <string_view>

namespace loomscope {

/// Whether a text looks like tagged words: several blocks of lines parted by empty ones, as many columns on
/// each line, no number in the last.
[[nodiscard]] bool looksLikeTagged(std::string_view head);

/// Reads all sentences. Columns are parted by tabs where the first line has one, else by blanks; the first is
/// the word, the last its tag. An empty line ends a sentence; lines of -DOCSTART- and comments (# and another
/// number of columns) are passed over. Tags get classes in the order of their names. A sentence with a line
/// of another number of columns is rejected, and reading goes on behind it. Errors: kParse if no sentence
/// could be used, kCancelled.
[[nodiscard]] Result<ReadResult> readTagged(std::string_view bytes, const std::string& path,
                                            const JobControl& control = {});

}  // namespace loomscope
