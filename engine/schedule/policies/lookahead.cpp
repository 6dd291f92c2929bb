// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/policies/lookahead.h"

#include "engine/schedule/group_chooser.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace loomscope {

namespace {

constexpr std::int64_t kMaxBeam = 4096;
constexpr std::int64_t kWorkPerNode = 8000;
constexpr std::size_t kMaxCounts = std::size_t{1} << 27;

/// A state of the beam and how it was reached.
struct BeamState {
    SearchState state;
    std::int64_t step = -1;  ///< the last one, in the list of all
};

struct BeamStep {
    std::int64_t before = -1;
    std::uint32_t group = 0;
};

struct BeamMove {
    SearchMove move;
    std::size_t from = 0;  ///< position in the beam
};

/// The best moves out of all states, at most one to a state.
std::vector<BeamMove> bestMoves(BatchSearch& search, const std::vector<BeamState>& beam, std::size_t width) {
    std::vector<BeamMove> all;
    std::vector<SearchMove> moves;
    for (std::size_t from = 0; from < beam.size(); ++from) {
        search.findMoves(beam[from].state, moves);
        for (const SearchMove& move : moves) {
            all.push_back({move, from});
        }
    }
    std::ranges::sort(all, {}, [](const BeamMove& m) {
        return std::tuple(m.move.bound, -m.move.share, m.from, m.move.position);
    });
    std::vector<BeamMove> best;
    for (const BeamMove& candidate : all) {
        // A state that shares its hash with another by chance is lost, which costs a batch at worst.
        const auto isSame = [&](const BeamMove& other) { return other.move.hash == candidate.move.hash; };
        if (best.size() < width && std::ranges::none_of(best, isSame)) {
            best.push_back(candidate);
        }
    }
    return best;
}

}  // namespace

bool canSearch(const Graph& graph) {
    return graph.numNodes() * usedSignatures(graph).ids.size() <= kMaxCounts;
}

FoundOrder lookaheadOrder(BatchSearch& search, std::size_t numNodes, std::int64_t beam,
                          const JobControl& control) {
    const std::int64_t lastWork = search.work() + kWorkPerNode * static_cast<std::int64_t>(numNodes);
    std::vector<BeamStep> steps;
    std::vector<BeamState> states(1, {.state = search.start()});
    while (!states.front().state.ready.empty() && search.work() < lastWork && !control.isCancelled()) {
        std::vector<BeamState> next;
        for (const BeamMove& best : bestMoves(search, states, static_cast<std::size_t>(beam))) {
            const BeamState& from = states[best.from];
            steps.push_back({from.step, from.state.ready[best.move.position]->group});
            next.push_back({search.run(from.state, best.move), static_cast<std::int64_t>(steps.size()) - 1});
            if (next.back().state.ready.empty()) {
                std::swap(next.front(), next.back());
                break;
            }
        }
        states = std::move(next);
    }
    FoundOrder order{.isComplete = states.front().state.ready.empty()};
    for (std::int64_t step = states.front().step; step >= 0;
         step = steps[static_cast<std::size_t>(step)].before) {
        order.signatures.push_back(search.signature(steps[static_cast<std::size_t>(step)].group));
    }
    std::ranges::reverse(order.signatures);
    return order;
}

Result<std::unique_ptr<BatchingPolicy>> LookaheadPolicy::make(const PolicyOptions& options) {
    if (options.beam < 1 || options.beam > kMaxBeam) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("the beam of the policy lookahead must be from 1 to {}, not {}", kMaxBeam,
                                options.beam));
    }
    return std::unique_ptr<BatchingPolicy>(new LookaheadPolicy(options.beam));
}

std::unique_ptr<GroupChooser> LookaheadPolicy::start(const Graph& graph, const JobControl& control) const {
    if (!canSearch(graph)) {
        return std::make_unique<OrderChooser>(std::vector<SignatureId>());
    }
    BatchSearch search(graph);
    return std::make_unique<OrderChooser>(
        lookaheadOrder(search, graph.numNodes(), beam_, control).signatures);
}

}  // namespace loomscope
