// SPDX-License-Identifier: Apache-2.0
// `loomscope bench all`: every figure of the page on performance, by one command.
#pragma once

#include "engine/bench/bench.h"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// The benchmarks of that page, in its order, without those of the machine. Threads, repeats, device and the
/// file of molecules are those of `common`.
[[nodiscard]] std::vector<BenchOptions> figures(const BenchOptions& common);

/// Runs all figures, or those of the benchmark `only`, each with one thread and with as many as `common` has.
/// `done` is called after each with its result. Takes minutes. Errors: those of runBench; kInvalid for
/// options in `common` that belong to one benchmark; kNotFound if `only` has no figures.
[[nodiscard]] Result<std::vector<BenchResult>> runFigures(
    const BenchOptions& common, std::string_view only, const JobControl& control,
    const std::function<void(const BenchResult&)>& done);

/// Markdown tables: the machine, rates beside peaks, rooflines, where the time goes, costs of graphs.
[[nodiscard]] std::string toTables(std::span<const BenchResult> results);

}  // namespace loomscope
