// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/models/model.h"

namespace loomscope {

/// Checks options against what a model knows.
/// Errors: kInvalid for an unknown name, with the nearest known one, and for a value outside of its range.
[[nodiscard]] Result<void> checkOptions(const ModelInfo& info, const ModelOptions& options);

/// Returns the value of every option of the model, the default where `options` has none. `options` must be
/// valid.
[[nodiscard]] ModelOptions completeOptions(const ModelInfo& info, const ModelOptions& options);

}  // namespace loomscope
