// SPDX-License-Identifier: Apache-2.0
// A block whose types and parameters are settled: it turns values into graphs.
#pragma once

#include "engine/base/result.h"
#include "engine/blocks/block.h"
#include "engine/blocks/block_run.h"
#include "engine/blocks/block_typing.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace loomscope {

/// What a run of a compiled block gives.
struct BlockOutput {
    BlockValue value;
    RunRecords records;
};

/// The type of one place of a model, for people.
struct PlaceType {
    std::string path;
    std::string input;
    std::string output;
};

/// Several models may be compiled of the same block. Threads: immutable; runs may be on any thread, each with
/// its own graph.
class CompiledBlock {
public:
    /// Infers all types, and adds the parameters of the layers to `context.parameters`. Input: an object,
    /// unless the block takes nothing. Errors: kType and others, with the path of the block.
    static Result<CompiledBlock> compile(const Block& block, const BlockContext& context);

    [[nodiscard]] const BlockType& inputType() const { return places_->front().input; }
    [[nodiscard]] const BlockType& outputType() const { return places_->front().output; }
    /// Of every place, the root first.
    [[nodiscard]] std::vector<PlaceType> placeTypes() const;

    /// Appends the graph of one value. Errors: those of the data, with the path of the block.
    [[nodiscard]] Result<BlockOutput> run(GraphBuilder& builder, const BlockValue& input,
                                          bool isTraining = false, std::int32_t stream = 0) const;

private:
    explicit CompiledBlock(std::shared_ptr<const std::deque<BlockPlace>> places)
        : places_(std::move(places)) {}

    std::shared_ptr<const std::deque<BlockPlace>> places_;
};

}  // namespace loomscope
