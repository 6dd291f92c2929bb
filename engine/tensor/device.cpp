// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/device.h"

#include "engine/tensor/cpu_device.h"
#include "engine/tensor/cuda_device.h"

#include <fmt/format.h>

#include <thread>
#include <unistd.h>

namespace loomscope {

std::vector<DeviceInfo> listDevices() {
    const auto threads = static_cast<int>(std::thread::hardware_concurrency());
    const auto memory = static_cast<std::int64_t>(sysconf(_SC_PHYS_PAGES)) * sysconf(_SC_PAGESIZE);
    DeviceInfo cpu{.name = "cpu", .isAvailable = true, .threads = threads, .memoryBytes = memory};
    return {cpu, cudaDeviceInfo()};
}

Result<std::unique_ptr<Device>> makeDevice(std::string_view name, int numThreads) {
    if (numThreads < 1) {
        return fail(ErrorCode::kInvalid, fmt::format("number of threads is {}; give 1 or more", numThreads));
    }
    if (name == "cpu") {
        return std::make_unique<CpuDevice>(numThreads);
    }
    if (name == "cuda") {
        return fail(ErrorCode::kDevice,
                    fmt::format("device cuda can't be used: {}", cudaDeviceInfo().reason));
    }
    return fail(ErrorCode::kNotFound, fmt::format("no device is called '{}'; there are cpu and cuda", name));
}

}  // namespace loomscope
