// SPDX-License-Identifier: Apache-2.0
// Where numbers are kept and worked on. Passed in, never global.
#pragma once

#include "engine/base/result.h"
#include "engine/base/thread_pool.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

enum class DeviceKind : std::uint8_t { kCpu, kCuda };

/// Whether an operand of a product is read as it lies or transposed.
enum class Transpose : std::uint8_t { kNo, kYes };

/// A matrix as it lies in memory, row-major, `stride` floats from row to row; or its transpose.
struct MatrixSource {
    Transpose transpose = Transpose::kNo;
    const float* data = nullptr;
    std::int64_t stride = 0;
};

/// C = op(A)·op(B) + beta·C, row-major: C is m×n, op(A) m×k, op(B) k×n; strides are lengths of stored rows.
/// With `bias`, numBiases rows of n numbers, their sum is added to each row of op(A)·op(B), and beta is 0.
struct ProductCall {
    Transpose transposeA = Transpose::kNo;
    Transpose transposeB = Transpose::kNo;
    std::int64_t m = 0, n = 0, k = 0;
    const float* a = nullptr;
    std::int64_t strideA = 0;
    const float* b = nullptr;
    std::int64_t strideB = 0;
    const float* packedB =
        nullptr;  ///< op(B) as Device::pack lays it out: saves time; or null. A is not transposed
    float beta = 0.0F;
    const float* bias = nullptr;
    std::int64_t numBiases = 1;
    float* c = nullptr;
    std::int64_t strideC = 0;
};

/// A device that can run the engine. Threads: one executor at a time.
class Device {
public:
    virtual ~Device() = default;
    [[nodiscard]] virtual DeviceKind kind() const = 0;
    /// "cpu, 2 threads".
    [[nodiscard]] virtual std::string description() const = 0;
    [[nodiscard]] virtual ThreadPool& pool() = 0;
    /// Runs a matrix product, in chunks that do not depend on the number of threads.
    virtual void product(const ProductCall& call) = 0;
    /// Floats of a k×n matrix that is laid out for many products.
    [[nodiscard]] virtual std::int64_t packedFloats(std::int64_t k, std::int64_t n) const = 0;
    /// Lays out op(source), k×n, as ProductCall::packedB.
    virtual void pack(const MatrixSource& source, std::int64_t k, std::int64_t n, float* packed) = 0;
};

/// What `loomscope devices` and the Train form show.
struct DeviceInfo {
    std::string name;  ///< "cpu", "cuda"
    bool isAvailable = false;
    std::string reason;  ///< why not, or what it is
    int threads = 0;
    std::int64_t memoryBytes = 0;
};
[[nodiscard]] std::vector<DeviceInfo> listDevices();

/// Errors: kNotFound for an unknown name, kDevice with the reason for one that can't be used.
[[nodiscard]] Result<std::unique_ptr<Device>> makeDevice(std::string_view name, int numThreads);

}  // namespace loomscope
