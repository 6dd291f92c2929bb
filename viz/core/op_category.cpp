// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/op_category.h"

#include "engine/ops/op_list.h"

#include <array>
#include <cstddef>

namespace loomscope {
namespace {

using Categories = std::array<OpCategory, OpList::kSize>;

template <class... Ops>
constexpr void mark(Categories& categories, TypeList<Ops...>, OpCategory category) {
    ((categories[static_cast<std::size_t>(kOpId<Ops>)] = category), ...);
}

/// By family; the last that names an op counts.
constexpr Categories kCategories = [] {
    Categories categories{};
    categories.fill(OpCategory::kElementwise);
    mark(categories, TypeList<Tanh, Sigmoid, Relu, LstmGates, TreeLstmLeafGates, TreeLstmGates, FoldGates>{},
         OpCategory::kNonlinearity);
    mark(categories, ScoreOps{}, OpCategory::kNonlinearity);
    mark(categories, NormalisationOps{}, OpCategory::kNonlinearity);
    mark(categories, LinearOps{}, OpCategory::kProduct);
    mark(categories, ContractionOps{}, OpCategory::kProduct);
    mark(categories, ReductionOps{}, OpCategory::kReduction);
    mark(categories, DistanceOps{}, OpCategory::kReduction);
    mark(categories, ListOps{}, OpCategory::kReduction);
    mark(categories, LossOps{}, OpCategory::kLoss);
    mark(categories, MovementOps{}, OpCategory::kMovement);
    mark(categories, SelectionOps{}, OpCategory::kMovement);
    mark(categories, TypeList<Input, Lookup>{}, OpCategory::kInput);
    return categories;
}();

OpCategory categoryOf(OpId op) {
    return kCategories[static_cast<std::size_t>(op)];
}

}  // namespace

std::string_view title(OpCategory category) {
    switch (category) {
        case OpCategory::kInput:
            return "Input";
        case OpCategory::kProduct:
            return "Matrix product";
        case OpCategory::kNonlinearity:
            return "Nonlinearity";
        case OpCategory::kElementwise:
            return "Elementwise";
        case OpCategory::kMovement:
            return "Movement";
        case OpCategory::kReduction:
            return "Reduction";
        case OpCategory::kLoss:
            return "Loss";
        case OpCategory::kCell:
            return "Cell";
    }
    return "";
}

OpCategory categoryOf(const Graph& graph, NodeId node) {
    const Node& record = graph.node(node);
    return record.cell >= 0 ? OpCategory::kCell : categoryOf(record.op);
}

int colorSlot(const Graph& graph, NodeId node) {
    constexpr std::array<int, 7> kCellSlots{1, 2, 3, 4, 5, 6, 7};
    const Node& record = graph.node(node);
    if (record.cell >= 0) {
        return kCellSlots[static_cast<std::size_t>(record.cell) % kCellSlots.size()];
    }
    switch (categoryOf(record.op)) {
        case OpCategory::kInput:
            return 0;
        case OpCategory::kProduct:
            return 1;
        case OpCategory::kNonlinearity:
            return 2;
        case OpCategory::kElementwise:
            return 3;
        case OpCategory::kMovement:
            return 4;
        case OpCategory::kReduction:
            return 5;
        case OpCategory::kLoss:
            return 6;
        case OpCategory::kCell:
            break;
    }
    return 7;
}

}  // namespace loomscope
