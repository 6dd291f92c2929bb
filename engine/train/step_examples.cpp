// SPDX-License-Identifier: Apache-2.0
#include "engine/train/step_examples.h"

#include <fmt/format.h>

namespace loomscope {

std::string StepExamples::textOf(const Graph& graph, NodeId node) const {
    const Origin origin = node.isValid() ? graph.node(node).origin : Origin{};
    if (origin.example < 0 || static_cast<std::size_t>(origin.example) >= indices.size()) {
        return "";
    }
    const auto example = dataset.at(indices[static_cast<std::size_t>(origin.example)]);
    return fmt::format(" (record {}{})", example->record,
                       origin.part < 0 ? "" : fmt::format(", part {}", origin.part));
}

}  // namespace loomscope
