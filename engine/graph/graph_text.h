// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"

#include <string>

namespace loomscope {

/// One line a node, "7: affine(5, W2, W3) [450]": for tests, logs and tool tips. Parameters are W and their
/// number, formal inputs x and theirs.
[[nodiscard]] std::string toText(const Graph& graph);
/// The line of one node.
[[nodiscard]] std::string toText(const Graph& graph, NodeId node);
/// " (example 3, part 4)": what a node was made for, by position in the minibatch; empty if that is unknown.
[[nodiscard]] std::string toText(const Origin& origin);
/// A signature in words, "tanh [150]".
[[nodiscard]] std::string toText(const SignatureTable& table, SignatureId signature);

}  // namespace loomscope
