// SPDX-License-Identifier: Apache-2.0
#include "engine/tensor/arena.h"

#include <cstdlib>
#include <sys/mman.h>

namespace loomscope {

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
    data_.reset(static_cast<float*>(
        std::aligned_alloc(static_cast<std::size_t>(alignment), static_cast<std::size_t>(rounded))));
    if (isLarge && data_ != nullptr) {
        madvise(data_.get(), static_cast<std::size_t>(rounded), MADV_HUGEPAGE);
    }
    capacity_ = data_ == nullptr ? 0 : rounded / static_cast<std::int64_t>(sizeof(float));
    return data_ != nullptr;
}

}  // namespace loomscope
