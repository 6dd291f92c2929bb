// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/block_type.h"

#include <fmt/format.h>

#include <utility>

namespace loomscope {

namespace {

std::string tensorText(const Shape& shape) {
    if (shape.rank() == 0) {
        return "scalar";
    }
    return (shape.rank() == 1 ? "vector" : "tensor") + shape.text();
}

std::string itemsText(const BlockType& type) {
    std::string text;
    for (std::size_t i = 0; i < type.items().size(); ++i) {
        text += i == 0 ? "" : ", ";
        text += type.names().empty() ? "" : type.names()[i] + ": ";
        text += type.items()[i].text();
    }
    return text;
}

}  // namespace

BlockType BlockType::object() {
    BlockType type;
    type.kind_ = Kind::kObject;
    return type;
}

BlockType BlockType::tensor(Shape shape) {
    BlockType type;
    type.kind_ = Kind::kTensor;
    type.shape_ = shape;
    return type;
}

BlockType BlockType::tuple(std::vector<BlockType> items) {
    BlockType type;
    type.kind_ = Kind::kTuple;
    type.parts_ = std::make_shared<const Parts>(Parts{.items = std::move(items), .names = {}});
    return type;
}

BlockType BlockType::dict(std::vector<std::string> names, std::vector<BlockType> items) {
    BlockType type;
    type.kind_ = Kind::kDict;
    type.parts_ = std::make_shared<const Parts>(Parts{.items = std::move(items), .names = std::move(names)});
    return type;
}

BlockType BlockType::sequence(BlockType item) {
    BlockType type = tuple({std::move(item)});
    type.kind_ = Kind::kSequence;
    return type;
}

BlockType BlockType::broadcast(BlockType item) {
    BlockType type = tuple({std::move(item)});
    type.kind_ = Kind::kBroadcast;
    return type;
}

const std::vector<BlockType>& BlockType::items() const {
    static const std::vector<BlockType> kNone;
    return parts_ == nullptr ? kNone : parts_->items;
}

const std::vector<std::string>& BlockType::names() const {
    static const std::vector<std::string> kNone;
    return parts_ == nullptr ? kNone : parts_->names;
}

std::optional<std::int64_t> BlockType::numScalars() const {
    if (kind_ == Kind::kTensor) {
        return shape_.size();
    }
    if (kind_ == Kind::kVoid) {
        return 0;
    }
    if (kind_ != Kind::kTuple && kind_ != Kind::kDict) {
        return std::nullopt;
    }
    std::int64_t sum = 0;
    for (const BlockType& item : items()) {
        const auto size = item.numScalars();
        if (!size) {
            return std::nullopt;
        }
        sum += *size;
    }
    return sum;
}

std::vector<BlockType> BlockType::terminals() const {
    if (kind_ == Kind::kVoid) {
        return {};
    }
    if (kind_ == Kind::kTensor || kind_ == Kind::kObject) {
        return {*this};
    }
    std::vector<BlockType> leaves;
    for (const BlockType& item : items()) {
        const auto below = item.terminals();
        leaves.insert(leaves.end(), below.begin(), below.end());
    }
    return leaves;
}

std::string BlockType::text() const {
    switch (kind_) {
        case Kind::kVoid:
            return "nothing";
        case Kind::kObject:
            return "object";
        case Kind::kTensor:
            return tensorText(shape_);
        case Kind::kTuple:
            return "(" + itemsText(*this) + ")";
        case Kind::kDict:
            return "{" + itemsText(*this) + "}";
        case Kind::kSequence:
            return "sequence of " + itemsText(*this);
        case Kind::kBroadcast:
            return "endless " + itemsText(*this);
    }
    return {};
}

bool BlockType::operator==(const BlockType& other) const {
    return kind_ == other.kind_ && shape_ == other.shape_ && items() == other.items() &&
           names() == other.names();
}

}  // namespace loomscope
