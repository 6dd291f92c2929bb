// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/recursion_blocks.h"

#include "engine/blocks/block_typing.h"

#include <utility>

namespace loomscope {

namespace {

class ReferenceNode final : public BlockNode {
public:
    explicit ReferenceNode(std::weak_ptr<ForwardDeclaration::Shared> declaration)
        : declaration_(std::move(declaration)) {}
    [[nodiscard]] std::string name() const override { return "forward"; }

    void infer(BlockTyping& typing, BlockPlace& self) const override {
        const auto declaration = declaration_.lock();
        if (declaration == nullptr || !declaration->block) {
            typing.refuse(
                self,
                {.code = ErrorCode::kInvalid,
                 .message = declaration == nullptr
                                ? "the forward declaration is gone; it must live until the model is compiled"
                                : "the forward declaration was not resolved to a block"});
            return;
        }
        BlockPlace*& target = typing.declared(declaration.get());
        if (target != nullptr) {
            self.children.push_back(target);
            typing.same(self, self.in, target->in, "input");
            typing.same(self, self.out, target->out, "output");
            return;
        }
        TypeTable& types = typing.types();
        const TypeTerm in = declaration->input ? types.add(*declaration->input) : types.unknown();
        const TypeTerm out = declaration->output ? types.add(*declaration->output) : types.unknown();
        typing.input(self, in);
        typing.output(self, out);
        typing.addDeclared(*declaration->block, self, target);
    }
    [[nodiscard]] const BlockPlace& target(const BlockPlace& self) const override {
        return *self.children[0];
    }

private:
    std::weak_ptr<ForwardDeclaration::Shared> declaration_;
};

}  // namespace

ForwardDeclaration::ForwardDeclaration(std::optional<BlockType> input, std::optional<BlockType> output)
    : shared_(std::make_shared<Shared>(
          Shared{.input = std::move(input), .output = std::move(output), .block = std::nullopt})) {}

Block ForwardDeclaration::operator()() const {
    return makeBlock<ReferenceNode>(shared_);
}

Result<void> ForwardDeclaration::resolveTo(const Block& block) {
    if (shared_->block) {
        return fail(ErrorCode::kInvalid, "the forward declaration is resolved already");
    }
    if (dynamic_cast<const ReferenceNode*>(&block.node()) != nullptr) {
        return fail(ErrorCode::kInvalid, "a forward declaration can't be resolved to a reference");
    }
    shared_->block = block;
    return {};
}

}  // namespace loomscope
