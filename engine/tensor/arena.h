// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>

namespace loomscope {

/// A block of floats that only grows: after the largest step there is no allocation. Content is undefined
/// after growth.
class Arena {
public:
    /// Makes room for `floats` numbers; false if there is no memory, or not as much as the machine has left,
    /// and then the old block is gone.
    [[nodiscard]] bool reserve(std::int64_t floats);
    [[nodiscard]] float* data() const { return data_.get(); }
    [[nodiscard]] std::int64_t bytes() const { return capacity_ * static_cast<std::int64_t>(sizeof(float)); }

private:
    struct Free {
        void operator()(float* block) const;
    };
    std::unique_ptr<float[], Free> data_;
    std::int64_t capacity_ = 0;
};

}  // namespace loomscope
