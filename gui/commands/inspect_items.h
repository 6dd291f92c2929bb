// SPDX-License-Identifier: GPL-3.0-or-later
// One record as JSON.
#pragma once

#include "engine/data/dataset.h"

#include <nlohmann/json.hpp>

namespace loomscope {

/// What `inspect --json --records` says of a record: its place, its structure, targets (null where one is
/// missing) and the fields that its file has beside them.
[[nodiscard]] nlohmann::json itemJson(const Example& example, const DatasetInfo& info);

}  // namespace loomscope
