// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policies/optimal.h"

#include "engine/schedule/batch_search.h"
#include "engine/schedule/group_chooser.h"
#include "engine/schedule/policies/lookahead.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <map>
#include <unordered_map>

namespace loomscope {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kMaxBytes = std::size_t{256} << 20;
constexpr double kMaxSeconds = 1e6;
constexpr std::int64_t kBeam = 8;

std::size_t bytesOf(const SearchState& state) {
    std::size_t bytes =
        256 + state.waiting.size() * sizeof(SearchState::Waiting) + state.left.size() * sizeof(std::uint32_t);
    for (const auto& group : state.ready) {
        bytes += sizeof(group) + group->nodes.size() * sizeof(std::uint32_t);
    }
    return bytes;
}

/// A*: states by the batches that a schedule through them must have, the latest first among equals.
class FewestBatches {
public:
    FewestBatches(BatchSearch& search, std::int64_t bound, Clock::time_point deadline,
                  const JobControl& control)
        : search_(search), bound_(bound), deadline_(deadline), control_(control) {}

    /// Looks for fewer batches than `order` has. What it returns is the best one known.
    std::vector<SignatureId> improve(FoundOrder order) {
        best_ = order.isComplete ? static_cast<std::int64_t>(order.signatures.size())
                                 : std::numeric_limits<std::int64_t>::max();
        if (best_ > bound_) {
            push({.state = search_.start()}, bound_);
        }
        while (!open_.empty() && open_.begin()->first < best_) {
            bound_ = open_.begin()->first;
            if (isOver()) {
                break;
            }
            const std::int64_t next = open_.begin()->second.back();
            open_.begin()->second.pop_back();
            if (open_.begin()->second.empty()) {
                open_.erase(open_.begin());
            }
            expand(next);
        }
        if (open_.empty() || open_.begin()->first >= best_) {
            bound_ = std::max(bound_, best_);
        }
        return goal_ < 0 ? std::move(order.signatures) : orderTo(goal_);
    }

    [[nodiscard]] std::int64_t bound() const { return bound_; }

private:
    struct Known {
        SearchState state;
        std::int64_t before = -1;
        std::uint32_t group = 0;
        std::int64_t batches = 0;
    };

    bool isOver() { return bytes_ > kMaxBytes || control_.isCancelled() || Clock::now() >= deadline_; }

    void push(Known known, std::int64_t least) {
        const std::uint64_t hash = known.state.hash;
        for (auto [same, end] = byHash_.equal_range(hash); same != end; ++same) {
            const Known& other = known_[static_cast<std::size_t>(same->second)];
            if (isSameState(other.state, known.state) && other.batches <= known.batches) {
                return;
            }
        }
        bytes_ += bytesOf(known.state);
        const auto place = static_cast<std::int64_t>(known_.size());
        byHash_.emplace(hash, place);
        open_[least].push_back(place);
        known_.push_back(std::move(known));
    }

    void expand(std::int64_t place) {
        const SearchState state = known_[static_cast<std::size_t>(place)].state;
        known_[static_cast<std::size_t>(place)].state.waiting = {};
        const std::int64_t batches = known_[static_cast<std::size_t>(place)].batches + 1;
        search_.findMoves(state, moves_);
        if (const std::int64_t safe = search_.safePosition(state); safe >= 0) {
            moves_ = {moves_[static_cast<std::size_t>(safe)]};
        }
        std::ranges::stable_sort(moves_, {}, &SearchMove::size);
        for (const SearchMove& move : moves_) {
            if (batches + move.bound >= best_) {
                continue;
            }
            Known next{search_.run(state, move), place, state.ready[move.position]->group, batches};
            if (next.state.ready.empty()) {
                best_ = batches;
                goal_ = static_cast<std::int64_t>(known_.size());
                known_.push_back(std::move(next));
            } else {
                push(std::move(next), batches + move.bound);
            }
        }
    }

    std::vector<SignatureId> orderTo(std::int64_t place) const {
        std::vector<SignatureId> order;
        while (known_[static_cast<std::size_t>(place)].before >= 0) {
            const Known& known = known_[static_cast<std::size_t>(place)];
            order.push_back(search_.signature(known.group));
            place = known.before;
        }
        std::ranges::reverse(order);
        return order;
    }

    BatchSearch& search_;
    std::int64_t bound_;
    Clock::time_point deadline_;
    const JobControl& control_;
    std::int64_t best_ = 0;
    std::int64_t goal_ = -1;
    std::vector<Known> known_;
    std::unordered_multimap<std::uint64_t, std::int64_t> byHash_;
    std::map<std::int64_t, std::vector<std::int64_t>> open_;  // by the batches of a whole schedule
    std::vector<SearchMove> moves_;
    std::size_t bytes_ = 0;
};

class OptimalChooser final : public GroupChooser {
public:
    OptimalChooser(std::vector<SignatureId> order, std::int64_t bound)
        : order_(std::move(order)), bound_(bound) {}
    [[nodiscard]] std::size_t choose(std::span<const GroupState> ready) override {
        return order_.choose(ready);
    }
    [[nodiscard]] std::optional<std::int64_t> provenBound() const override { return bound_; }

private:
    OrderChooser order_;
    std::int64_t bound_;
};

}  // namespace

Result<std::unique_ptr<BatchingPolicy>> OptimalPolicy::make(const PolicyOptions& options) {
    if (!(options.timeLimit > 0 && options.timeLimit <= kMaxSeconds)) {
        return fail(
            ErrorCode::kInvalid,
            fmt::format("the time limit of the policy optimal must be more than 0 and at most {} seconds, "
                        "not {}",
                        kMaxSeconds, options.timeLimit));
    }
    return std::unique_ptr<BatchingPolicy>(new OptimalPolicy(options.timeLimit));
}

std::unique_ptr<GroupChooser> OptimalPolicy::start(const Graph& graph, const JobControl& control) const {
    const auto deadline =
        Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeLimit_));
    const std::int64_t bound = lowerBound(graph);
    if (!canSearch(graph)) {
        return std::make_unique<OptimalChooser>(std::vector<SignatureId>(), bound);
    }
    BatchSearch search(graph);
    FoundOrder first = lookaheadOrder(search, graph.numNodes(), kBeam, control);
    FewestBatches fewest(search, bound, deadline, control);
    std::vector<SignatureId> order = fewest.improve(std::move(first));
    return std::make_unique<OptimalChooser>(std::move(order), fewest.bound());
}

}  // namespace loomscope
