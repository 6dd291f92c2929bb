// SPDX-License-Identifier: Apache-2.0
// What a batching machine has learned, as a plain value (ED-Batch; Chen et al., 2023).
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// What of a moment between two batches the machine sees.
enum class FsmEncoding : std::uint8_t {
    kSet,      ///< the signatures that have ready nodes
    kSorted,   ///< these, the one with most ready nodes first
    kLargest,  ///< only the one with most ready nodes
};
/// "set", "sorted", "largest".
[[nodiscard]] std::span<const std::string_view> fsmEncodingNames();
[[nodiscard]] std::string_view name(FsmEncoding encoding);
/// Errors: kInvalid, naming the known ones.
[[nodiscard]] Result<FsmEncoding> parseFsmEncoding(std::string_view name);

/// A signature that may run in a state, and the batches that are expected to be wasted from then on,
/// negative.
struct FsmAction {
    std::uint32_t type = 0;  ///< position in FsmTable::types
    double value = 0;

    bool operator==(const FsmAction&) const = default;
};

struct FsmState {
    std::vector<std::uint32_t> key;  ///< types, as the encoding has them
    std::vector<FsmAction> actions;

    bool operator==(const FsmState&) const = default;
};

/// What the machine did in the graph it learned from: `count` times it ran `type` in state `from` and came to
/// `to`. Both are positions in FsmTable::states.
struct FsmStep {
    static constexpr std::uint32_t kEnd = std::numeric_limits<std::uint32_t>::max();

    std::uint32_t from = 0;
    std::uint32_t type = 0;
    std::uint32_t to = kEnd;
    std::int64_t count = 0;

    bool operator==(const FsmStep&) const = default;
};

struct FsmTable {
    FsmEncoding encoding = FsmEncoding::kSorted;
    std::uint64_t seed = 0;
    std::int64_t episodes = 0;       ///< learned for so many
    std::int64_t batches = 0;        ///< that it made of the graph it learned from
    std::int64_t bound = 0;          ///< lower bound of that graph
    std::vector<std::string> types;  ///< signatures in words, as toText() writes them
    std::vector<FsmState> states;
    std::vector<FsmStep> steps;

    bool operator==(const FsmTable&) const = default;
};

/// A line a fact; parseFsmTable() reads it back, to the bit.
[[nodiscard]] std::string toText(const FsmTable& table);
/// Errors: kParse with the line: not a machine, another version, a line that can't be read, a number of a
/// type or state that does not exist.
[[nodiscard]] Result<FsmTable> parseFsmTable(std::string_view text);

}  // namespace loomscope
