// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/basic_blocks.h"

#include "engine/blocks/block_run.h"
#include "engine/blocks/zero_value.h"

#include <fmt/format.h>

#include <utility>

namespace loomscope {

namespace {

class IdentityNode final : public BlockNode {
public:
    [[nodiscard]] std::string name() const override { return "identity"; }
    void infer(BlockTyping& typing, BlockPlace& self) const override { typing.input(self, self.out); }
    Result<BlockValue> apply(BlockRun& /*run*/, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        return input;
    }
};

class NothingNode final : public BlockNode {
public:
    [[nodiscard]] std::string name() const override { return "nothing"; }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        typing.output(self, typing.types().nothing());
    }
    Result<BlockValue> apply(BlockRun& /*run*/, const BlockPlace& /*self*/,
                             const BlockValue& /*input*/) const override {
        return BlockValue();
    }
};

/// Base of blocks without input, whose value a graph holds once.
class ConstantNode : public BlockNode {
public:
    [[nodiscard]] bool takesNothing() const override { return true; }
    Result<BlockValue> apply(BlockRun& run, const BlockPlace& self,
                             const BlockValue& /*input*/) const override {
        BlockValue& kept = run.kept(self);
        if (kept.isNothing()) {
            kept = make(run, self);
        }
        return kept;
    }

protected:
    [[nodiscard]] virtual BlockValue make(BlockRun& run, const BlockPlace& self) const = 0;
};

class FromTensorNode final : public ConstantNode {
public:
    FromTensorNode(Shape shape, std::vector<float> numbers) : shape_(shape), numbers_(std::move(numbers)) {}
    [[nodiscard]] std::string name() const override { return "from_tensor"; }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        if (static_cast<std::int64_t>(numbers_.size()) != shape_.size()) {
            typing.refuse(
                self, {.code = ErrorCode::kShape,
                       .message = fmt::format("{} numbers do not fill {}", numbers_.size(), shape_.text())});
        }
        typing.output(self, typing.types().add(BlockType::tensor(shape_)));
    }

private:
    [[nodiscard]] BlockValue make(BlockRun& run, const BlockPlace& /*self*/) const override {
        return run.builder().input(shape_, numbers_);
    }

    Shape shape_;
    std::vector<float> numbers_;
};

struct ParameterState final : PlaceState {
    ParameterId id;
};

class ParameterNode final : public ConstantNode {
public:
    explicit ParameterNode(std::int32_t size) : size_(size) {}
    [[nodiscard]] std::string name() const override { return "parameter"; }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        const std::string& name = typing.parameterPrefix(*this);
        ParameterStore& store = *typing.context().parameters;
        auto state = std::make_unique<ParameterState>();
        state->id = store.find(name);
        if (!state->id.isValid()) {
            state->id = store.add(name, Shape{1, size_}, {.kind = Initializer::Kind::kUniform, .a = 0.05F},
                                  typing.context().seed, ParameterKind::kTable);
        }
        self.state = std::move(state);
        typing.output(self, typing.types().add(BlockType::vector(size_)));
    }

private:
    [[nodiscard]] BlockValue make(BlockRun& run, const BlockPlace& self) const override {
        return run.builder().lookup(static_cast<const ParameterState&>(*self.state).id);
    }

    std::int32_t size_;
};

class ZerosNode final : public ConstantNode {
public:
    explicit ZerosNode(BlockType type) : type_(std::move(type)) {}
    [[nodiscard]] std::string name() const override { return "zeros"; }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        typing.output(self, typing.types().add(type_));
        requireZeros(typing, self, self.out);
    }

private:
    [[nodiscard]] BlockValue make(BlockRun& run, const BlockPlace& self) const override {
        return zeroValue(run, self.output);
    }

    BlockType type_;
};

class GetItemNode final : public BlockNode {
public:
    explicit GetItemNode(ItemKey key) : key_(std::move(key)) {}
    [[nodiscard]] std::string name() const override { return "item " + keyText(key_); }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        inferItem(typing, self, self.in, key_, self.out);
    }
    Result<BlockValue> apply(BlockRun& /*run*/, const BlockPlace& self,
                             const BlockValue& input) const override {
        return takeItem(self.input, input, key_);
    }

private:
    ItemKey key_;
};

class NthNode final : public BlockNode {
public:
    [[nodiscard]] std::string name() const override { return "nth"; }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        TypeTable& types = typing.types();
        const TypeTerm list = types.unknown();
        typing.input(self, types.tuple({list, types.object()}));
        typing.items(self, list, self.out, [](BlockType::Kind kind) -> Result<void> {
            if (kind == BlockType::Kind::kBroadcast) {
                return fail(ErrorCode::kType, "an endless sequence has no n-th item");
            }
            return {};
        });
    }
    Result<BlockValue> apply(BlockRun& /*run*/, const BlockPlace& self,
                             const BlockValue& input) const override {
        const auto index = input.at(1).integer();
        if (!index) {
            return fail(ErrorCode::kType,
                        fmt::format("the place is {}, not a whole number", input.at(1).summary()));
        }
        return takeItem(self.input, input.at(0), *index);
    }
};

/// How many items, in one of three forms.
class LengthNode final : public BlockNode {
public:
    enum class Form : std::uint8_t { kScalar, kInverse, kObject };
    explicit LengthNode(Form form) : form_(form) {}
    [[nodiscard]] std::string name() const override { return form_ == Form::kObject ? "count" : "length"; }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        TypeTable& types = typing.types();
        typing.output(self, form_ == Form::kObject ? types.object() : types.add(BlockType::scalar()));
        typing.later(self, [&types, &self]() -> Result<bool> {
            using Kind = BlockType::Kind;
            if (!types.isKnown(self.in)) {
                return false;
            }
            const Kind kind = types.kind(self.in);
            if (kind == Kind::kBroadcast || kind == Kind::kTensor || kind == Kind::kVoid) {
                return fail(ErrorCode::kType, fmt::format("bad input type {}: it has no length; a sequence, "
                                                          "tuple or object is expected",
                                                          types.text(self.in)));
            }
            return true;
        });
    }
    Result<BlockValue> apply(BlockRun& run, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        if (!input.isIterable()) {
            return fail(ErrorCode::kType, fmt::format("{} has no length", input.summary()));
        }
        const std::size_t size = input.size();
        if (form_ == Form::kObject) {
            return BlockValue(static_cast<std::int64_t>(size));
        }
        const float inverse = size == 0 ? 0.0F : 1.0F / static_cast<float>(size);
        const float number = form_ == Form::kInverse ? inverse : static_cast<float>(size);
        return BlockValue(run.builder().input(Shape{}, std::span(&number, 1)));
    }

private:
    Form form_;
};

}  // namespace

namespace blocks {

Block identity() {
    return makeBlock<IdentityNode>();
}

Block nothing() {
    return makeBlock<NothingNode>();
}

Block fromTensor(Shape shape, std::vector<float> numbers) {
    return makeBlock<FromTensorNode>(shape, std::move(numbers));
}

Block parameter(std::int32_t size) {
    return makeBlock<ParameterNode>(size);
}

Block zeros(BlockType type) {
    return makeBlock<ZerosNode>(std::move(type));
}

Block getItem(ItemKey key) {
    return makeBlock<GetItemNode>(std::move(key));
}

Block field(std::string name) {
    return getItem(std::move(name));
}

Block slice(ItemSlice slice) {
    return getItem(slice);
}

Block nth() {
    return makeBlock<NthNode>();
}

Block length() {
    return makeBlock<LengthNode>(LengthNode::Form::kScalar);
}

Block count() {
    return makeBlock<LengthNode>(LengthNode::Form::kObject);
}

Block inverseLength() {
    return makeBlock<LengthNode>(LengthNode::Form::kInverse);
}

}  // namespace blocks
}  // namespace loomscope
