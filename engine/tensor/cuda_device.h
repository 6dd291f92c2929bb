// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/tensor/device.h"

namespace loomscope {

/// Says whether this build and this machine can use CUDA, and if not, why.
[[nodiscard]] DeviceInfo cudaDeviceInfo();

}  // namespace loomscope
