// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/fsm/fsm_machine.h"

#include "engine/base/rng.h"
#include "engine/graph/graph_text.h"
#include "engine/schedule/graph_arrays.h"

#include <fmt/format.h>

#include <algorithm>

namespace loomscope {

std::size_t FsmKeyHash::operator()(const std::vector<std::uint32_t>& key) const {
    std::uint64_t hash = key.size();
    for (const std::uint32_t type : key) {
        hash = mixBits(hash ^ type);
    }
    return hash;
}

FsmMachine::FsmMachine(FsmTable table) : table_(std::move(table)) {
    for (std::size_t state = 0; state < table_.states.size(); ++state) {
        byKey_.emplace(table_.states[state].key, static_cast<std::int64_t>(state));
    }
}

std::int64_t FsmMachine::find(const std::vector<std::uint32_t>& key) const {
    const auto found = byKey_.find(key);
    return found == byKey_.end() ? -1 : found->second;
}

Result<void> FsmMachine::check(const Graph& graph) const {
    const UsedSignatures used = usedSignatures(graph);
    const FsmTypes types(graph, table_.types);
    std::vector<char> isKnown;
    for (const SignatureId signature : used.ids) {
        isKnown.push_back(types.of(signature) != FsmTypes::kUnknown ? 1 : 0);
    }
    const auto known =
        std::ranges::count_if(used.ofNode, [&](std::uint32_t number) { return isKnown[number]; });
    if (2 * static_cast<std::size_t>(known) >= graph.numNodes()) {
        return {};
    }
    const auto first = static_cast<std::size_t>(std::ranges::find(isKnown, 0) - isKnown.begin());
    return fail(
        ErrorCode::kInvalid,
        fmt::format("the machine was learned for graphs of another kind: of {} signatures here it knows "
                    "{}, and not \"{}\". Learn one for this model and granularity",
                    used.ids.size(), std::ranges::count(isKnown, 1),
                    toText(*graph.signatures(), used.ids[first])));
}

FsmTypes::FsmTypes(const Graph& graph, std::span<const std::string> types)
    : types_(graph.signatures()->size(), kUnknown) {
    for (const SignatureId signature : usedSignatures(graph).ids) {
        const auto found = std::ranges::find(types, toText(*graph.signatures(), signature));
        if (found != types.end()) {
            types_[signature.index()] = static_cast<std::uint32_t>(found - types.begin());
        }
    }
}

void FsmTypes::encode(FsmEncoding encoding, std::span<const GroupState> ready,
                      std::vector<std::uint32_t>& key) {
    counted_.clear();
    for (const GroupState& group : ready) {
        if (const std::uint32_t type = of(group.signature); type != kUnknown) {
            counted_.emplace_back(encoding == FsmEncoding::kSet ? 0 : -group.numReady, type);
        }
    }
    std::ranges::sort(counted_);
    if (encoding == FsmEncoding::kLargest && counted_.size() > 1) {
        counted_.resize(1);
    }
    key.clear();
    for (const auto& [count, type] : counted_) {
        key.push_back(type);
    }
}

std::size_t positionOf(const FsmTypes& types, std::span<const GroupState> ready, std::uint32_t type) {
    return static_cast<std::size_t>(
        std::ranges::find_if(ready, [&](const GroupState& g) { return types.of(g.signature) == type; }) -
        ready.begin());
}

FsmChooser::FsmChooser(const Graph& graph, std::shared_ptr<const FsmMachine> machine)
    : machine_(std::move(machine)), types_(graph, machine_->table().types) {}

std::size_t FsmChooser::choose(std::span<const GroupState> ready) {
    if (const std::size_t unknown = positionOf(types_, ready, FsmTypes::kUnknown); unknown < ready.size()) {
        return unknown;
    }
    types_.encode(machine_->table().encoding, ready, key_);
    const std::int64_t state = machine_->find(key_);
    std::size_t best = ready.size();
    double bestValue = 0;
    if (state >= 0) {
        for (const FsmAction& action : machine_->table().states[static_cast<std::size_t>(state)].actions) {
            if (best < ready.size() && action.value <= bestValue) {
                continue;
            }
            if (const std::size_t position = positionOf(types_, ready, action.type);
                position < ready.size()) {
                best = position;
                bestValue = action.value;
            }
        }
    }
    if (best == ready.size()) {
        best = positionOf(types_, ready, key_.back());
    }
    trace_.emplace_back(state, types_.of(ready[best].signature));
    return best;
}

}  // namespace loomscope
