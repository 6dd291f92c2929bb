// SPDX-License-Identifier: Apache-2.0
// Models that give a class to nodes of a tree whose leaves are words: what remains to a model is what a leaf
// is, and how two children make their parent.
#pragma once

#include "engine/models/part_classifier.h"

namespace loomscope {

inline constexpr ModelOption kRootOnlyOption{"root_only", 0, 0, 1,
                                             "1: only the root of a tree has a class and a loss"};

/// Walks the trees. A node with one child has its child's state; the children of a node with more than two
/// are joined two by two from the left.
class TreeClassifier : public PartClassifier {
protected:
    TreeClassifier(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed);

    /// The state of a leaf with a word. A model without memory leaves `c` invalid.
    [[nodiscard]] virtual LstmState leaf(GraphBuilder& builder, std::int32_t word) const = 0;
    [[nodiscard]] virtual LstmState compose(GraphBuilder& builder, const LstmState& left,
                                            const LstmState& right) const = 0;

private:
    [[nodiscard]] Result<std::vector<Part>> addParts(GraphBuilder& builder, const Example& example,
                                                     std::int32_t stream) const final;
    [[nodiscard]] Result<LstmState> addNode(GraphBuilder& builder, const Example& example, const Tree& tree,
                                            std::size_t index, std::span<const LstmState> below) const;

    bool isRootOnly_;
};

}  // namespace loomscope
