// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/sequence_typing.h"

#include <fmt/format.h>

namespace loomscope {

void inferFinite(BlockTyping& typing, BlockPlace& self, TypeTerm list, TypeTerm item) {
    typing.items(self, list, item, [](BlockType::Kind kind) -> Result<void> {
        if (kind == BlockType::Kind::kBroadcast) {
            return fail(ErrorCode::kType,
                        "bad input type: the sequence is endless; zip it with one that ends");
        }
        return {};
    });
}

void inferLike(BlockTyping& typing, BlockPlace& self, TypeTerm list, TypeTerm item, TypeTerm result,
               TypeTerm made) {
    typing.items(self, list, item, [&typing, &self, result, made](BlockType::Kind kind) -> Result<void> {
        const bool isEndless = kind == BlockType::Kind::kBroadcast;
        typing.same(self, isEndless ? typing.types().broadcast(made) : typing.types().sequence(made), result,
                    "output");
        return {};
    });
}

Result<void> requireItems(const BlockValue& value) {
    if (!value.isIterable() && !value.isEndless()) {
        return fail(ErrorCode::kType, fmt::format("{} is no list", value.summary()));
    }
    return {};
}

}  // namespace loomscope
