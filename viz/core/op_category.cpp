// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/op_category.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loomscope {
namespace {

/// Ops whose category does not follow from how they take arguments.
constexpr std::array<std::pair<std::string_view, OpCategory>, 16> kByName{{
    {"tanh", OpCategory::kNonlinearity},
    {"sigmoid", OpCategory::kNonlinearity},
    {"relu", OpCategory::kNonlinearity},
    {"softmax", OpCategory::kNonlinearity},
    {"log_softmax", OpCategory::kNonlinearity},
    {"lstm_gates", OpCategory::kNonlinearity},
    {"tree_lstm_leaf_gates", OpCategory::kNonlinearity},
    {"tree_lstm_gates", OpCategory::kNonlinearity},
    {"fold_gates", OpCategory::kNonlinearity},
    {"cross_entropy", OpCategory::kLoss},
    {"squared_error", OpCategory::kLoss},
    {"binary_cross_entropy", OpCategory::kLoss},
    {"concatenate", OpCategory::kMovement},
    {"slice", OpCategory::kMovement},
    {"lookup", OpCategory::kInput},
    {"input", OpCategory::kInput},
}};

OpCategory categoryOf(OpId op) {
    const OpInfo& info = opInfo(op);
    const auto* const found = std::find_if(kByName.begin(), kByName.end(),
                                           [&](const auto& entry) { return entry.first == info.name; });
    if (found != kByName.end()) {
        return found->second;
    }
    if (isProduct(op)) {
        return OpCategory::kProduct;
    }
    if (info.arity == Arity::kList) {
        return OpCategory::kReduction;
    }
    return info.arity == Arity::kVariadic ? OpCategory::kMovement : OpCategory::kElementwise;
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
