// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/arena.h"

#include <cstdlib>
#include <fstream>
#include <string>
#include <sys/mman.h>

namespace loomscope {

namespace {

/// Whether the machine has that much memory left, swap included. The system promises more than it has, and
/// ends the program that takes it at its word.
bool isAvailable(std::int64_t bytes) {
    constexpr std::int64_t kSmall = std::int64_t{256} << 20;
    if (bytes < kSmall) {
        return true;
    }
    std::ifstream file("/proc/meminfo");
    std::int64_t kilobytes = 0;
    bool isKnown = false;
    std::string name;
    std::int64_t number = 0;
    std::string unit;
    while (file >> name >> number && std::getline(file, unit)) {
        isKnown = isKnown || name == "MemAvailable:";
        kilobytes += name == "MemAvailable:" || name == "SwapFree:" ? number : 0;
    }
    return !isKnown || bytes / 1024 <= kilobytes;
}

}  // namespace

void Arena::Free::operator()(float* block) const {
    std::free(block);
}

bool Arena::reserve(std::int64_t floats) {
    if (floats <= capacity_) {
        return true;
    }
    constexpr std::int64_t kCacheLine = 64;
    constexpr std::int64_t kLargePage = std::int64_t{2} << 20;
    // A little room to spare keeps a slowly growing sequence of steps from allocating each time.
    const std::int64_t bytes = (floats + floats / 8) * static_cast<std::int64_t>(sizeof(float));
    // Large pages, where the system has them to give: a large step walks through many streams at once, and
    // would miss the table of small pages in each row.
    const bool isLarge = bytes >= kLargePage;
    const std::int64_t alignment = isLarge ? kLargePage : kCacheLine;
    const std::int64_t rounded = (bytes + alignment - 1) / alignment * alignment;
    data_.reset();
    capacity_ = 0;
    if (!isAvailable(rounded)) {
        return false;
    }
    data_.reset(static_cast<float*>(
        std::aligned_alloc(static_cast<std::size_t>(alignment), static_cast<std::size_t>(rounded))));
    if (isLarge && data_ != nullptr) {
        madvise(data_.get(), static_cast<std::size_t>(rounded), MADV_HUGEPAGE);
    }
    capacity_ = data_ == nullptr ? 0 : rounded / static_cast<std::int64_t>(sizeof(float));
    return data_ != nullptr;
}

}  // namespace loomscope
