// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/fsm/learn_fsm.h"

#include "engine/base/rng.h"
#include "engine/graph/graph_text.h"
#include "engine/schedule/fsm/fsm_machine.h"
#include "engine/schedule/graph_arrays.h"
#include "engine/schedule/group_chooser.h"
#include "engine/schedule/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <unordered_map>
#include <utility>

namespace loomscope {

namespace {

constexpr double kLearningRate = 0.4;
constexpr std::size_t kReturnSteps = 10;
constexpr double kFirstExploration = 0.5;
constexpr double kLastExploration = 0.05;
constexpr double kExplorationDecay = 0.9;
constexpr double kCloseToBound = 1.01;

/// One decision of an episode. State and action are positions in the table.
struct FsmDecision {
    std::size_t state;
    std::size_t action;
    double reward;
};

/// The table while it is learned. Chooses with some exploration and remembers what it chose.
class FsmLearner {
public:
    FsmLearner(FsmTable& table, std::uint64_t seed) : table_(table), random_(seed) {}

    std::size_t choose(FsmTypes& types, std::span<const GroupState> ready) {
        types.encode(table_.encoding, ready, key_);
        const auto [known, isNew] = byKey_.try_emplace(key_, table_.states.size());
        if (isNew) {
            table_.states.push_back({.key = key_});
        }
        std::vector<FsmAction>& actions = table_.states[known->second].actions;
        std::size_t chosen = ready.size();
        std::size_t best = 0;
        const std::size_t any = random_.uniform() < exploration_
                                    ? static_cast<std::size_t>(random_.below(ready.size()))
                                    : ready.size();
        for (std::size_t position = 0; position < ready.size(); ++position) {
            const std::size_t action = actionOf(actions, types.of(ready[position].signature));
            const bool isBetter = chosen == ready.size() || actions[action].value > actions[best].value;
            if (any == position || (any == ready.size() && isBetter)) {
                chosen = position;
                best = action;
            }
        }
        const GroupState& group = ready[chosen];
        decisions_.push_back(
            {known->second, best,
             static_cast<double>(group.numReady) / static_cast<double>(group.numFrontier) - 1});
        return chosen;
    }

    /// Learns from the decisions of an episode: each value moves towards the rewards of the next steps and
    /// the best value after them.
    void finishEpisode() {
        double sum = 0;  // of the rewards of the steps in the window
        for (std::size_t step = decisions_.size(); step-- > 0;) {
            const FsmDecision& decision = decisions_[step];
            sum += decision.reward;
            double target = sum;
            if (step + kReturnSteps < decisions_.size()) {
                const FsmDecision& later = decisions_[step + kReturnSteps];
                sum -= later.reward;
                target = sum + bestValue(table_.states[later.state]);
            }
            double& value = table_.states[decision.state].actions[decision.action].value;
            value += kLearningRate * (target - value);
        }
        decisions_.clear();
        exploration_ = std::max(kLastExploration, exploration_ * kExplorationDecay);
    }

private:
    static std::size_t actionOf(std::vector<FsmAction>& actions, std::uint32_t type) {
        const auto found = std::ranges::find(actions, type, &FsmAction::type);
        const auto position = static_cast<std::size_t>(found - actions.begin());
        if (found == actions.end()) {
            actions.push_back({.type = type});
        }
        return position;
    }

    static double bestValue(const FsmState& state) {
        return std::ranges::max_element(state.actions, {}, &FsmAction::value)->value;
    }

    FsmTable& table_;
    Rng random_;
    double exploration_ = kFirstExploration;
    std::unordered_map<std::vector<std::uint32_t>, std::size_t, FsmKeyHash> byKey_;
    std::vector<FsmDecision> decisions_;
    std::vector<std::uint32_t> key_;
};

/// Plans by somebody else's choices, with the frontier known.
class FsmEpisode final : public BatchingPolicy {
public:
    FsmEpisode(FsmLearner& learner, FsmTypes& types) : learner_(learner), types_(types) {}
    [[nodiscard]] std::string_view name() const override { return "fsm episode"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kSignature; }
    [[nodiscard]] bool usesFrontier() const override { return true; }
    [[nodiscard]] std::size_t choose(const Graph&, std::span<const GroupState> ready) const override {
        return learner_.choose(types_, ready);
    }

private:
    FsmLearner& learner_;
    FsmTypes& types_;
};

/// Plans by a table as it is, and keeps what it did.
class FsmTrial final : public BatchingPolicy {
public:
    FsmTrial(const Graph& graph, const FsmTable& table)
        : chooser_(graph, std::make_shared<FsmMachine>(table)) {}
    [[nodiscard]] std::string_view name() const override { return "fsm trial"; }
    [[nodiscard]] Grouping grouping() const override { return Grouping::kSignature; }
    [[nodiscard]] std::size_t choose(const Graph&, std::span<const GroupState> ready) const override {
        return chooser_.choose(ready);
    }

    [[nodiscard]] std::vector<FsmStep> steps() const {
        const auto trace = chooser_.trace();
        std::map<std::array<std::uint32_t, 3>, std::int64_t> counts;
        for (std::size_t i = 0; i < trace.size(); ++i) {
            const std::int64_t to = i + 1 < trace.size() ? trace[i + 1].first : -1;
            if (trace[i].first >= 0) {
                // A state that the table lacks has the number of the end.
                ++counts[{static_cast<std::uint32_t>(trace[i].first), trace[i].second,
                          static_cast<std::uint32_t>(to)}];
            }
        }
        std::vector<FsmStep> steps;
        for (const auto& [step, count] : counts) {
            steps.push_back({.from = step[0], .type = step[1], .to = step[2], .count = count});
        }
        return steps;
    }

private:
    mutable FsmChooser chooser_;
};

}  // namespace

FsmTable learnFsm(const Graph& graph, const FsmTraining& training, const JobControl& control) {
    FsmTable table{.encoding = training.encoding, .seed = training.seed, .bound = lowerBound(graph)};
    for (const SignatureId signature : usedSignatures(graph).ids) {
        std::string text = toText(*graph.signatures(), signature);
        if (std::ranges::find(table.types, text) == table.types.end()) {
            table.types.push_back(std::move(text));
        }
    }
    FsmTypes types(graph, table.types);
    FsmLearner learner(table, training.seed);
    const auto nodes = static_cast<std::int64_t>(std::max<std::size_t>(1, graph.numNodes()));
    const std::int64_t episodes = std::min(training.episodes, training.nodes / nodes);
    const std::int64_t trialEvery = std::clamp<std::int64_t>(episodes / 4, 1, 50);
    FsmTable best;
    for (std::int64_t episode = 0;; ++episode) {
        const bool isLast = episode >= episodes || control.isCancelled();
        if (episode % trialEvery == 0 || isLast) {
            const FsmTrial trial(graph, table);
            table.episodes = episode;
            table.batches = static_cast<std::int64_t>(plan(graph, trial).batches.size());
            if (episode == 0 || table.batches < best.batches) {
                best = table;
                best.steps = trial.steps();
            }
            control.say({fmt::format("Learning to batch: {} batches, bound {}", best.batches, best.bound),
                         episode, episodes});
        }
        if (isLast || static_cast<double>(best.batches) <= kCloseToBound * static_cast<double>(best.bound)) {
            return best;
        }
        (void)plan(graph, FsmEpisode(learner, types));
        learner.finishEpisode();
    }
}

}  // namespace loomscope
