// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/bench_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace loomscope {

namespace {

/// Options that the benchmark does not have are left out.
nlohmann::json configJson(const BenchOptions& options) {
    nlohmann::json config{{"threads", options.threads}, {"device", options.device}};
    const auto set = [&config](const char* name, const auto& value) {
        if (value) {
            config[name] = *value;
        }
    };
    set("hidden", options.hidden);
    set("embed", options.embed);
    set("batch", options.batch);
    set("leaves", options.leaves);
    set("mode", options.mode);
    set("policy", options.policy);
    set("granularity", options.granularity);
    set("data", options.data);
    if (options.hasEqualShapes) {
        config["equal_shapes"] = true;
    }
    if (!options.sizes.empty()) {
        config["sizes"] = options.sizes;
    }
    return config;
}

nlohmann::json timeJson(const TimeSplit& time) {
    return {{"build", time.build},
            {"plan", time.plan},
            {"gather", time.gather},
            {"product", time.product},
            {"elementwise", time.elementwise},
            {"scatter", time.scatter},
            {"update", time.update},
            {"other", time.other}};
}

nlohmann::json memoryJson(const StepMemory& memory) {
    return {{"values", memory.values}, {"gradients", memory.gradients}, {"parameters", memory.parameters},
            {"arenas", memory.arenas}, {"needed", memory.needed()},     {"held", memory.held()},
            {"ratio", memory.ratio()}};
}

nlohmann::json rooflineJson(const Roofline& roofline) {
    return {{"operations", roofline.operations},
            {"bytes", roofline.bytes},
            {"floor_seconds", roofline.floorSeconds},
            {"seconds", roofline.seconds},
            {"share", roofline.share()}};
}

nlohmann::json productsJson(const BenchResult& result) {
    nlohmann::json products = nlohmann::json::array();
    for (const ProductRate& rate : result.products) {
        products.push_back({{"m", rate.m},
                            {"n", rate.n},
                            {"k", rate.k},
                            {"gflops", rate.gflops},
                            {"packed_gflops", rate.packedGflops}});
    }
    return products;
}

void addGraphCosts(const BenchResult& result, nlohmann::json& document) {
    for (const GraphCost& cost : result.graphCosts) {
        document["sizes"].push_back({{"granularity", cost.granularity},
                                     {"nodes", cost.nodes},
                                     {"build_ns_per_node", cost.build},
                                     {"plan_ns_per_node", cost.plan},
                                     {"kept_build_ns_per_node", cost.kept},
                                     {"memory_plan_ns_per_node", cost.memory},
                                     {"ns_per_node", cost.total()}});
        document["linearity"][cost.granularity] = linearity(result.graphCosts, cost.granularity);
    }
}

std::string graphCostText(const BenchResult& result) {
    std::string text = fmt::format("{:<12}{:>12}{:>10}{:>10}{:>14}{:>10}{:>12}   ns a node\n", "granularity",
                                   "nodes", "build", "plan", "memory plan", "together", "build kept");
    for (const GraphCost& cost : result.graphCosts) {
        text += fmt::format("{:<12}{:>12}{:>10.1f}{:>10.1f}{:>14.1f}{:>10.1f}{:>12.1f}\n", cost.granularity,
                            cost.nodes, cost.build, cost.plan, cost.memory, cost.total(), cost.kept);
    }
    for (const char* granularity : {"cell", "op"}) {
        if (const double largest = linearity(result.graphCosts, granularity); largest > 0) {
            text +=
                fmt::format("{}: the dearest node costs {:.2f} times the cheapest\n", granularity, largest);
        }
    }
    return text;
}

std::string productText(const BenchResult& result) {
    std::string text;
    for (const ProductRate& rate : result.products) {
        text +=
            fmt::format("{:>5} × {:>4} × {:>4}  {:6.1f} GFLOP/s, {:6.1f} with the weight laid out before\n",
                        rate.m, rate.n, rate.k, rate.gflops, rate.packedGflops);
    }
    return text + fmt::format("peak {:.1f} GFLOP/s, copies {:.1f} GB/s\n", result.peakGflops,
                              1e-9 * result.machine.bytesPerSecond);
}

std::string workloadText(const BenchResult& result) {
    const TimeSplit& t = result.time;
    const double total =
        t.build + t.plan + t.gather + t.product + t.elementwise + t.scatter + t.update + t.other;
    const auto share = [total](double seconds) { return 100 * seconds / total; };
    const Roofline& roofline = result.roofline;
    std::string text = fmt::format(
        "{:.0f} examples/s, {:.0f} nodes/s, {:.1f} GFLOP/s of {:.1f} ({:.2f} of peak), {:.0f} ns a node\n",
        result.examplesPerSecond, result.nodesPerSecond, result.gflops, result.peakGflops,
        result.shareOfPeak(), result.nanosecondsPerNode);
    text += fmt::format(
        "build {:.0f} %, plan {:.0f} %, gather {:.0f} %, product {:.0f} %, elementwise {:.0f} %, "
        "scatter {:.0f} %, update {:.0f} %, other {:.0f} %\n",
        share(t.build), share(t.plan), share(t.gather), share(t.product), share(t.elementwise),
        share(t.scatter), share(t.update), share(t.other));
    text += fmt::format(
        "a minibatch: {:.2f} GFLOP, at least {:.1f} MB moved; floor {:.2f} ms of {:.2f} ms ({:.2f})\n",
        1e-9 * roofline.operations, 1e-6 * roofline.bytes, 1e3 * roofline.floorSeconds,
        1e3 * roofline.seconds, roofline.share());
    return text + fmt::format("a step holds {:.1f} MB, {:.2f} times the {:.1f} MB that it needs\n",
                              1e-6 * static_cast<double>(result.memory.held()), result.memory.ratio(),
                              1e-6 * static_cast<double>(result.memory.needed()));
}

}  // namespace

std::string toJson(const BenchResult& result) {
    nlohmann::json document{{"name", result.options.name},
                            {"config", configJson(result.options)},
                            {"machine",
                             {{"processor", result.machine.processor},
                              {"cores", result.machine.cores},
                              {"copy_bytes_per_s", result.machine.bytesPerSecond}}},
                            {"examples_per_s", result.examplesPerSecond},
                            {"nodes_per_s", result.nodesPerSecond},
                            {"gflops", result.gflops},
                            {"peak_gflops", result.peakGflops},
                            {"share_of_peak", result.shareOfPeak()},
                            {"ns_per_node", result.nanosecondsPerNode},
                            {"time", timeJson(result.time)},
                            {"peak_memory_bytes", result.peakMemoryBytes},
                            {"step_memory_bytes", memoryJson(result.memory)},
                            {"roofline", rooflineJson(result.roofline)},
                            {"runs", result.runs},
                            {"products", productsJson(result)}};
    addGraphCosts(result, document);
    return document.dump(2);
}

std::string toText(const BenchResult& result) {
    if (!result.graphCosts.empty()) {
        return graphCostText(result);
    }
    return result.options.name == "gemm" ? productText(result) : workloadText(result);
}

std::string describe(const BenchOptions& options) {
    std::string text = options.name;
    const auto add = [&text](std::string_view before, const auto& value) {
        if (value) {
            text += fmt::format(", {}{}", before, *value);
        }
    };
    add("", options.mode);
    add("hidden ", options.hidden);
    add("embed ", options.embed);
    add("batch ", options.batch);
    if (options.granularity.value_or("cell") != "cell") {
        add("granularity ", options.granularity);
    }
    if (options.policy.value_or("depth") != "depth") {
        add("policy ", options.policy);
    }
    return text + (options.hasEqualShapes ? ", equal shapes" : "");
}

}  // namespace loomscope
