// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/batch_search.h"

#include "engine/base/rng.h"

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

constexpr std::size_t kWordBits = 64;

void raise(std::vector<std::uint32_t>& most, std::span<const std::uint32_t> other) {
    for (std::size_t group = 0; group < most.size(); ++group) {
        most[group] = std::max(most[group], other[group]);
    }
}

}  // namespace

bool isSameState(const SearchState& a, const SearchState& b) {
    return a.hash == b.hash && std::ranges::equal(a.ready, b.ready, [](const auto& x, const auto& y) {
               return x == y || x->nodes == y->nodes;
           });
}

BatchSearch::BatchSearch(const Graph& graph)
    : arguments_(argumentNodes(graph)),
      successors_(findSuccessors(arguments_)),
      numArguments_(successors_.waiting),
      signatures_(usedSignatures(graph)),
      numGroups_(signatures_.ids.size()),
      most_(graph.numNodes() * numGroups_),
      largest_(numGroups_),
      second_(numGroups_),
      holder_(numGroups_),
      newMost_(numGroups_),
      above_(graph.numNodes()) {
    for (std::size_t node = graph.numNodes(); node-- > 0;) {
        std::uint32_t* const own = &most_[node * numGroups_];
        for (const std::uint32_t successor : successors_.of(node)) {
            const std::span<const std::uint32_t> other = mostFrom(successor);
            for (std::size_t group = 0; group < numGroups_; ++group) {
                own[group] = std::max(own[group], other[group]);
            }
        }
        ++own[signatures_.ofNode[node]];
    }
}

SearchState BatchSearch::start() {
    std::vector<std::uint32_t> nodes;
    for (std::uint32_t node = 0; node < numArguments_.size(); ++node) {
        if (numArguments_[node] == 0) {
            nodes.push_back(node);
        }
    }
    SearchState state;
    state.left.resize(numGroups_);
    for (const std::uint32_t group : signatures_.ofNode) {
        ++state.left[group];
    }
    addReady(state, nodes);
    return state;
}

/// Adds nodes that have become ready; sorts them.
void BatchSearch::addReady(SearchState& state, std::vector<std::uint32_t>& nodes) const {
    std::ranges::sort(nodes, [this](std::uint32_t a, std::uint32_t b) {
        return std::pair(signatures_.ofNode[a], a) < std::pair(signatures_.ofNode[b], b);
    });
    for (auto first = nodes.begin(); first != nodes.end();) {
        const std::uint32_t group = signatures_.ofNode[*first];
        const auto last = std::find_if(first, nodes.end(),
                                       [&](std::uint32_t node) { return signatures_.ofNode[node] != group; });
        const auto place =
            std::ranges::lower_bound(state.ready, group, {}, [](const auto& g) { return g->group; });
        const bool isKnown = place != state.ready.end() && (*place)->group == group;
        auto made = isKnown ? std::make_shared<SearchGroup>(**place) : std::make_shared<SearchGroup>();
        made->group = group;
        made->most.resize(numGroups_);
        const auto middle = static_cast<std::ptrdiff_t>(made->nodes.size());
        for (; first != last; ++first) {
            raise(made->most, mostFrom(*first));
            made->hash ^= mixBits(*first);
            made->isDeadEnd = made->isDeadEnd && successors_.of(*first).empty();
            made->nodes.push_back(*first);
        }
        std::inplace_merge(made->nodes.begin(), made->nodes.begin() + middle, made->nodes.end());
        if (isKnown) {
            *place = std::move(made);
        } else {
            state.ready.insert(place, std::move(made));
        }
    }
}

void BatchSearch::load(const SearchState& state) {
    for (const SearchState::Waiting& entry : state.waiting) {
        successors_.waiting[entry.node] = entry.arguments;
    }
    work_ += static_cast<std::int64_t>(state.waiting.size());
}

void BatchSearch::unload(const SearchState& state) {
    for (const SearchState::Waiting& entry : state.waiting) {
        successors_.waiting[entry.node] = numArguments_[entry.node];
    }
}

void BatchSearch::findMoves(const SearchState& state, std::vector<SearchMove>& moves) {
    moves.clear();
    load(state);
    std::ranges::fill(largest_, 0);
    std::ranges::fill(second_, 0);
    for (std::uint32_t position = 0; position < state.ready.size(); ++position) {
        const std::vector<std::uint32_t>& most = state.ready[position]->most;
        for (std::size_t group = 0; group < numGroups_; ++group) {
            if (most[group] > largest_[group]) {
                second_[group] = std::exchange(largest_[group], most[group]);
                holder_[group] = position;
            } else {
                second_[group] = std::max(second_[group], most[group]);
            }
        }
    }
    for (std::uint32_t position = 0; position < state.ready.size(); ++position) {
        const SearchGroup& own = *state.ready[position];
        for (std::size_t group = 0; group < numGroups_; ++group) {
            newMost_[group] = holder_[group] == position ? second_[group] : largest_[group];
        }
        if (!own.isDeadEnd) {
            for (const std::uint32_t node : own.nodes) {
                for (const std::uint32_t successor : successors_.of(node)) {
                    if (--successors_.waiting[successor] == 0) {
                        raise(newMost_, mostFrom(successor));
                    }
                    ++work_;
                }
            }
            for (const std::uint32_t node : own.nodes) {
                for (const std::uint32_t successor : successors_.of(node)) {
                    ++successors_.waiting[successor];
                }
            }
        }
        std::int64_t bound = 0;
        for (const std::uint32_t most : newMost_) {
            bound += most;
        }
        work_ += static_cast<std::int64_t>(numGroups_);
        moves.push_back({.position = position,
                         .size = static_cast<std::int64_t>(own.nodes.size()),
                         .share = static_cast<double>(own.nodes.size()) / state.left[own.group],
                         .bound = bound,
                         .hash = state.hash ^ own.hash});
    }
    unload(state);
}

SearchState BatchSearch::run(const SearchState& state, const SearchMove& move) {
    load(state);
    SearchState result{.ready = state.ready, .left = state.left, .hash = move.hash};
    result.left[state.ready[move.position]->group] -= static_cast<std::uint32_t>(move.size);
    result.ready.erase(result.ready.begin() + move.position);
    std::vector<std::uint32_t> touched;
    std::vector<std::uint32_t> nowReady;
    for (const std::uint32_t node : state.ready[move.position]->nodes) {
        for (const std::uint32_t successor : successors_.of(node)) {
            std::uint32_t& waiting = successors_.waiting[successor];
            if (waiting == numArguments_[successor]) {
                touched.push_back(successor);
            }
            if (--waiting == 0) {
                nowReady.push_back(successor);
            }
        }
    }
    const auto keep = [&](std::uint32_t node) {
        if (successors_.waiting[node] > 0) {
            result.waiting.push_back({node, successors_.waiting[node]});
        }
        successors_.waiting[node] = numArguments_[node];
    };
    for (const SearchState::Waiting& entry : state.waiting) {
        keep(entry.node);
    }
    for (const std::uint32_t node : touched) {
        keep(node);
    }
    work_ +=
        static_cast<std::int64_t>(state.waiting.size() + 4 * touched.size() + nowReady.size() * numGroups_);
    addReady(result, nowReady);
    return result;
}

std::int64_t BatchSearch::safePosition(const SearchState& state) {
    std::ranges::fill(above_, 0);
    std::vector<std::int64_t> frontier(numGroups_);
    for (const auto& group : state.ready) {
        for (const std::uint32_t node : group->nodes) {
            above_[node] = ~std::uint64_t{0};  // marks it as not run
        }
    }
    for (std::size_t node = 0; node < above_.size(); ++node) {
        const bool isReady = above_[node] != 0;
        std::uint64_t above = 0;
        for (const std::uint32_t argument :
             isReady ? std::span<const std::uint32_t>() : arguments_.of(node)) {
            above |= above_[argument];
        }
        const std::uint32_t group = signatures_.ofNode[node];
        if (isReady || above != 0) {
            const std::uint64_t bit = std::uint64_t{1} << (group % kWordBits);
            frontier[group] += (above & bit) == 0 ? 1 : 0;
            above_[node] = above | bit;
        }
    }
    // Groups that share a bit hide nodes of each other's frontiers, so that there nothing is certain.
    for (std::size_t position = 0; numGroups_ <= kWordBits && position < state.ready.size(); ++position) {
        const SearchGroup& group = *state.ready[position];
        if (frontier[group.group] == static_cast<std::int64_t>(group.nodes.size())) {
            return static_cast<std::int64_t>(position);
        }
    }
    return -1;
}

}  // namespace loomscope
