// SPDX-License-Identifier: Apache-2.0
// What `loomscope bench` prints of a result.
#pragma once

#include "engine/bench/bench.h"

#include <string>

namespace loomscope {

/// The JSON document of the command line.
[[nodiscard]] std::string toJson(const BenchResult& result);
/// A few lines for people.
[[nodiscard]] std::string toText(const BenchResult& result);
/// "treelstm, hidden 512, batch 25, infer": the benchmark with the options that it has.
[[nodiscard]] std::string describe(const BenchOptions& options);

}  // namespace loomscope
