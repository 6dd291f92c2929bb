// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/cuda_device.h"

namespace loomscope {

DeviceInfo cudaDeviceInfo() {
    return {.name = "cuda",
            .reason = "built without CUDA; install the CUDA Toolkit and build again to use a card"};
}

}  // namespace loomscope
