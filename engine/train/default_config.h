// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/train/run_config.h"

#include <string_view>

namespace loomscope {

/// The configuration that suits a model where the user says nothing else: optimiser, batch size, epochs. An
/// unknown model gets RunConfig's own values.
[[nodiscard]] RunConfig defaultConfig(std::string_view model);

}  // namespace loomscope
