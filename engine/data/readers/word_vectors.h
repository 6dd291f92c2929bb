// SPDX-License-Identifier: Apache-2.0
// Reads vectors of words in the text forms of GloVe and word2vec.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/vocabulary.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

/// What was found of a vocabulary.
struct WordVectorReport {
    std::int64_t found = 0;  ///< words of the vocabulary that have a vector now
    std::vector<ReadProblem> warnings;
};

/// Copies the vectors of known words into a table [words.size(), width]; rows of other words stay as they
/// are.
///
/// A line is a word and `width` numbers parted by blanks; a first line of two whole numbers is word2vec's
/// header. A word that contains blanks ends where the numbers begin; of two lines for a word the first
/// counts. A line that can't be used is warned of, the first hundred by themselves. The file is read line by
/// line: memory does not grow with it. Errors: kNotFound, kIo; kInvalid for vectors of another width, which
/// says both; kParse if no line holds a vector; kCancelled.
[[nodiscard]] Result<WordVectorReport> readWordVectors(const std::string& path, const Vocabulary& words,
                                                       std::int64_t width, std::span<float> table,
                                                       const JobControl& control = {});

}  // namespace loomscope
