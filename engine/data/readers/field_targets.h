// SPDX-License-Identifier: Apache-2.0
// Targets of records that say them by name, as the properties of an SDF do.
#pragma once

#include "engine/base/result.h"
#include "engine/data/readers/read_result.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

/// Chooses which fields are targets and reads them into the examples: those of `wanted`, else every one that
/// is not named as an identifier and is a number in at least half of the records that have it. A record
/// without such a field, or with an empty one, has no such target; one that is no number is warned of.
/// Errors: kInvalid for a wanted field that no record has; the message lists those that there are.
[[nodiscard]] Result<void> readFieldTargets(std::span<const std::shared_ptr<Example>> examples,
                                            std::span<const std::string> wanted, ReadResult& result);

}  // namespace loomscope
