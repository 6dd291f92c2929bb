// SPDX-License-Identifier: Apache-2.0
// The named benchmarks of the command line: one workload each, beside the product peak of the same run.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/bench/product_peak.h"
#include "engine/train/run_event.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

struct BenchOptions {
    std::string name = "treelstm";
    int hidden = 150;
    int embed = 300;
    int batch = 25;
    std::string leaves = "5..40";  ///< leaves of the random trees
    std::string mode = "train";    ///< train or infer
    std::string policy = "depth";
    std::string granularity = "cell";
    std::string device = "cpu";
    int threads = 1;
    int repeats = 7;
    double secondsPerRepeat = 0.7;
};

struct BenchResult {
    BenchOptions options;
    double examplesPerSecond = 0;  ///< median of the repeats
    double nodesPerSecond = 0;
    double gflops = 0;      ///< of matrix products
    double peakGflops = 0;  ///< largest product rate of this run, same threads
    double nanosecondsPerNode = 0;
    TimeSplit time;  ///< of the median repeat
    std::int64_t peakMemoryBytes = 0;
    std::vector<double> runs;  ///< examples/s of each repeat
    std::vector<ProductRate> products;

    [[nodiscard]] double shareOfPeak() const { return peakGflops > 0 ? gflops / peakGflops : 0; }
};

/// Names that runBench knows.
[[nodiscard]] std::span<const std::string_view> benchNames();
/// Runs one benchmark; takes some seconds. Errors: kNotFound naming the known ones, kInvalid, kDevice,
/// kCancelled.
[[nodiscard]] Result<BenchResult> runBench(const BenchOptions& options, const JobControl& control = {});
/// The JSON document of the command line.
[[nodiscard]] std::string toJson(const BenchResult& result);
/// A few lines for people.
[[nodiscard]] std::string toText(const BenchResult& result);

}  // namespace loomscope
