// SPDX-License-Identifier: GPL-3.0-or-later
// Seconds a node of building a graph, planning it, laying out its memory, and bounding it. Trees have 20
// leaves, as those of SST have.
#include "engine/exec/memory_plan.h"
#include "engine/schedule/plan.h"
#include "tests/support/tree_graph.h"

#include <benchmark/benchmark.h>

#include <string>
#include <vector>

namespace loomscope {

namespace {

using Granularity = TreeLstmGraphs::Granularity;

std::vector<BinaryTree> makeTrees(std::int64_t number) {
    Rng rng(1);
    std::vector<BinaryTree> trees;
    for (std::int64_t i = 0; i < number; ++i) {
        trees.push_back(randomTree(20, rng));
    }
    return trees;
}

void addTrees(Graph& graph, const TreeLstmGraphs& model, const std::vector<BinaryTree>& trees,
              Granularity granularity) {
    for (const BinaryTree& tree : trees) {
        model.add(graph, tree, granularity, TreeLstmGraphs::Losses::kEachNode);
    }
}

Graph makeGraph(std::int64_t numTrees, Granularity granularity) {
    const TreeLstmGraphs model;
    Graph graph = model.newGraph();
    addTrees(graph, model, makeTrees(numTrees), granularity);
    return graph;
}

void countNodes(benchmark::State& state, const Graph& graph) {
    const auto nodes = static_cast<double>(graph.numNodes());
    state.counters["nodes"] = nodes;
    state.counters["per_node"] = benchmark::Counter(
        nodes, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void build(benchmark::State& state, Granularity granularity) {
    const TreeLstmGraphs model;
    Graph graph = model.newGraph();
    const std::vector<BinaryTree> trees = makeTrees(state.range(0));
    for (auto _ : state) {
        graph.clear();
        addTrees(graph, model, trees, granularity);
        benchmark::DoNotOptimize(graph.numNodes());
    }
    countNodes(state, graph);
}

void planWith(benchmark::State& state, Granularity granularity, std::string_view policyName) {
    const Graph graph = makeGraph(state.range(0), granularity);
    const auto policy = makePolicy(policyName).value();
    for (auto _ : state) {
        benchmark::DoNotOptimize(plan(graph, *policy));
    }
    countNodes(state, graph);
    state.counters["rows"] = static_cast<double>(statistics(plan(graph, *policy)).rows);
}

void planMemory(benchmark::State& state, Granularity granularity) {
    const Graph graph = makeGraph(state.range(0), granularity);
    const Schedule schedule = plan(graph, *makePolicy("depth").value());
    MemoryPlanner planner;
    MemoryPlan memory;
    for (auto _ : state) {
        planner.plan(graph, schedule, memory);
        benchmark::DoNotOptimize(memory.numFloats);
    }
    countNodes(state, graph);
}

void bound(benchmark::State& state, Granularity granularity) {
    const Graph graph = makeGraph(state.range(0), granularity);
    for (auto _ : state) {
        benchmark::DoNotOptimize(lowerBound(graph));
    }
    countNodes(state, graph);
}

/// Registers all benchmarks of a granularity before main().
bool registerAll(const std::string& name, Granularity granularity) {
    const auto sizes = [](benchmark::internal::Benchmark* one) { one->Arg(1)->Arg(8)->Arg(64)->Arg(256); };
    sizes(benchmark::RegisterBenchmark(("build/" + name).c_str(), build, granularity));
    for (const std::string_view policy : policyNames()) {
        sizes(benchmark::RegisterBenchmark(("plan/" + name + "/" + std::string(policy)).c_str(), planWith,
                                           granularity, policy));
    }
    sizes(benchmark::RegisterBenchmark(("memory_plan/" + name).c_str(), planMemory, granularity));
    sizes(benchmark::RegisterBenchmark(("bound/" + name).c_str(), bound, granularity));
    return true;
}

const bool kHasCells = registerAll("cells", Granularity::kCells);
const bool kHasOps = registerAll("ops", Granularity::kOps);

}  // namespace

}  // namespace loomscope
