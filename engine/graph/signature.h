// SPDX-License-Identifier: Apache-2.0
// What makes two nodes batchable: op or cell, every attribute, shapes, and the identity of shared arguments.
#pragma once

#include "engine/base/strong_id.h"
#include "engine/ops/op_info.h"
#include "engine/tensor/parameter_id.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace loomscope {

class Cell;

/// A dense number for one full signature in one SignatureTable.
using SignatureId = StrongId<struct SignatureTag>;

/// The full key of a signature. Two nodes may share a batch exactly if their keys are equal.
struct SignatureKey {
    OpId op{};
    /// The called cell, or null for a plain op. Identity of the object counts, not its content.
    const Cell* cell = nullptr;
    Attributes attributes;
    /// Shapes of row arguments (for a list op: of one of them), then of outputs.
    std::vector<Shape> shapes;
    /// Parameters that the node shares with its batch, in argument order.
    std::vector<ParameterId> parameters;

    bool operator==(const SignatureKey&) const = default;
};

/// What is known of all nodes of one op with the same attributes and arguments of the same shapes, or the
/// same parameters: adding the next one needs no shape rule and no key.
struct NodeKind {
    Attributes attributes;
    /// By argument; of a list op, of its first item only, since all are alike.
    std::vector<Shape> shapes;
    std::vector<ParameterId> parameters;  ///< by argument; invalid for rows
    SignatureId signature;
    std::vector<Shape> outputs;
    std::optional<std::int64_t> payloadLimit;  ///< integer payloads must be 0 … below it; none: any will do
};

/// Interns signature keys: equal keys get equal ids. Compared in full, never by hash alone.
/// One table lives as long as the model, so that learned policies and caches keep their meaning.
/// Threads: thread-confined.
class SignatureTable {
public:
    SignatureId intern(const SignatureKey& key);
    [[nodiscard]] const SignatureKey& key(SignatureId id) const { return keys_[id.index()]; }
    [[nodiscard]] std::size_t size() const { return keys_.size(); }

    /// Kinds of an op that were met before, for a search in full: all of them, or the latest of very many.
    [[nodiscard]] std::span<const NodeKind> kinds(OpId op) const;
    /// Remembers a kind; the reference lives until the next call.
    const NodeKind& addKind(OpId op, NodeKind kind);

private:
    std::vector<SignatureKey> keys_;
    std::unordered_multimap<std::size_t, std::uint32_t> byHash_;
    std::vector<std::vector<NodeKind>> kinds_;  // by op
};

}  // namespace loomscope
