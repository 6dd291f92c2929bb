// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/block_run.h"
#include "engine/blocks/block_typing.h"
#include "engine/blocks/layers.h"

#include <fmt/format.h>

#include <cstdlib>
#include <utility>

namespace loomscope {

namespace {

struct TableState final : PlaceState {
    ParameterId table;
    std::int32_t rows = 0;
    const Vocabulary* words = nullptr;
};

class EmbeddingNode final : public BlockNode {
public:
    explicit EmbeddingNode(blocks::EmbeddingOptions options) : options_(options) {}
    [[nodiscard]] std::string name() const override { return "embedding"; }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        const BlockContext& context = typing.context();
        auto state = std::make_unique<TableState>();
        state->words = context.words;
        state->rows = options_.buckets > 0       ? options_.buckets
                      : context.words != nullptr ? context.words->size()
                                                 : 0;
        if (state->rows < 1 || options_.size < 1) {
            typing.refuse(self, {.code = ErrorCode::kInvalid,
                                 .message = fmt::format("a table of {} rows of {} numbers: give a size, and "
                                                        "buckets unless the data have words",
                                                        state->rows, options_.size)});
            return;
        }
        const std::string name = typing.parameterPrefix(*this) + ".table";
        state->table = context.parameters->find(name);
        if (!state->table.isValid()) {
            state->table = context.parameters->add(name, Shape{state->rows, options_.size},
                                                   {.kind = Initializer::Kind::kUniform, .a = 0.05F},
                                                   context.seed, ParameterKind::kTable);
        }
        self.state = std::move(state);
        typing.input(self, typing.types().object());
        typing.output(self, typing.types().add(BlockType::vector(options_.size)));
    }

    Result<BlockValue> apply(BlockRun& run, const BlockPlace& self, const BlockValue& input) const override {
        const auto& state = static_cast<const TableState&>(*self.state);
        const std::string* word = input.text();
        if (word != nullptr && state.words != nullptr && options_.buckets == 0) {
            return BlockValue(run.builder().lookup(state.table, state.words->id(*word)));
        }
        const auto index = input.integer();
        if (!index) {
            return fail(ErrorCode::kType, fmt::format("{} is no {}", input.summary(),
                                                      options_.buckets == 0 ? "word" : "whole number"));
        }
        return BlockValue(
            run.builder().lookup(state.table, static_cast<std::int32_t>(std::abs(*index) % state.rows)));
    }

private:
    blocks::EmbeddingOptions options_;
};

}  // namespace

namespace blocks {

Block embedding(EmbeddingOptions options) {
    return makeBlock<EmbeddingNode>(options);
}

}  // namespace blocks
}  // namespace loomscope
