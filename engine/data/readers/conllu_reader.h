// SPDX-License-Identifier: Apache-2.0
// Reads dependency trees in CoNLL-U, the format of Universal Dependencies.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/readers/read_result.h"

#include <string>
#include <string_view>

namespace loomscope {

/// Reads all sentences. A node is a word; its category is DEPREL and, with `hasClasses`, its class UPOS
/// (kUniversalTags). Ranges and empty nodes are no nodes. The sentence's id is `sent_id`; its other comments
/// and its empty nodes are fields, and so is its text. A sentence that is no tree is rejected, and reading
/// goes on behind it; where an ID goes back to 1 without an empty line, a sentence begins, with a warning.
/// Errors: kParse if no sentence could be used, kCancelled. Cost: linear; no recursion.
[[nodiscard]] Result<ReadResult> readConllu(std::string_view bytes, const std::string& path, bool hasClasses,
                                            const JobControl& control = {});

}  // namespace loomscope
