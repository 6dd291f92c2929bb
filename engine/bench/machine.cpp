// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/machine.h"

#include "engine/base/clock.h"
#include "engine/base/rng.h"

#include <algorithm>
#include <fstream>
#include <thread>

namespace loomscope {

namespace {

double secondsOf(Device& device, const ProductCall& call, int repeats) {
    const auto start = Clock::now();
    for (int i = 0; i < repeats; ++i) {
        device.product(call);
    }
    return secondsSince(start) / repeats;
}

double bestGflops(Device& device, const ProductCall& call) {
    constexpr int kTrials = 7;
    constexpr double kSecondsPerTrial = 0.02;
    const double once = secondsOf(device, call, 2);
    const int repeats = std::max(1, static_cast<int>(kSecondsPerTrial / once));
    double best = once;
    for (int trial = 0; trial < kTrials; ++trial) {
        best = std::min(best, secondsOf(device, call, repeats));
    }
    return 2e-9 * static_cast<double>(call.m * call.n * call.k) / best;
}

ProductRate measure(Device& device, std::int64_t m, std::int64_t n, std::int64_t k) {
    Rng rng(1);
    std::vector<float> a(static_cast<std::size_t>(m * k));
    std::vector<float> b(static_cast<std::size_t>(k * n));
    std::vector<float> c(static_cast<std::size_t>(m * n));
    for (auto* matrix : {&a, &b}) {
        std::generate(matrix->begin(), matrix->end(),
                      [&rng] { return static_cast<float>(rng.uniform(-1, 1)); });
    }
    ProductCall call{.m = m,
                     .n = n,
                     .k = k,
                     .a = a.data(),
                     .strideA = k,
                     .b = b.data(),
                     .strideB = n,
                     .c = c.data(),
                     .strideC = n};
    ProductRate rate{.m = m, .n = n, .k = k, .gflops = bestGflops(device, call)};
    std::vector<float> packed(static_cast<std::size_t>(device.packedFloats(k, n)));
    device.pack({.data = b.data(), .stride = n}, k, n, packed.data());
    call.packedB = packed.data();
    rate.packedGflops = bestGflops(device, call);
    return rate;
}

/// The first "model name" of /proc/cpuinfo.
std::string processorName() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) {
            return line.substr(colon + 2);
        }
    }
    return "unknown processor";
}

/// Bytes read and written a second by a copy between two arrays of 64 MiB.
double measureCopies(ThreadPool& pool) {
    constexpr std::size_t kChunk = std::size_t{1} << 18;
    constexpr std::size_t kChunks = 64;
    constexpr int kTrials = 7;
    const std::vector<float> source(kChunk * kChunks, 1.0F);
    std::vector<float> target(source.size());
    double best = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
        const auto start = Clock::now();
        pool.parallelFor(kChunks, [&](std::int64_t i) {
            const auto first = static_cast<std::ptrdiff_t>(i) * static_cast<std::ptrdiff_t>(kChunk);
            std::copy_n(source.begin() + first, kChunk, target.begin() + first);
        });
        const double seconds = secondsSince(start);
        best = std::max(best, 2.0 * static_cast<double>(source.size() * sizeof(float)) / seconds);
    }
    return best;
}

}  // namespace

Machine describeMachine(Device& device) {
    return {.processor = processorName(),
            .cores = static_cast<int>(std::thread::hardware_concurrency()),
            .bytesPerSecond = measureCopies(device.pool())};
}

std::vector<ProductRate> measureProducts(Device& device) {
    std::vector<ProductRate> rates;
    for (const auto& [m, n, k] :
         {std::array{8, 750, 300}, std::array{32, 750, 300}, std::array{128, 750, 300},
          std::array{512, 750, 300}, std::array{2048, 300, 750}, std::array{300, 750, 512},
          std::array{384, 384, 384}, std::array{1024, 1024, 1024}}) {
        rates.push_back(measure(device, m, n, k));
    }
    return rates;
}

double peakGflops(const std::vector<ProductRate>& rates) {
    double peak = 0;
    for (const ProductRate& rate : rates) {
        peak = std::max({peak, rate.gflops, rate.packedGflops});
    }
    return peak;
}

}  // namespace loomscope
