// SPDX-License-Identifier: Apache-2.0
// The workloads that are a model over data: what each is, and the values of its options.
#pragma once

#include "engine/base/result.h"
#include "engine/bench/bench_options.h"
#include "engine/train/run_config.h"

#include <optional>
#include <span>
#include <string_view>

namespace loomscope {

/// One workload. What is empty here is an option that it does not have.
struct WorkloadInfo {
    std::string_view name;
    std::string_view model;
    std::string_view data;     ///< synthetic set without its sizes; empty: a file
    std::string_view sizeKey;  ///< the key of that set that says how large examples are
    std::string_view leaves;
    int batch = 0;
    int hidden = 0;
    std::optional<int> embed;
    std::string_view mode;
    bool hasShapes = false;          ///< trees that may all have one shape
    bool isRootOnly = false;         ///< trees have a class at their root alone
    std::int64_t numExamples = 256;  ///< of a pass, at least
};

[[nodiscard]] std::span<const WorkloadInfo> workloads();
/// Null if no workload has the name.
[[nodiscard]] const WorkloadInfo* findWorkload(std::string_view name);

/// `options` with the workload's values where they have none. Errors: kInvalid for an option that the
/// workload does not have, or without a file of molecules where it needs one.
[[nodiscard]] Result<BenchOptions> complete(const WorkloadInfo& workload, BenchOptions options);
/// The configuration of a run that does what the workload measures; `options` are complete.
[[nodiscard]] RunConfig configOf(const WorkloadInfo& workload, const BenchOptions& options);

}  // namespace loomscope
