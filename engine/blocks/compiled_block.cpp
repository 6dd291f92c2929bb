// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/compiled_block.h"

#include <algorithm>
#include <utility>

namespace loomscope {

Result<CompiledBlock> CompiledBlock::compile(const Block& block, const BlockContext& context) {
    BlockTyping typing(context);
    TypeTable& types = typing.types();
    const TypeTerm in = block.node().takesNothing() ? types.nothing() : types.object();
    typing.add(block, nullptr, "", in, types.unknown());
    LOOM_TRY_VOID(typing.settle());
    return CompiledBlock(std::make_shared<const std::deque<BlockPlace>>(typing.takePlaces()));
}

std::vector<PlaceType> CompiledBlock::placeTypes() const {
    std::vector<PlaceType> types;
    std::ranges::transform(*places_, std::back_inserter(types), [](const BlockPlace& place) {
        return PlaceType{.path = pathOf(place), .input = place.input.text(), .output = place.output.text()};
    });
    return types;
}

Result<BlockOutput> CompiledBlock::run(GraphBuilder& builder, const BlockValue& input, bool isTraining,
                                       std::int32_t stream) const {
    BlockOutput output;
    BlockRun run(builder, isTraining, stream, output.records);
    LOOM_TRY(output.value, run.run(places_->front(), input));
    LOOM_TRY_VOID(builder.finish());
    return output;
}

}  // namespace loomscope
