// SPDX-License-Identifier: Apache-2.0
// Words of a model that begin with vectors from a file.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/readers/word_vectors.h"
#include "engine/models/model.h"

#include <string>

namespace loomscope {

/// Fills the table `words` of a model's parameters from a file (readWordVectors). Errors: kInvalid for a
/// model without words; those of readWordVectors.
[[nodiscard]] Result<WordVectorReport> fillWords(const Model& model, const std::string& path,
                                                 ParameterStore& parameters, const JobControl& control);

}  // namespace loomscope
