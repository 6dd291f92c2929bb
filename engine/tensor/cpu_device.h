// SPDX-License-Identifier: Apache-2.0
// The CPU: products by our own kernel where one factor is packed, else by oneDNN, on the threads of our own
// pool.
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
    [[nodiscard]] std::int64_t packedFloats(std::int64_t k, std::int64_t n) const override;
    void pack(const MatrixSource& source, std::int64_t k, std::int64_t n, float* packed) override;

private:
    ThreadPool pool_;
};

}  // namespace loomscope
