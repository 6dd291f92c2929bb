// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/workload_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace loomscope {

namespace {

/// The trees of Fold's timing table.
constexpr WorkloadInfo foldTrees(std::string_view name, std::string_view model) {
    return {.name = name,
            .model = model,
            .data = "trees",
            .sizeKey = "leaves",
            .leaves = "128",
            .batch = 32,
            .hidden = 1024,
            .mode = "infer",
            .hasShapes = true,
            .isRootOnly = true,
            .numExamples = 8};
}

/// Sizes are those of the published comparisons: Tree-LSTM and tagger as in DyNet's benchmarks, the trees of
/// 128 leaves with a state of 1024 as in Fold's timing table, D-MPNN as its authors have it.
constexpr std::array kWorkloads{
    WorkloadInfo{.name = "treelstm",
                 .model = "tree-lstm",
                 .data = "trees",
                 .sizeKey = "leaves",
                 .leaves = "5..40",
                 .batch = 25,
                 .hidden = 150,
                 .embed = 300,
                 .mode = "train",
                 .hasShapes = true},
    foldTrees("treefc", "tree-fc"),
    WorkloadInfo{.name = "bilstm",
                 .model = "bilstm-tagger",
                 .data = "sequences?vocabulary=10000&labels=45",
                 .sizeKey = "length",
                 .leaves = "5..40",
                 .batch = 64,
                 .hidden = 200,
                 .embed = 200,
                 .mode = "train"},
    WorkloadInfo{.name = "gcn", .model = "gcn", .batch = 50, .hidden = 300, .mode = "train"},
    WorkloadInfo{.name = "dmpnn", .model = "dmpnn", .batch = 50, .hidden = 300, .mode = "train"},
    WorkloadInfo{.name = "lattice",
                 .model = "lattice-lstm",
                 .data = "lattices",
                 .sizeKey = "length",
                 .leaves = "10..60",
                 .batch = 32,
                 .hidden = 200,
                 .embed = 200,
                 .mode = "train"},
    foldTrees("fold-cell", "fold-cell"),
};

std::string dataPath(const WorkloadInfo& workload, const BenchOptions& options) {
    if (workload.data.empty()) {
        return *options.data;
    }
    const bool hasQuery = workload.data.find('?') != std::string_view::npos;
    const std::int64_t batch = *options.batch;
    const std::int64_t batches = (std::max(workload.numExamples, batch) + batch - 1) / batch;
    std::string path = fmt::format("synthetic:{}{}n={}&{}={}&seed=1", workload.data, hasQuery ? "&" : "?",
                                   batches * batch, workload.sizeKey, *options.leaves);
    return options.hasEqualShapes ? path + "&shapes=1" : path;
}

}  // namespace

std::span<const WorkloadInfo> workloads() {
    return kWorkloads;
}

const WorkloadInfo* findWorkload(std::string_view name) {
    const auto* const found = std::ranges::find(kWorkloads, name, &WorkloadInfo::name);
    return found == kWorkloads.end() ? nullptr : found;
}

Result<BenchOptions> complete(const WorkloadInfo& workload, BenchOptions options) {
    const bool isFile = workload.data.empty();
    std::vector<std::string_view> allowed{"hidden", "batch", "mode", "policy", "granularity"};
    allowed.emplace_back(isFile ? "data" : "leaves");
    if (workload.embed) {
        allowed.emplace_back("embed");
    }
    if (workload.hasShapes) {
        allowed.emplace_back("equal-shapes");
    }
    LOOM_TRY_VOID(check(options, allowed));
    if (isFile && options.data.value_or("").empty()) {
        return fail(
            ErrorCode::kInvalid,
            fmt::format("the benchmark {} needs a file of molecules: name it with --data", workload.name));
    }
    options.hidden = options.hidden.value_or(workload.hidden);
    options.batch = options.batch.value_or(workload.batch);
    options.mode = options.mode.value_or(std::string(workload.mode));
    options.policy = options.policy.value_or("depth");
    options.granularity = options.granularity.value_or("cell");
    if (workload.embed) {
        options.embed = options.embed.value_or(*workload.embed);
    }
    if (!isFile) {
        options.leaves = options.leaves.value_or(std::string(workload.leaves));
    }
    return options;
}

RunConfig configOf(const WorkloadInfo& workload, const BenchOptions& options) {
    RunConfig config;
    config.data.train = dataPath(workload, options);
    config.model = workload.model;
    config.modelOptions = {{"hidden", *options.hidden}, {"dropout", 0}};
    if (options.embed) {
        config.modelOptions["embed"] = *options.embed;
    }
    if (workload.isRootOnly) {
        config.modelOptions["root_only"] = 1;
    }
    config.optimiser = {.name = "adam", .rate = 1e-3, .embeddingRate = 1e-3, .l2 = 0, .clip = 0};
    config.train.batch = *options.batch;
    config.engine = {.device = options.device,
                     .threads = options.threads,
                     .policy = *options.policy,
                     .granularity = *options.granularity};
    return config;
}

}  // namespace loomscope
