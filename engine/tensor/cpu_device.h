// SPDX-License-Identifier: Apache-2.0
// The CPU: products by oneDNN on the threads of our own pool.
#pragma once

#include "engine/tensor/device.h"

namespace loomscope {

class CpuDevice final : public Device {
public:
    explicit CpuDevice(int numThreads) : pool_(numThreads) {}

    [[nodiscard]] DeviceKind kind() const override { return DeviceKind::kCpu; }
    [[nodiscard]] std::string description() const override;
    [[nodiscard]] ThreadPool& pool() override { return pool_; }
    void product(const ProductCall& call) override;

private:
    ThreadPool pool_;
};

}  // namespace loomscope
