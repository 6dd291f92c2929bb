// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/graph_cost.h"

#include "engine/base/clock.h"
#include "engine/exec/memory_plan.h"
#include "engine/train/minibatch.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace loomscope {

namespace {

/// Small graphs are measured again and again until so much time is over.
constexpr double kSecondsPerRepeat = 0.05;

/// Large enough to keep the graphs of all examples that are measured.
constexpr std::int64_t kKeptBytes = std::int64_t{8} << 30;

double median(std::vector<GraphCostRepeat> repeats, double GraphCostRepeat::*part) {
    std::ranges::sort(repeats, {}, part);
    return repeats[repeats.size() / 2].*part;
}

/// Builds one graph of the first so many examples, and measures.
class GraphCostMeter {
public:
    GraphCostMeter(const Dataset& data, MinibatchBuilder& builder, MinibatchBuilder& keeper)
        : data_(data), builder_(builder), keeper_(keeper) {}

    GraphCost measure(std::int64_t examples, int repeats) {
        const std::int64_t nodes = nodesOf(examples);  // brings memory to its size, too
        GraphCost cost{.nodes = nodes, .examples = examples};
        for (int i = 0; i < repeats; ++i) {
            cost.repeats.push_back(repeat(nodes));
        }
        keeper_.build(data_, indices_, BuildMode::kTrain, minibatch_);
        for (GraphCostRepeat& repeat : cost.repeats) {
            keeper_.build(data_, indices_, BuildMode::kTrain, minibatch_);
            repeat.kept = minibatch_.buildSeconds * 1e9 / static_cast<double>(nodes);
        }
        cost.build = median(cost.repeats, &GraphCostRepeat::build);
        cost.kept = median(cost.repeats, &GraphCostRepeat::kept);
        cost.plan = median(cost.repeats, &GraphCostRepeat::plan);
        cost.memory = median(cost.repeats, &GraphCostRepeat::memory);
        return cost;
    }

    /// Nodes of the graph of the first so many examples.
    std::int64_t nodesOf(std::int64_t examples) {
        indices_.resize(static_cast<std::size_t>(examples));
        std::iota(indices_.begin(), indices_.end(), 0);
        runOnce();
        return static_cast<std::int64_t>(minibatch_.graph.numNodes());
    }

private:
    GraphCostRepeat repeat(std::int64_t nodes) {
        GraphCostRepeat sum;
        int count = 0;
        do {
            const GraphCostRepeat once = runOnce();
            sum.build += once.build;
            sum.plan += once.plan;
            sum.memory += once.memory;
            ++count;
        } while (sum.total() < kSecondsPerRepeat);
        const double toNanoseconds = 1e9 / (static_cast<double>(count) * static_cast<double>(nodes));
        return {.build = sum.build * toNanoseconds,
                .plan = sum.plan * toNanoseconds,
                .memory = sum.memory * toNanoseconds};
    }

    /// Seconds of the three parts.
    GraphCostRepeat runOnce() {
        builder_.build(data_, indices_, BuildMode::kTrain, minibatch_);
        const auto start = Clock::now();
        planner_.plan(minibatch_.graph, minibatch_.schedule, plan_);
        const double memory = secondsSince(start);
        return {.build = minibatch_.buildSeconds, .plan = minibatch_.planSeconds, .memory = memory};
    }

    const Dataset& data_;
    MinibatchBuilder& builder_;
    MinibatchBuilder& keeper_;
    std::vector<std::int64_t> indices_;
    Minibatch minibatch_;
    MemoryPlanner planner_;
    MemoryPlan plan_;
};

/// How many examples have about `size` nodes, by the mean of the first ones.
std::int64_t examplesFor(std::int64_t size, GraphCostMeter& meter) {
    constexpr std::int64_t kSample = 64;
    const std::int64_t nodes = meter.nodesOf(kSample);
    return std::max<std::int64_t>(1, (size * kSample + nodes - 1) / nodes);
}

}  // namespace

Result<std::vector<GraphCost>> measureGraphCosts(const RunConfig& config,
                                                 std::span<const std::string> granularities,
                                                 std::span<const std::int64_t> sizes, int repeats,
                                                 const JobControl& control) {
    // A tree of 5 to 40 leaves has about 87 nodes at least.
    const std::int64_t numTrees = std::max<std::int64_t>(64, *std::ranges::max_element(sizes) / 80);
    DataRequest request;
    request.path = fmt::format("{}&n={}", config.data.train, numTrees);
    LOOM_TRY(const OpenedData data, openData(request, control));
    LOOM_TRY(const auto model, makeModel(config.model, config.modelOptions, *data.train, config.train.seed));
    std::vector<GraphCost> costs;
    for (const std::string& granularity : granularities) {
        const Granularity kind = granularity == "op" ? Granularity::kOp : Granularity::kCell;
        LOOM_TRY(auto builder, MinibatchBuilder::make(*model, config.engine.policy, kind, 0));
        LOOM_TRY(auto keeper, MinibatchBuilder::make(*model, config.engine.policy, kind, kKeptBytes));
        GraphCostMeter meter(*data.train, builder, keeper);
        for (const std::int64_t size : sizes) {
            if (control.isCancelled()) {
                return fail(ErrorCode::kCancelled, "the benchmark was cancelled");
            }
            control.say({.what = fmt::format("measuring a graph of {} nodes ({})", size, granularity)});
            const std::int64_t examples = std::min(examplesFor(size, meter), data.train->size());
            costs.push_back(meter.measure(examples, repeats));
            costs.back().granularity = granularity;
        }
    }
    return costs;
}

double linearity(std::span<const GraphCost> costs, std::string_view granularity) {
    double smallest = 0;
    double largest = 0;
    for (const GraphCost& cost : costs) {
        if (cost.granularity == granularity) {
            largest = std::max(largest, cost.total());
            smallest = smallest == 0 ? cost.total() : std::min(smallest, cost.total());
        }
    }
    return smallest > 0 ? largest / smallest : 0;
}

}  // namespace loomscope
