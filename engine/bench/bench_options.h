// SPDX-License-Identifier: Apache-2.0
// What can be asked of a benchmark.
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// What to measure. An option that is not given has the benchmark's own value; one that a benchmark does not
/// have is an error.
struct BenchOptions {
    std::string name = "treelstm";
    std::optional<int> hidden;
    std::optional<int> embed;
    std::optional<int> batch;
    std::optional<std::string> leaves;  ///< A..B: leaves of trees, words of sentences, characters of lattices
    std::optional<std::string> mode;    ///< train or infer
    std::optional<std::string> policy;
    std::optional<std::string> granularity;  ///< cell or op; `build` and `schedule` measure both by default
    std::optional<std::string> data;         ///< file of molecules
    bool hasEqualShapes = false;             ///< all trees have one shape, else each its own
    std::vector<std::int64_t> sizes;         ///< nodes of the graphs of `build` and `schedule`
    std::string device = "cpu";
    int threads = 1;
    int repeats = 7;
    double secondsPerRepeat = 0.7;
};

/// Errors: kInvalid for an option that is given and not among `allowed`, and for values that no benchmark
/// takes.
[[nodiscard]] Result<void> check(const BenchOptions& options, std::span<const std::string_view> allowed);

}  // namespace loomscope
