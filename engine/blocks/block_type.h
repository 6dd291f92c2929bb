// SPDX-License-Identifier: Apache-2.0
// What goes into a block and what comes out of it.
#pragma once

#include "engine/tensor/shape.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loomscope {

/// A type of the block algebra. Immutable, cheap to copy; equal if its text is.
class BlockType {
public:
    enum class Kind : std::uint8_t {
        kVoid,       ///< nothing: what a constant takes and a sink gives
        kObject,     ///< data of the host: numbers, words, lists, dicts, trees
        kTensor,     ///< float numbers of one shape, a value of the graph
        kTuple,      ///< a fixed number of items, each with a type
        kDict,       ///< a tuple whose items have names
        kSequence,   ///< any number of items of one type
        kBroadcast,  ///< one item, repeated without end
    };

    /// Nothing.
    BlockType() = default;
    static BlockType object();
    static BlockType scalar() { return tensor({}); }
    static BlockType tensor(Shape shape);
    static BlockType vector(std::int32_t size) { return tensor({size}); }
    static BlockType tuple(std::vector<BlockType> items);
    /// `names` and `items` are of one length.
    static BlockType dict(std::vector<std::string> names, std::vector<BlockType> items);
    static BlockType sequence(BlockType item);
    static BlockType broadcast(BlockType item);

    [[nodiscard]] Kind kind() const { return kind_; }
    [[nodiscard]] bool isTensor() const { return kind_ == Kind::kTensor; }
    [[nodiscard]] const Shape& shape() const { return shape_; }
    /// Items of a tuple or dict; the one item of a sequence or broadcast.
    [[nodiscard]] const std::vector<BlockType>& items() const;
    /// Names of a dict's items.
    [[nodiscard]] const std::vector<std::string>& names() const;
    /// How many numbers a value of this type has; none if that differs from value to value.
    [[nodiscard]] std::optional<std::int64_t> numScalars() const;
    /// Its leaves from left to right; nothing has none.
    [[nodiscard]] std::vector<BlockType> terminals() const;
    /// Readable form: "(vector[3], sequence of scalar)".
    [[nodiscard]] std::string text() const;

    bool operator==(const BlockType& other) const;

private:
    struct Parts {
        std::vector<BlockType> items;
        std::vector<std::string> names;
    };

    Kind kind_ = Kind::kVoid;
    Shape shape_;
    std::shared_ptr<const Parts> parts_;
};

}  // namespace loomscope
