// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/signature_frontier.h"

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

constexpr std::size_t kWordBits = 64;

std::uint64_t bitOf(std::size_t group) {
    return std::uint64_t{1} << (group % kWordBits);
}

}  // namespace

SignatureFrontier::SignatureFrontier(ArgumentNodes arguments, std::span<const std::uint32_t> groupOf,
                                     std::size_t numGroups)
    : groupOf_(groupOf),
      arguments_(std::move(arguments)),
      depth_(groupOf.size()),
      states_(groupOf.size()),
      numMoreWords_(numGroups == 0 ? 0 : (numGroups - 1) / kWordBits),
      morePending_(groupOf.size() * numMoreWords_),
      size_(numGroups) {
    for (std::uint32_t node = 0; node < groupOf_.size(); ++node) {
        sortArguments(node);
        collectGroups(node);
        watch(node);
    }
}

/// The deepest argument leads to the ancestor that runs last, so that watchers seldom have to look again.
void SignatureFrontier::sortArguments(std::uint32_t node) {
    const auto isDeeper = [this](std::uint32_t a, std::uint32_t b) { return depth_[a] > depth_[b]; };
    const std::span<std::uint32_t> own =
        std::span(arguments_.nodes)
            .subspan(arguments_.first[node], arguments_.first[node + 1] - arguments_.first[node]);
    if (own.size() == 2) {
        if (isDeeper(own[1], own[0])) {
            std::swap(own[0], own[1]);
        }
    } else if (own.size() > 2) {
        std::ranges::sort(own, isDeeper);
    }
    depth_[node] = own.empty() ? 0 : depth_[own[0]] + 1;
}

void SignatureFrontier::collectGroups(std::uint32_t node) {
    for (std::size_t word = 0; word <= numMoreWords_; ++word) {
        std::uint64_t groups = 0;
        for (const std::uint32_t argument : arguments_.of(node)) {
            groups |= pending(argument, word);
        }
        pending(node, word) = groups;
    }
    pending(node, groupOf_[node] / kWordBits) |= bitOf(groupOf_[node]);
}

/// Returns an ancestor of the same group that has not run, or kNone.
std::uint32_t SignatureFrontier::findPending(std::uint32_t node) {
    const std::uint32_t group = groupOf_[node];
    const std::size_t word = group / kWordBits;
    const std::uint64_t bit = bitOf(group);
    path_.clear();
    for (;;) {
        // What is near before what is deep: a long way round often passes it by.
        std::uint32_t next = kNone;
        for (const std::uint32_t argument : arguments_.of(node)) {
            if ((pending(argument, word) & bit) != 0) {
                if (groupOf_[argument] == group) {
                    return argument;
                }
                next = next == kNone ? argument : next;
            }
        }
        if (next != kNone) {
            path_.push_back(node);
            node = next;
        } else if (path_.empty()) {
            return kNone;
        } else {
            pending(node, word) &= ~bit;
            node = path_.back();
            path_.pop_back();
        }
    }
}

void SignatureFrontier::watch(std::uint32_t node) {
    const std::uint32_t watched = findPending(node);
    if (watched == kNone) {
        ++size_[groupOf_[node]];
    } else {
        states_[node].nextWatcher = std::exchange(states_[watched].firstWatcher, node);
    }
}

void SignatureFrontier::run(std::size_t group, std::span<const std::uint32_t> nodes) {
    size_[group] -= static_cast<std::int64_t>(nodes.size());
    for (const std::uint32_t node : nodes) {
        for (std::size_t word = 0; word <= numMoreWords_; ++word) {
            pending(node, word) = 0;
        }
    }
    for (const std::uint32_t node : nodes) {
        std::uint32_t watcher = states_[node].firstWatcher;
        while (watcher != kNone) {
            watch(std::exchange(watcher, states_[watcher].nextWatcher));
        }
    }
}

}  // namespace loomscope
