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

SignatureFrontier::SignatureFrontier(const ArgumentNodes& arguments, std::span<const std::uint32_t> groupOf,
                                     std::size_t numGroups)
    : groupOf_(groupOf),
      arguments_(arguments),
      numWords_((numGroups + kWordBits - 1) / kWordBits),
      pending_(groupOf.size() * numWords_),
      size_(numGroups),
      firstWatcher_(groupOf.size(), kNone),
      nextWatcher_(groupOf.size(), kNone) {
    sortArguments();
    collectGroups();
    for (std::uint32_t node = 0; node < groupOf_.size(); ++node) {
        watch(node);
    }
}

/// The deepest argument leads to the ancestor that runs last, so that watchers seldom have to look again.
void SignatureFrontier::sortArguments() {
    std::vector<std::uint32_t> depth(groupOf_.size());
    const auto isDeeper = [&depth](std::uint32_t a, std::uint32_t b) { return depth[a] > depth[b]; };
    for (std::size_t node = 0; node < depth.size(); ++node) {
        const std::span<std::uint32_t> own =
            std::span(arguments_.nodes)
                .subspan(arguments_.first[node], arguments_.first[node + 1] - arguments_.first[node]);
        if (own.size() == 2) {
            if (isDeeper(own[1], own[0])) {
                std::swap(own[0], own[1]);
            }
        } else if (own.size() > 2) {
            std::ranges::stable_sort(own, isDeeper);
        }
        depth[node] = own.empty() ? 0 : depth[own[0]] + 1;
    }
}

void SignatureFrontier::collectGroups() {
    for (std::size_t node = 0; node < groupOf_.size(); ++node) {
        std::uint64_t* const own = &pending_[node * numWords_];
        for (const std::uint32_t argument : arguments_.of(node)) {
            for (std::size_t word = 0; word < numWords_; ++word) {
                own[word] |= pending_[argument * numWords_ + word];
            }
        }
        own[groupOf_[node] / kWordBits] |= bitOf(groupOf_[node]);
    }
}

/// Returns an ancestor of the same group that has not run, or kNone.
std::uint32_t SignatureFrontier::findPending(std::uint32_t node) {
    const std::uint32_t group = groupOf_[node];
    const std::size_t word = group / kWordBits;
    const std::uint64_t bit = bitOf(group);
    path_.assign(1, {node, arguments_.first[node]});
    while (!path_.empty()) {
        Step& step = path_.back();
        if (step.next == arguments_.first[step.node + 1]) {
            if (path_.size() > 1) {
                pending_[step.node * numWords_ + word] &= ~bit;
            }
            path_.pop_back();
            continue;
        }
        const std::uint32_t argument = arguments_.nodes[step.next];
        if ((pending_[argument * numWords_ + word] & bit) == 0) {
            ++step.next;
        } else if (groupOf_[argument] == group) {
            return argument;
        } else {
            path_.push_back({argument, arguments_.first[argument]});
        }
    }
    return kNone;
}

void SignatureFrontier::watch(std::uint32_t node) {
    const std::uint32_t watched = findPending(node);
    if (watched == kNone) {
        ++size_[groupOf_[node]];
    } else {
        nextWatcher_[node] = std::exchange(firstWatcher_[watched], node);
    }
}

void SignatureFrontier::run(std::size_t group, std::span<const std::uint32_t> nodes) {
    size_[group] -= static_cast<std::int64_t>(nodes.size());
    for (const std::uint32_t node : nodes) {
        std::fill_n(pending_.begin() + static_cast<std::ptrdiff_t>(node * numWords_), numWords_, 0);
    }
    for (const std::uint32_t node : nodes) {
        std::uint32_t watcher = firstWatcher_[node];
        while (watcher != kNone) {
            watch(std::exchange(watcher, nextWatcher_[watcher]));
        }
    }
}

}  // namespace loomscope
