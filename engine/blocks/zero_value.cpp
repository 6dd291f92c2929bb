// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/zero_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace loomscope {

namespace {

bool hasZero(const BlockType& type) {
    using Kind = BlockType::Kind;
    switch (type.kind()) {
        case Kind::kVoid:
        case Kind::kTensor:
        case Kind::kSequence:
            return true;
        case Kind::kTuple:
        case Kind::kDict:
            return std::ranges::all_of(type.items(), hasZero);
        default:
            return false;
    }
}

}  // namespace

void requireZeros(BlockTyping& typing, BlockPlace& self, TypeTerm term) {
    typing.later(self, [&typing, term]() -> Result<bool> {
        const auto type = typing.types().resolve(term);
        if (type && !hasZero(*type)) {
            return fail(
                ErrorCode::kType,
                fmt::format("{} has no zero; only tensors, sequences and tuples of them have", type->text()));
        }
        return type.has_value();
    });
}

BlockValue zeroValue(BlockRun& run, const BlockType& type) {
    using Kind = BlockType::Kind;
    if (type.kind() == Kind::kVoid) {
        return {};
    }
    if (type.kind() == Kind::kTensor) {
        const std::vector<float> zeros(static_cast<std::size_t>(type.shape().size()), 0.0F);
        return run.builder().input(type.shape(), zeros);
    }
    BlockValue::List items;
    if (type.kind() != Kind::kSequence) {
        for (const BlockType& item : type.items()) {
            items.push_back(zeroValue(run, item));
        }
    }
    if (type.kind() != Kind::kDict) {
        return BlockValue::list(std::move(items));
    }
    BlockValue::Fields fields;
    for (std::size_t i = 0; i < items.size(); ++i) {
        fields.emplace_back(type.names()[i], std::move(items[i]));
    }
    return BlockValue::dict(std::move(fields));
}

}  // namespace loomscope
