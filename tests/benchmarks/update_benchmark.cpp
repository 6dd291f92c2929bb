// SPDX-License-Identifier: GPL-3.0-or-later
// Seconds a number of an optimiser's update: of dense parameters, and of a table's touched rows.
#include "engine/optim/optimiser.h"

#include <benchmark/benchmark.h>

#include <string>

namespace loomscope {

namespace {

constexpr std::int32_t kWidth = 300;

void update(benchmark::State& state, std::string_view name, ParameterKind kind) {
    ParameterStore store;
    const auto rows = static_cast<std::int32_t>(state.range(0));
    const bool isTable = kind == ParameterKind::kTable;
    const ParameterId id = store.add("weight", Shape{isTable ? 20'000 : rows, kWidth}, {}, 1, kind);
    for (std::int32_t row = 0; isTable && row < rows; ++row) {
        store.touchRow(id, row * 7919 % 20'000);
    }
    const auto optimiser = makeOptimiser(name, store).value();
    const UpdatePlan plan(store);
    for (auto _ : state) {
        optimiser->step(store, plan, {.rate = 1e-3F});
    }
    state.counters["per_number"] =
        benchmark::Counter(static_cast<double>(rows) * kWidth,
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// Registers all optimisers before main().
bool registerAll() {
    for (const std::string_view name : optimiserNames()) {
        const std::string prefix = "update/" + std::string(name);
        benchmark::RegisterBenchmark((prefix + "/dense").c_str(), update, name, ParameterKind::kDense)
            ->Arg(300)
            ->Arg(3000);
        benchmark::RegisterBenchmark((prefix + "/table").c_str(), update, name, ParameterKind::kTable)
            ->Arg(300)
            ->Arg(3000);
    }
    return true;
}

const bool kHasAll = registerAll();

}  // namespace

}  // namespace loomscope
