// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/product_peak.h"

#include "engine/base/rng.h"

#include <algorithm>
#include <chrono>

namespace loomscope {

namespace {

using Clock = std::chrono::steady_clock;

double secondsOf(Device& device, const ProductCall& call, int repeats) {
    const auto start = Clock::now();
    for (int i = 0; i < repeats; ++i) {
        device.product(call);
    }
    return std::chrono::duration<double>(Clock::now() - start).count() / repeats;
}

ProductRate measure(Device& device, std::int64_t m, std::int64_t n, std::int64_t k) {
    constexpr int kTrials = 7;
    constexpr double kSecondsPerTrial = 0.02;
    Rng rng(1);
    std::vector<float> a(static_cast<std::size_t>(m * k));
    std::vector<float> b(static_cast<std::size_t>(k * n));
    std::vector<float> c(static_cast<std::size_t>(m * n));
    for (auto* matrix : {&a, &b}) {
        std::generate(matrix->begin(), matrix->end(),
                      [&rng] { return static_cast<float>(rng.uniform(-1, 1)); });
    }
    const ProductCall call{.m = m,
                           .n = n,
                           .k = k,
                           .a = a.data(),
                           .strideA = k,
                           .b = b.data(),
                           .strideB = n,
                           .c = c.data(),
                           .strideC = n};
    const double once = secondsOf(device, call, 2);
    const int repeats = std::max(1, static_cast<int>(kSecondsPerTrial / once));
    double best = once;
    for (int trial = 0; trial < kTrials; ++trial) {
        best = std::min(best, secondsOf(device, call, repeats));
    }
    return {.m = m, .n = n, .k = k, .gflops = 2e-9 * static_cast<double>(m * n * k) / best};
}

}  // namespace

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
        peak = std::max(peak, rate.gflops);
    }
    return peak;
}

}  // namespace loomscope
