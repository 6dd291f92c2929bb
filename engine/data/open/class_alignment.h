// SPDX-License-Identifier: Apache-2.0
// One numbering of classes for all parts of a dataset.
#pragma once

#include "engine/data/readers/read_result.h"

#include <string>
#include <vector>

namespace loomscope {

/// Gives the tags of a part the numbers that the training part's classes have, by name. A tag that the
/// training part does not know gets no class, with one warning for all. Parts without tags stay as they are.
void alignClasses(const std::vector<std::string>& trainNames, ReadResult& part);

}  // namespace loomscope
