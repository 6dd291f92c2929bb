// SPDX-License-Identifier: Apache-2.0
#include "engine/optim/update_plan.h"

#include <algorithm>

namespace loomscope {

namespace {

/// Small enough to share out, large enough to pay for a chunk's start.
constexpr std::int64_t kChunkSize = 16384;

}  // namespace

void UpdatePlan::assign(const ParameterStore& parameters) {
    ranges_.clear();
    firstRange_.clear();
    chunkSize_ = 0;
    for (std::size_t index = 0; index < parameters.parameters().size(); ++index) {
        const ParameterId id(index);
        const Parameter& parameter = parameters.parameter(id);
        if (parameter.kind == ParameterKind::kTable) {
            const std::int64_t width = parameter.shape[1];
            for (const std::int32_t row : parameters.touchedRows(id)) {
                append({.offset = parameter.offset + row * width, .size = width, .parameter = id});
            }
            continue;
        }
        const std::int64_t size = parameter.shape.size();
        for (std::int64_t first = 0; first < size; first += kChunkSize) {
            append({.offset = parameter.offset + first,
                    .size = std::min(kChunkSize, size - first),
                    .parameter = id});
        }
    }
    firstRange_.push_back(ranges_.size());
}

void UpdatePlan::append(const UpdateRange& range) {
    if (firstRange_.empty() || chunkSize_ + range.size > kChunkSize) {
        firstRange_.push_back(ranges_.size());
        chunkSize_ = 0;
    }
    ranges_.push_back(range);
    chunkSize_ += range.size;
}

std::span<const UpdateRange> UpdatePlan::chunk(std::int64_t index) const {
    const std::size_t first = firstRange_[static_cast<std::size_t>(index)];
    return std::span(ranges_).subspan(first, firstRange_[static_cast<std::size_t>(index) + 1] - first);
}

}  // namespace loomscope
