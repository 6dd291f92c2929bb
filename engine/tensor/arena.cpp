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
    // Large pages, where the system has them to give: a step walks through many streams at once, and would
    // miss the table of small ones in each row.
    constexpr std::int64_t kAlignment = std::int64_t{2} << 20;
    // A little room to spare keeps a slowly growing sequence of steps from allocating each time.
    const std::int64_t bytes = (floats + floats / 8) * static_cast<std::int64_t>(sizeof(float));
    const std::int64_t rounded = (bytes + kAlignment - 1) / kAlignment * kAlignment;
    data_.reset();
    data_.reset(static_cast<float*>(std::aligned_alloc(kAlignment, static_cast<std::size_t>(rounded))));
    if (data_ != nullptr) {
        madvise(data_.get(), static_cast<std::size_t>(rounded), MADV_HUGEPAGE);
    }
    capacity_ = data_ == nullptr ? 0 : rounded / static_cast<std::int64_t>(sizeof(float));
    return data_ != nullptr;
}

}  // namespace loomscope
