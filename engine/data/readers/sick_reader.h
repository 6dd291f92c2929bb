// SPDX-License-Identifier: Apache-2.0
// Reads SICK: pairs of sentences with how related they are, and whether one follows from the other.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/readers/read_result.h"

#include <string>
#include <string_view>

namespace loomscope {

/// Whether a text begins with the header of such a table.
[[nodiscard]] bool looksLikeSick(std::string_view text);

/// Reads a table with the columns pair_ID, sentence_A, sentence_B, relatedness_score (or none) and
/// entailment_judgment or entailment_label (or none), in any order, parted by tabs; a quote means nothing. An
/// example is a pair (sick_pair.h) whose root has the judgment as its class; the score is its target; the
/// sentences and the judgment are fields too. A row that lacks a sentence is rejected. Errors: kParse if
/// nothing could be used, kCancelled.
[[nodiscard]] Result<ReadResult> readSick(std::string_view bytes, const std::string& path,
                                          const JobControl& control = {});

}  // namespace loomscope
