// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/graph/graph.h"
#include "engine/schedule/fsm/fsm_table.h"
#include "engine/schedule/group_chooser.h"

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace loomscope {

/// Hash of a state's key.
struct FsmKeyHash {
    std::size_t operator()(const std::vector<std::uint32_t>& key) const;
};

/// A table that can be asked. Immutable.
class FsmMachine {
public:
    explicit FsmMachine(FsmTable table);

    [[nodiscard]] const FsmTable& table() const { return table_; }
    /// The position of the state in the table, or −1.
    [[nodiscard]] std::int64_t find(const std::vector<std::uint32_t>& key) const;
    /// Errors: kInvalid if most nodes of `graph` are of signatures that the machine does not know: it was
    /// learned for another family.
    [[nodiscard]] Result<void> check(const Graph& graph) const;

private:
    FsmTable table_;
    std::unordered_map<std::vector<std::uint32_t>, std::int64_t, FsmKeyHash> byKey_;
};

/// A graph's signatures as a machine numbers them.
class FsmTypes {
public:
    static constexpr std::uint32_t kUnknown = 0xFFFFFFFF;

    /// `types` are signatures in words.
    FsmTypes(const Graph& graph, std::span<const std::string> types);

    [[nodiscard]] std::uint32_t of(SignatureId signature) const { return types_[signature.index()]; }
    /// Encodes the ready groups of which the type is known. On ties of counts the lower type goes first.
    void encode(FsmEncoding encoding, std::span<const GroupState> ready, std::vector<std::uint32_t>& key);

private:
    std::vector<std::uint32_t> types_;                             // by signature
    std::vector<std::pair<std::int64_t, std::uint32_t>> counted_;  // −ready, type
};

/// The position in `ready` of the group of `type`; ready.size() if there is none.
[[nodiscard]] std::size_t positionOf(const FsmTypes& types, std::span<const GroupState> ready,
                                     std::uint32_t type);

/// Runs the signature that the table values most. In a state that the table does not have, the last of the
/// state's key; a signature that the machine does not know at once.
class FsmChooser final : public GroupChooser {
public:
    FsmChooser(const Graph& graph, std::shared_ptr<const FsmMachine> machine);
    [[nodiscard]] std::size_t choose(std::span<const GroupState> ready) override;
    /// What it did: the state's position in the table, or −1, and the type.
    [[nodiscard]] std::span<const std::pair<std::int64_t, std::uint32_t>> trace() const { return trace_; }

private:
    std::shared_ptr<const FsmMachine> machine_;
    FsmTypes types_;
    std::vector<std::uint32_t> key_;
    std::vector<std::pair<std::int64_t, std::uint32_t>> trace_;
};

}  // namespace loomscope
