// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/bench.h"

#include "engine/bench/workload.h"
#include "engine/tensor/device.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <sys/resource.h>

namespace loomscope {

namespace {

constexpr std::array<std::string_view, 2> kNames{"treelstm", "gemm"};

/// The models of the published comparison: binary Tree-LSTM, five classes at every node, 20,000 words, Adam.
RunConfig configOf(const BenchOptions& options) {
    RunConfig config;
    config.model = "tree-lstm";
    config.modelOptions = {{"hidden", options.hidden}, {"embed", options.embed}, {"dropout", 0}};
    config.optimiser = {.name = "adam", .rate = 1e-3, .embeddingRate = 1e-3, .l2 = 0, .clip = 0};
    config.train.batch = options.batch;
    config.engine = {.device = options.device,
                     .threads = options.threads,
                     .policy = options.policy,
                     .granularity = options.granularity};
    return config;
}

std::int64_t peakMemory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return std::int64_t{usage.ru_maxrss} * 1024;
}

void takeMedian(std::vector<WorkloadTotals> totals, BenchResult& result) {
    const auto rate = [](const WorkloadTotals& t) { return static_cast<double>(t.examples) / t.seconds; };
    for (const WorkloadTotals& t : totals) {
        result.runs.push_back(rate(t));
    }
    std::ranges::sort(totals, {}, rate);
    const WorkloadTotals& median = totals[totals.size() / 2];
    result.examplesPerSecond = rate(median);
    result.nodesPerSecond = static_cast<double>(median.nodes) / median.seconds;
    result.gflops = 1e-9 * median.productFlops / median.seconds;
    result.nanosecondsPerNode = 1e9 * median.seconds / static_cast<double>(median.nodes);
    result.time = median.time;
}

Result<void> runTreeLstm(const BenchOptions& options, const JobControl& control, BenchResult& result) {
    DataRequest request;
    request.path = fmt::format("synthetic:trees?n=256&leaves={}&seed=1", options.leaves);
    LOOM_TRY(const auto data, openData(request, control));
    const WorkloadMode mode = options.mode == "infer" ? WorkloadMode::kInfer : WorkloadMode::kTrain;
    LOOM_TRY(auto workload, Workload::make(configOf(options), data.train, mode));
    const int batchesForAll = static_cast<int>((data.train->size() + options.batch - 1) / options.batch);
    LOOM_TRY_VOID(workload.warmUp(batchesForAll));
    std::vector<WorkloadTotals> totals;
    for (int i = 0; i < options.repeats; ++i) {
        if (control.isCancelled()) {
            return fail(ErrorCode::kCancelled, "the benchmark was cancelled");
        }
        control.say({.what = "measuring treelstm", .done = i, .total = options.repeats});
        LOOM_TRY(totals.emplace_back(), workload.measure(options.secondsPerRepeat));
    }
    takeMedian(std::move(totals), result);
    return {};
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

}  // namespace

std::span<const std::string_view> benchNames() {
    return kNames;
}

Result<BenchResult> runBench(const BenchOptions& options, const JobControl& control) {
    if (std::ranges::find(kNames, options.name) == kNames.end()) {
        return fail(ErrorCode::kNotFound, fmt::format("no benchmark is called '{}'; there are {}",
                                                      options.name, fmt::join(kNames, ", ")));
    }
    if (options.mode != "train" && options.mode != "infer") {
        return fail(ErrorCode::kInvalid, fmt::format("mode is '{}'; it can be train or infer", options.mode));
    }
    if (options.granularity != "cell" && options.granularity != "op") {
        return fail(ErrorCode::kInvalid,
                    fmt::format("granularity is '{}'; it can be cell or op", options.granularity));
    }
    if (options.batch < 1 || options.repeats < 1) {
        return fail(ErrorCode::kInvalid, "batch and repeats must be at least 1");
    }
    BenchResult result{.options = options};
    LOOM_TRY(const auto device, makeDevice(options.device, options.threads));
    control.say({.what = "measuring matrix products"});
    result.products = measureProducts(*device);
    if (options.name == "treelstm") {
        LOOM_TRY_VOID(runTreeLstm(options, control, result));
    }
    // Before and after, since the clock of a shared machine drifts: the larger is the fairer denominator.
    const auto again = measureProducts(*device);
    result.peakGflops = std::max(peakGflops(result.products), peakGflops(again));
    if (options.name == "gemm") {
        result.gflops = result.peakGflops;
        result.runs = {peakGflops(result.products), peakGflops(again)};
    }
    result.peakMemoryBytes = peakMemory();
    return result;
}

std::string toJson(const BenchResult& result) {
    const BenchOptions& options = result.options;
    nlohmann::json products = nlohmann::json::array();
    for (const ProductRate& rate : result.products) {
        products.push_back({{"m", rate.m}, {"n", rate.n}, {"k", rate.k}, {"gflops", rate.gflops}});
    }
    const nlohmann::json document{{"name", options.name},
                                  {"config",
                                   {{"hidden", options.hidden},
                                    {"embed", options.embed},
                                    {"batch", options.batch},
                                    {"leaves", options.leaves},
                                    {"mode", options.mode},
                                    {"policy", options.policy},
                                    {"granularity", options.granularity},
                                    {"threads", options.threads},
                                    {"device", options.device}}},
                                  {"examples_per_s", result.examplesPerSecond},
                                  {"nodes_per_s", result.nodesPerSecond},
                                  {"gflops", result.gflops},
                                  {"peak_gflops", result.peakGflops},
                                  {"share_of_peak", result.shareOfPeak()},
                                  {"ns_per_node", result.nanosecondsPerNode},
                                  {"time", timeJson(result.time)},
                                  {"peak_memory_bytes", result.peakMemoryBytes},
                                  {"runs", result.runs},
                                  {"products", products}};
    return document.dump(2);
}

std::string toText(const BenchResult& result) {
    std::string text;
    if (result.options.name != "gemm") {
        const TimeSplit& t = result.time;
        const double total =
            t.build + t.plan + t.gather + t.product + t.elementwise + t.scatter + t.update + t.other;
        const auto share = [total](double seconds) { return 100 * seconds / total; };
        text += fmt::format(
            "{:.0f} examples/s, {:.0f} nodes/s, {:.1f} GFLOP/s of {:.1f} ({:.2f} of peak), {:.0f} ns a "
            "node\n",
            result.examplesPerSecond, result.nodesPerSecond, result.gflops, result.peakGflops,
            result.shareOfPeak(), result.nanosecondsPerNode);
        text += fmt::format(
            "build {:.0f} %, plan {:.0f} %, gather {:.0f} %, product {:.0f} %, elementwise {:.0f} %, "
            "scatter {:.0f} %, update {:.0f} %, other {:.0f} %\n",
            share(t.build), share(t.plan), share(t.gather), share(t.product), share(t.elementwise),
            share(t.scatter), share(t.update), share(t.other));
        return text;
    }
    for (const ProductRate& rate : result.products) {
        text += fmt::format("{:>5} × {:>4} × {:>4}  {:6.1f} GFLOP/s\n", rate.m, rate.n, rate.k, rate.gflops);
    }
    return text + fmt::format("peak {:.1f} GFLOP/s\n", result.peakGflops);
}

}  // namespace loomscope
