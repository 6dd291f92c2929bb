// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/input_blocks.h"

#include "engine/blocks/block_run.h"
#include "engine/blocks/block_typing.h"
#include "engine/blocks/zero_value.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

Result<void> readNumbers(const BlockValue& value, const Shape& shape, int axis, std::vector<float>& numbers) {
    if (axis == shape.rank()) {
        const auto number = value.number();
        if (!number) {
            return fail(ErrorCode::kType, fmt::format("a number is expected, not {}", value.summary()));
        }
        numbers.push_back(static_cast<float>(*number));
        return {};
    }
    const auto size = static_cast<std::size_t>(shape[axis]);
    if (!value.isList() || value.size() != size) {
        return fail(ErrorCode::kShape,
                    fmt::format("a list of {} items is expected, not {}", size, value.summary()));
    }
    for (std::size_t i = 0; i < size; ++i) {
        LOOM_TRY_VOID(readNumbers(value.at(i), shape, axis + 1, numbers));
    }
    return {};
}

/// Base of blocks from an object to a tensor.
class ReadingNode : public BlockNode {
public:
    ReadingNode(std::string name, Shape shape) : name_(std::move(name)), shape_(shape) {}
    [[nodiscard]] std::string name() const override { return name_; }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        typing.input(self, typing.types().object());
        typing.output(self, typing.types().add(BlockType::tensor(shape_)));
    }
    [[nodiscard]] const Shape& shape() const { return shape_; }

private:
    std::string name_;
    Shape shape_;
};

class TensorNode final : public ReadingNode {
public:
    using ReadingNode::ReadingNode;
    Result<BlockValue> apply(BlockRun& run, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        std::vector<float> numbers;
        LOOM_TRY_VOID(readNumbers(input, shape(), 0, numbers));
        return BlockValue(run.builder().input(shape(), numbers));
    }
};

/// One constant a row and graph, made when it is first asked for.
class RowsNode : public ReadingNode {
public:
    using ReadingNode::ReadingNode;

protected:
    /// Zeros for −1.
    [[nodiscard]] BlockValue row(BlockRun& run, const BlockPlace& self, std::int64_t index) const {
        BlockValue& kept = run.kept(self);
        BlockValue::Fields rows;
        const std::string key = fmt::format("{}", index);
        if (auto found = kept.find(key)) {
            return *found;
        }
        std::vector<float> numbers(static_cast<std::size_t>(shape().size()), 0.0F);
        if (index >= 0) {
            numbers[static_cast<std::size_t>(index)] = 1.0F;
        }
        const BlockValue made = run.builder().input(shape(), numbers);
        for (std::size_t i = 0; i < kept.size(); ++i) {
            rows.emplace_back(kept.fieldNames()[i], kept.at(i));
        }
        rows.emplace_back(key, made);
        kept = BlockValue::dict(std::move(rows));
        return made;
    }
};

class OneHotNode final : public RowsNode {
public:
    OneHotNode(std::int32_t start, std::int32_t stop)
        : RowsNode("one_hot", Shape{std::max(stop - start, 0)}), start_(start), stop_(stop) {}
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        if (stop_ <= start_) {
            typing.refuse(self,
                          {.code = ErrorCode::kInvalid,
                           .message = fmt::format("the range from {} to before {} is empty", start_, stop_)});
        }
        RowsNode::infer(typing, self);
    }
    Result<BlockValue> apply(BlockRun& run, const BlockPlace& self, const BlockValue& input) const override {
        const auto index = input.integer();
        if (!index || *index < start_ || *index >= stop_) {
            return fail(ErrorCode::kNotFound, fmt::format("{} is no whole number from {} to {}",
                                                          input.summary(), start_, stop_ - 1));
        }
        return row(run, self, *index - start_);
    }

private:
    std::int32_t start_;
    std::int32_t stop_;
};

class OneHotFromListNode final : public RowsNode {
public:
    OneHotFromListNode(std::vector<BlockValue> elements, bool isStrict)
        : RowsNode("one_hot_from_list", Shape{static_cast<std::int32_t>(elements.size())}),
          elements_(std::move(elements)),
          isStrict_(isStrict) {}
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        for (std::size_t i = 0; i < elements_.size(); ++i) {
            if (std::find(elements_.begin(), elements_.begin() + static_cast<std::ptrdiff_t>(i),
                          elements_[i]) != elements_.begin() + static_cast<std::ptrdiff_t>(i)) {
                typing.refuse(
                    self, {.code = ErrorCode::kInvalid,
                           .message = fmt::format("{} stands twice in the list", elements_[i].summary())});
            }
        }
        if (elements_.empty()) {
            typing.refuse(self, {.code = ErrorCode::kInvalid, .message = "the list is empty"});
        }
        RowsNode::infer(typing, self);
    }
    Result<BlockValue> apply(BlockRun& run, const BlockPlace& self, const BlockValue& input) const override {
        const auto found = std::ranges::find(elements_, input);
        if (found == elements_.end() && isStrict_) {
            return fail(ErrorCode::kNotFound, fmt::format("{} is not in the list", input.summary()));
        }
        return row(run, self, found == elements_.end() ? -1 : found - elements_.begin());
    }

private:
    std::vector<BlockValue> elements_;
    bool isStrict_;
};

class InputTransformNode final : public BlockNode {
public:
    InputTransformNode(std::string name, HostFunction function)
        : name_(std::move(name)), function_(std::move(function)) {}
    [[nodiscard]] std::string name() const override { return name_; }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        if (!function_) {
            typing.refuse(self, {.code = ErrorCode::kType, .message = "there is no function to call"});
        }
        typing.input(self, typing.types().object());
        typing.output(self, typing.types().object());
    }
    Result<BlockValue> apply(BlockRun& /*run*/, const BlockPlace& /*self*/,
                             const BlockValue& input) const override {
        return function_(input);
    }

private:
    std::string name_;
    HostFunction function_;
};

class OptionalNode final : public CompositeNode {
public:
    OptionalNode(Block some, std::optional<Block> none) : some_(std::move(some)), none_(std::move(none)) {}
    [[nodiscard]] std::string name() const override { return "optional"; }
    [[nodiscard]] std::vector<Block> parts() const override {
        return none_ ? std::vector{some_, *none_} : std::vector{some_};
    }
    void infer(BlockTyping& typing, BlockPlace& self) const override {
        typing.input(self, typing.types().object());
        typing.add(some_, &self, "some", self.in, self.out);
        if (none_) {
            typing.add(*none_, &self, "none", typing.types().nothing(), self.out);
        } else {
            requireZeros(typing, self, self.out);
        }
    }
    BlockTask evaluate(BlockRun& run, const BlockPlace& self, BlockValue input) const override {
        if (input.isNothing() && !none_) {
            co_return zeroValue(run, self.output);
        }
        const BlockPlace& chosen = *self.children[input.isNothing() ? 1 : 0];
        BlockValue value = co_await run.call(chosen, std::move(input));
        co_return value;
    }

private:
    Block some_;
    std::optional<Block> none_;
};

}  // namespace

namespace blocks {

Block tensor(Shape shape) {
    return makeBlock<TensorNode>("tensor", shape);
}

Block scalar() {
    return makeBlock<TensorNode>("scalar", Shape{});
}

Block vector(std::int32_t size) {
    return makeBlock<TensorNode>("vector", Shape{size});
}

Block oneHot(std::int32_t start, std::int32_t stop) {
    return makeBlock<OneHotNode>(start, stop);
}

Block oneHot(std::int32_t size) {
    return oneHot(0, size);
}

Block oneHotFromList(std::vector<BlockValue> elements, bool isStrict) {
    return makeBlock<OneHotFromListNode>(std::move(elements), isStrict);
}

Block inputTransform(std::string name, HostFunction function) {
    return makeBlock<InputTransformNode>(std::move(name), std::move(function));
}

Block optional(Block some, std::optional<Block> none) {
    return makeBlock<OptionalNode>(std::move(some), std::move(none));
}

}  // namespace blocks
}  // namespace loomscope
