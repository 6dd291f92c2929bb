// SPDX-License-Identifier: Apache-2.0
// The named benchmarks of the command line: one workload each, beside the product peak of the same run.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/bench/bench_options.h"
#include "engine/bench/graph_cost.h"
#include "engine/bench/machine.h"
#include "engine/bench/roofline.h"
#include "engine/train/run_event.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace loomscope {

struct BenchResult {
    BenchOptions options;  ///< with the values that were used
    Machine machine;
    double examplesPerSecond = 0;  ///< median of the repeats
    double nodesPerSecond = 0;
    double gflops = 0;      ///< of matrix products
    double peakGflops = 0;  ///< largest product rate of this run, same threads
    double nanosecondsPerNode = 0;
    TimeSplit time;                     ///< of the median repeat
    std::int64_t peakMemoryBytes = 0;   ///< of the process
    StepMemory memory;                  ///< of the largest step
    Roofline roofline;                  ///< of a minibatch of the median repeat
    std::vector<double> runs;           ///< examples/s of each repeat; GFLOP/s for `gemm`
    std::vector<ProductRate> products;  ///< before the workload
    std::vector<GraphCost> graphCosts;  ///< of `build` and `schedule`

    [[nodiscard]] double shareOfPeak() const { return peakGflops > 0 ? gflops / peakGflops : 0; }
};

/// Names that runBench knows.
[[nodiscard]] std::vector<std::string_view> benchNames();
/// Runs one benchmark; takes some seconds. Errors: kNotFound naming the known ones, kInvalid, kDevice,
/// kCancelled, and those of opening data.
[[nodiscard]] Result<BenchResult> runBench(const BenchOptions& options, const JobControl& control = {});

}  // namespace loomscope
