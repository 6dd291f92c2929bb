// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels by themselves, at the shapes that trees and sentences give them: products, gates, copies of rows,
// lookups. Products count GFLOP/s, all others ns a number that is read or written.
#include "tests/benchmarks/kernel_call.h"

#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <array>
#include <string>

namespace loomscope {

namespace {

enum class Direction : std::uint8_t { kForward, kBackward, kParameter };

constexpr std::array<std::pair<Direction, std::string_view>, 3> kDirections{{
    {Direction::kForward, "forward"},
    {Direction::kBackward, "backward"},
    {Direction::kParameter, "parameter_gradient"},
}};

void runOnce(KernelCall& call, Direction direction) {
    switch (direction) {
        case Direction::kForward:
            call.forward();
            break;
        case Direction::kBackward:
            call.backward();
            break;
        case Direction::kParameter:
            call.parameterGradient();
            break;
    }
}

/// x [rows, in] times a weight [in, out], with a bias.
void productOf(benchmark::State& state, Direction direction, std::int32_t in, std::int32_t out) {
    const std::int64_t rows = state.range(0);
    KernelCall call("affine",
                    {{Shape{in}}, {Shape{in, out}, OperandKind::kShared}, {Shape{out}, OperandKind::kShared}},
                    rows);
    for (auto _ : state) {
        runOnce(call, direction);
    }
    state.counters["GFLOP/s"] = benchmark::Counter(
        2e-9 * static_cast<double>(rows * in * out) * static_cast<double>(state.iterations()),
        benchmark::Counter::kIsRate);
}

void elementsOf(benchmark::State& state, Direction direction, const std::string& op,
                const std::vector<KernelArgument>& arguments, std::int64_t payloadLimit) {
    KernelCall call(op, arguments, state.range(0), payloadLimit);
    for (auto _ : state) {
        runOnce(call, direction);
    }
    state.counters["per_number"] =
        benchmark::Counter(static_cast<double>(call.numbers()),
                           benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

bool registerProducts() {
    struct Product {
        const char* name;
        std::int32_t in, out;
    };
    for (const Product& product : {Product{"tree_lstm_composer", 300, 750}, Product{"lstm_step", 200, 800},
                                   Product{"fold_layer", 2048, 1024}, Product{"classifier", 150, 5}}) {
        for (const auto& [direction, suffix] : kDirections) {
            benchmark::RegisterBenchmark(fmt::format("product/{}/{}", product.name, suffix).c_str(),
                                         productOf, direction, product.in, product.out)
                ->Arg(8)
                ->Arg(32)
                ->Arg(128)
                ->Arg(512);
        }
    }
    return true;
}

void registerElements(const std::string& name, const std::string& op,
                      const std::vector<KernelArgument>& arguments, std::span<const Direction> directions,
                      std::int64_t payloadLimit = 0) {
    for (const auto& [direction, suffix] : kDirections) {
        if (std::ranges::find(directions, direction) != directions.end()) {
            benchmark::RegisterBenchmark(fmt::format("{}/{}", name, suffix).c_str(), elementsOf, direction,
                                         op, arguments, payloadLimit)
                ->Arg(8)
                ->Arg(128)
                ->Arg(512);
        }
    }
}

bool registerOthers() {
    constexpr std::array kBoth{Direction::kForward, Direction::kBackward};
    constexpr std::array kOfTables{Direction::kForward, Direction::kParameter};
    constexpr auto kGathered = OperandKind::kGathered;
    registerElements("gates/tree_lstm_150", "tree_lstm_gates", {{Shape{750}}, {Shape{150}}, {Shape{150}}},
                     kBoth);
    registerElements("gates/tree_lstm_150_gathered", "tree_lstm_gates",
                     {{Shape{750}}, {Shape{150}, kGathered}, {Shape{150}, kGathered}}, kBoth);
    registerElements("gates/lstm_200", "lstm_gates", {{Shape{800}}, {Shape{200}}}, kBoth);
    registerElements("gates/fold_1024", "fold_gates", {{Shape{4096}}, {Shape{1024}}, {Shape{1024}}}, kBoth);
    registerElements("gather/concatenate_150", "concatenate",
                     {{Shape{150}, kGathered}, {Shape{150}, kGathered}}, kBoth);
    registerElements("gather/concatenate_1024", "concatenate",
                     {{Shape{1024}, kGathered}, {Shape{1024}, kGathered}}, kBoth);
    registerElements("relu/1024", "relu", {{Shape{1024}}}, kBoth);
    registerElements("cross_entropy/5", "cross_entropy", {{Shape{5}}}, kBoth, 5);
    registerElements("lookup/300", "lookup", {{Shape{20'000, 300}, OperandKind::kShared}}, kOfTables, 20'000);
    return true;
}

const bool kHasProducts = registerProducts();
const bool kHasOthers = registerOthers();

}  // namespace

}  // namespace loomscope
