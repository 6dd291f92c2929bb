// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/strong_id.h"

namespace loomscope {

/// Names one trainable parameter of a ParameterStore.
using ParameterId = StrongId<struct ParameterTag>;

}  // namespace loomscope
