// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/cuda_device.h"

#include <fmt/format.h>

#include <cuda_runtime_api.h>

namespace loomscope {

DeviceInfo cudaDeviceInfo() {
    int count = 0;
    const cudaError_t status = cudaGetDeviceCount(&count);
    if (status != cudaSuccess || count == 0) {
        const char* why = status == cudaSuccess ? "no card found" : cudaGetErrorString(status);
        return {.name = "cuda", .reason = fmt::format("no usable card: {}", why)};
    }
    cudaDeviceProp properties{};
    cudaGetDeviceProperties(&properties, 0);
    return {.name = "cuda",
            .reason = fmt::format("{}: found, but this version computes on the CPU only", properties.name),
            .memoryBytes = static_cast<std::int64_t>(properties.totalGlobalMem)};
}

}  // namespace loomscope
