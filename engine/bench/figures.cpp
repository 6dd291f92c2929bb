// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/figures.h"

#include "engine/bench/bench_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace loomscope {

namespace {

/// The result of the same benchmark with one thread, or null.
const BenchResult* withOneThread(std::span<const BenchResult> results, const BenchResult& result) {
    const auto found = std::ranges::find_if(results, [&](const BenchResult& other) {
        return other.options.threads == 1 && describe(other.options) == describe(result.options);
    });
    return found == results.end() || result.options.threads == 1 ? nullptr : &*found;
}

std::string machineLine(std::span<const BenchResult> results) {
    const Machine& machine = results.front().machine;
    std::string text = fmt::format("{}, {} cores", machine.processor, machine.cores);
    std::map<int, std::pair<double, double>> rates;  // by threads
    for (const BenchResult& result : results) {
        auto& [peak, copies] = rates[result.options.threads];
        peak = std::max(peak, result.peakGflops);
        copies = std::max(copies, result.machine.bytesPerSecond);
    }
    for (const auto& [threads, rate] : rates) {
        text += fmt::format("; {} thread{}: {:.1f} GFLOP/s, {:.1f} GB/s", threads, threads == 1 ? "" : "s",
                            rate.first, 1e-9 * rate.second);
    }
    return text + "\n\n";
}

std::string rateTable(std::span<const BenchResult> results) {
    std::string text =
        "| workload | threads | examples/s | GFLOP/s | peak | share of peak | speed-up | memory held/needed "
        "|\n"
        "|---|---|---|---|---|---|---|---|\n";
    for (const BenchResult& result : results) {
        const BenchResult* const one = withOneThread(results, result);
        text += fmt::format("| {} | {} | {:.0f} | {:.1f} | {:.1f} | {:.2f} | {} | {:.2f} |\n",
                            describe(result.options), result.options.threads, result.examplesPerSecond,
                            result.gflops, result.peakGflops, result.shareOfPeak(),
                            one == nullptr
                                ? std::string("–")
                                : fmt::format("{:.2f}", result.examplesPerSecond / one->examplesPerSecond),
                            result.memory.ratio());
    }
    return text + "\n";
}

std::string rooflineTable(std::span<const BenchResult> results) {
    std::string text =
        "| workload, one thread | GFLOP | MB | floor ms | measured ms | share |\n|---|---|---|---|---|---|\n";
    for (const BenchResult& result : results) {
        if (result.options.threads == 1) {
            const Roofline& roofline = result.roofline;
            text += fmt::format("| {} | {:.3f} | {:.1f} | {:.3f} | {:.3f} | {:.2f} |\n",
                                describe(result.options), 1e-9 * roofline.operations, 1e-6 * roofline.bytes,
                                1e3 * roofline.floorSeconds, 1e3 * roofline.seconds, roofline.share());
        }
    }
    return text + "\n";
}

std::string timeTable(std::span<const BenchResult> results) {
    std::string text =
        "| workload | threads | build | plan | gather | product | elementwise | scatter | update | other |\n"
        "|---|---|---|---|---|---|---|---|---|---|\n";
    for (const BenchResult& result : results) {
        const TimeSplit& t = result.time;
        text += fmt::format("| {} | {}", describe(result.options), result.options.threads);
        const std::initializer_list<double> parts{t.build,       t.plan,    t.gather, t.product,
                                                  t.elementwise, t.scatter, t.update, t.other};
        double total = 0;
        for (const double part : parts) {
            total += part;
        }
        for (const double part : parts) {
            text += fmt::format(" | {:.0f} %", 100 * part / total);
        }
        text += " |\n";
    }
    return text + "\n";
}

std::string graphTable(std::span<const BenchResult> results) {
    std::string text =
        "| granularity | nodes | build | plan | memory plan | together | build from kept graphs "
        "|\n|---|---|---|---|---|---|---|\n";
    for (const BenchResult& result : results) {
        for (const GraphCost& cost : result.graphCosts) {
            text +=
                fmt::format("| {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | {:.1f} |\n", cost.granularity,
                            cost.nodes, cost.build, cost.plan, cost.memory, cost.total(), cost.kept);
        }
    }
    return text;
}

}  // namespace

std::vector<BenchOptions> figures(const BenchOptions& common) {
    std::vector<BenchOptions> all;
    const auto add = [&](std::string name) -> BenchOptions& {
        BenchOptions& one = all.emplace_back(common);
        one.name = std::move(name);
        one.data.reset();
        return one;
    };
    for (const int hidden : {150, 512}) {
        for (const char* mode : {"train", "infer"}) {
            for (const int batch : {25, 256}) {
                BenchOptions& one = add("treelstm");
                one.hidden = hidden;
                one.mode = mode;
                one.batch = batch;
            }
        }
    }
    for (const char* granularity : {"cell", "op"}) {
        BenchOptions& overhead = add("treelstm");
        overhead.hidden = overhead.embed = 4;
        overhead.batch = 256;
        overhead.mode = "infer";
        overhead.granularity = granularity;
    }
    for (const int batch : {1, 32, 256}) {
        add("fold-cell").batch = batch;
    }
    add("fold-cell").hasEqualShapes = true;
    BenchOptions& unbatched = add("fold-cell");
    unbatched.batch = 1;
    unbatched.policy = "none";
    add("bilstm");
    add("treefc");
    add("lattice");
    for (const char* name : {"dmpnn", "gcn"}) {
        add(name).data = common.data;
    }
    add("schedule");
    return all;
}

Result<std::vector<BenchResult>> runFigures(const BenchOptions& common, std::string_view only,
                                            const JobControl& control,
                                            const std::function<void(const BenchResult&)>& done) {
    static constexpr std::string_view kData = "data";
    LOOM_TRY_VOID(check(common, std::span(&kData, 1)));
    std::vector<BenchResult> results;
    for (BenchOptions& options : figures(common)) {
        if (!only.empty() && options.name != only) {
            continue;
        }
        const bool usesThreads = options.name != "schedule";
        for (const int threads : {1, common.threads}) {
            options.threads = threads;
            LOOM_TRY(results.emplace_back(), runBench(options, control));
            done(results.back());
            if (common.threads == 1 || !usesThreads) {
                break;
            }
        }
    }
    if (results.empty()) {
        return fail(ErrorCode::kNotFound, fmt::format("no figure is one of a benchmark '{}'", only));
    }
    return results;
}

std::string toTables(std::span<const BenchResult> results) {
    const auto firstGraph =
        std::ranges::find_if(results, [](const BenchResult& result) { return !result.graphCosts.empty(); });
    const auto workloads = results.first(static_cast<std::size_t>(firstGraph - results.begin()));
    const auto graphs = results.subspan(workloads.size());
    std::string text = machineLine(results);
    if (!workloads.empty()) {
        text += rateTable(workloads) + rooflineTable(workloads) + timeTable(workloads);
    }
    return graphs.empty() ? text : text + graphTable(graphs);
}

}  // namespace loomscope
