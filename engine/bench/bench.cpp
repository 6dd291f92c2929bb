// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/bench.h"

#include "engine/base/names.h"
#include "engine/bench/workload.h"
#include "engine/bench/workload_info.h"
#include "engine/tensor/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sys/resource.h>

namespace loomscope {

namespace {

constexpr std::array<std::string_view, 3> kOthers{"gemm", "build", "schedule"};

std::int64_t peakMemory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::int64_t{usage.ru_maxrss} * 1024;
}

Result<void> goOn(const JobControl& control) {
    if (control.isCancelled()) {
        return fail(ErrorCode::kCancelled, "the benchmark was cancelled");
    }
    return {};
}

void takeMedian(std::vector<WorkloadTotals> totals, BenchResult& result) {
    const auto rate = [](const WorkloadTotals& t) { return static_cast<double>(t.examples) / t.seconds; };
    for (const WorkloadTotals& t : totals) {
        result.runs.push_back(rate(t));
    }
    std::ranges::sort(totals, {}, rate);
    const WorkloadTotals& median = totals[totals.size() / 2];
    const auto steps = static_cast<double>(median.steps);
    result.examplesPerSecond = rate(median);
    result.nodesPerSecond = static_cast<double>(median.nodes) / median.seconds;
    result.gflops = 1e-9 * median.productFlops / median.seconds;
    result.nanosecondsPerNode = 1e9 * median.seconds / static_cast<double>(median.nodes);
    result.time = median.time;
    result.memory = median.memory;
    result.roofline = {.operations = median.productFlops / steps,
                       .bytes = median.leastBytes / steps,
                       .seconds = median.seconds / steps};
}

Result<void> runWorkload(const WorkloadInfo& info, const JobControl& control, BenchResult& result) {
    const BenchOptions& options = result.options;
    const RunConfig config = configOf(info, options);
    DataRequest request;
    request.path = config.data.train;
    LOOM_TRY(const auto data, openData(request, control));
    const WorkloadMode mode = options.mode == "infer" ? WorkloadMode::kInfer : WorkloadMode::kTrain;
    LOOM_TRY(auto workload, Workload::make(config, data.train, mode));
    constexpr double kOnePass = 1e-9;
    std::vector<WorkloadTotals> totals;
    for (int i = 0; i <= options.repeats; ++i) {
        LOOM_TRY_VOID(goOn(control));
        control.say({.what = "measuring " + options.name, .done = i, .total = options.repeats + 1});
        LOOM_TRY(totals.emplace_back(), workload.measure(i == 0 ? kOnePass : options.secondsPerRepeat));
    }
    totals.erase(totals.begin());  // warmed up
    takeMedian(std::move(totals), result);
    return {};
}

Result<void> runProducts(Device& device, const JobControl& control, BenchResult& result) {
    for (int i = 0; i < result.options.repeats; ++i) {
        LOOM_TRY_VOID(goOn(control));
        control.say({.what = "measuring matrix products", .done = i, .total = result.options.repeats});
        result.runs.push_back(peakGflops(measureProducts(device)));
    }
    result.gflops = *std::ranges::max_element(result.runs);
    return {};
}

/// `build` and `schedule`: the largest graph of the first granularity stands for the whole.
Result<void> runGraphCosts(const JobControl& control, BenchResult& result) {
    BenchOptions& options = result.options;
    const bool isBuild = options.name == "build";
    options.leaves = options.leaves.value_or("5..40");
    options.policy = options.policy.value_or("depth");
    if (options.sizes.empty()) {
        options.sizes = {1'000, 10'000, 100'000, 1'000'000};
    }
    std::vector<std::string> granularities{"cell", "op"};
    if (options.granularity) {
        granularities = {*options.granularity};
    }
    RunConfig config;
    config.data.train = fmt::format("synthetic:trees?leaves={}&seed=1", *options.leaves);
    config.modelOptions = {{"dropout", 0}};
    config.engine.policy = *options.policy;
    LOOM_TRY(result.graphCosts,
             measureGraphCosts(config, granularities, options.sizes, options.repeats, control));
    const auto ofFirst = std::span(result.graphCosts).first(options.sizes.size());
    const auto largest = std::ranges::max_element(ofFirst, {}, &GraphCost::nodes);
    const auto nodes = static_cast<double>(largest->nodes);
    result.nanosecondsPerNode = isBuild ? largest->build : largest->plan + largest->memory;
    result.nodesPerSecond = 1e9 / result.nanosecondsPerNode;
    const double perNode = static_cast<double>(largest->examples) / nodes;
    result.examplesPerSecond = result.nodesPerSecond * perNode;
    (isBuild ? result.time.build : result.time.plan) = 1e-9 * result.nanosecondsPerNode * nodes;
    for (const GraphCostRepeat& repeat : largest->repeats) {
        result.runs.push_back(1e9 / (isBuild ? repeat.build : repeat.plan + repeat.memory) * perNode);
    }
    return {};
}

Result<void> run(const WorkloadInfo* workload, Device& device, const JobControl& control,
                 BenchResult& result) {
    if (workload != nullptr) {
        return runWorkload(*workload, control, result);
    }
    return result.options.name == "gemm" ? runProducts(device, control, result)
                                         : runGraphCosts(control, result);
}

/// The options with all values, checked.
Result<BenchOptions> completed(const WorkloadInfo* workload, const BenchOptions& options) {
    if (workload != nullptr) {
        return complete(*workload, options);
    }
    static constexpr std::array<std::string_view, 4> kOfGraphs{"leaves", "policy", "granularity", "sizes"};
    LOOM_TRY_VOID(check(options, std::span(kOfGraphs).first(options.name == "gemm" ? 0 : kOfGraphs.size())));
    return options;
}

}  // namespace

std::vector<std::string_view> benchNames() {
    std::vector<std::string_view> names;
    std::ranges::transform(workloads(), std::back_inserter(names), &WorkloadInfo::name);
    names.insert(names.end(), kOthers.begin(), kOthers.end());
    return names;
}

Result<BenchResult> runBench(const BenchOptions& options, const JobControl& control) {
    const WorkloadInfo* const workload = findWorkload(options.name);
    if (workload == nullptr && std::ranges::find(kOthers, options.name) == kOthers.end()) {
        return fail(ErrorCode::kNotFound, fmt::format("no benchmark is called '{}'; there are {}",
                                                      options.name, joinNames(benchNames())));
    }
    BenchResult result;
    LOOM_TRY(result.options, completed(workload, options));
    LOOM_TRY(const auto device, makeDevice(options.device, options.threads));
    control.say({.what = "measuring matrix products"});
    result.machine = describeMachine(*device);
    result.products = measureProducts(*device);
    LOOM_TRY_VOID(run(workload, *device, control, result));
    // Before and after, since the clock of a shared machine drifts: the larger is the fairer denominator.
    result.peakGflops =
        std::max({peakGflops(result.products), peakGflops(measureProducts(*device)), result.gflops});
    Roofline& roofline = result.roofline;
    roofline.floorSeconds = std::max(1e-9 * roofline.operations / result.peakGflops,
                                     roofline.bytes / result.machine.bytesPerSecond);
    result.peakMemoryBytes = peakMemory();
    return result;
}

}  // namespace loomscope
