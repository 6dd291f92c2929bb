// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/executor.h"

#include "engine/base/clock.h"
#include "engine/exec/index_check.h"
#include "engine/exec/launch_call.h"
#include "engine/exec/packed_weights.h"
#include "engine/exec/parameter_gradients.h"
#include "engine/graph/graph_text.h"
#include "engine/ops/cpu/movement_kernels.h"
#include "engine/ops/op_list.h"
#include "engine/tensor/arena.h"

#include <fmt/format.h>

#include <utility>

namespace loomscope {

namespace {

/// Adds the time of a launch to its kind of work.
void charge(Profile& profile, const Launch& launch, double seconds, bool isBackward) {
    if (launch.kind == Launch::Kind::kGather || launch.op == kOpId<Concatenate>) {
        (isBackward ? profile.scatter : profile.gather) += seconds;
    } else if (isProduct(launch.op)) {
        profile.product += seconds;
    } else {
        profile.elementwise += seconds;
    }
}

}  // namespace

struct Executor::State {
    explicit State(Device& ownDevice) : device(ownDevice) {}

    Device& device;
    MemoryPlanner planner;
    MemoryPlan plan;
    Arena values;
    Arena gradients;
    const Graph* graph = nullptr;
    const Schedule* schedule = nullptr;
    std::uint64_t seed = 0;
    Profile profile;
    bool isTracing = false;
    std::vector<TraceEntry> trace;
    std::function<void(const FinishedLaunch&)> inspect;
    Clock::time_point start;
    LaunchCall call;
    PackedWeights packedWeights;
    ParameterGradients parameterGradients;

    /// A place is 32 bits.
    Result<void> makeRoom(Arena& arena, std::string_view what) const {
        constexpr std::int64_t kMaxFloats = std::int64_t{1} << 32;
        const bool isAddressable = plan.numFloats < kMaxFloats;
        if (isAddressable && arena.reserve(plan.numFloats)) {
            return {};
        }
        constexpr double kGigabyte = 1e9;
        const auto gigabytes = [](std::int64_t floats) {
            return static_cast<double>(floats) * sizeof(float) / kGigabyte;
        };
        return fail(ErrorCode::kResource,
                    fmt::format("a step of {} nodes needs {:.3g} GB for its {}, and {}; use a smaller batch",
                                graph->numNodes(), gigabytes(plan.numFloats), what,
                                isAddressable ? "there is not as much memory"
                                              : fmt::format("the most is {:.3g} GB", gigabytes(kMaxFloats))));
    }

    void run(std::uint32_t index, const ParameterStore& parameters, bool isBackward) {
        const Launch& launch = plan.launches[index];
        const auto begin = Clock::now();
        call.bind(plan, launch, *graph, parameters, values.data(), gradients.data(), isBackward);
        call.call.seed = seed;
        call.call.device = &device;
        if (multiplies(launch, isBackward)) {
            call.call.packedWeight =
                packedWeights.find(plan.operandsOf(launch)[1].parameter,
                                   isBackward ? Transpose::kYes : Transpose::kNo, parameters, device);
        }
        if (launch.kind == Launch::Kind::kGather) {
            isBackward ? cpu::scatterRows(call.call) : cpu::gatherRows(call.call);
        } else {
            const Kernel& kernel = cpuKernel(launch.op);
            isBackward ? kernel.backward(call.call) : kernel.forward(call.call);
        }
        const auto end = Clock::now();
        ++profile.launches;
        charge(profile, launch, secondsBetween(begin, end), isBackward);
        profile.productFlops += flops(launch, isBackward);
        if (isTracing) {
            record(index, launch, isBackward, begin, end);
        }
        if (inspect) {
            inspect({.launch = index,
                     .isBackward = isBackward,
                     .values = values.data(),
                     .gradients = isBackward ? gradients.data() : nullptr});
        }
    }

    /// Whether a launch multiplies: dx in backward, dW is made at its end.
    bool multiplies(const Launch& launch, bool isBackward) const {
        return launch.kind == Launch::Kind::kOp && isProduct(launch.op) &&
               (!isBackward || plan.operandsOf(launch)[0].wantsGradient);
    }

    /// 2·m·n·k.
    double flops(const Launch& launch, bool isBackward) const {
        if (!multiplies(launch, isBackward)) {
            return 0;
        }
        const auto operands = plan.operandsOf(launch);
        return 2.0 * static_cast<double>(launch.rows) * static_cast<double>(operands[1].shape.size());
    }

    void record(std::uint32_t index, const Launch& launch, bool isBackward, Clock::time_point begin,
                Clock::time_point end) {
        TraceEntry entry{.batch = launch.batch,
                         .launch = index,
                         .isBackward = isBackward,
                         .rows = launch.rows,
                         .start = secondsBetween(start, begin),
                         .end = secondsBetween(start, end)};
        if (launch.kind == Launch::Kind::kGather) {
            entry.bytes = launch.rows * plan.outputsOf(launch)[0].shape.size() *
                          static_cast<std::int64_t>(sizeof(float));
        }
        trace.push_back(entry);
    }
};

Executor::Executor(Device& device) : state_(std::make_unique<State>(device)) {}
Executor::~Executor() = default;

Result<void> Executor::forward(const Graph& graph, const Schedule& schedule, const ParameterStore& parameters,
                               std::uint64_t seed) {
    LOOM_TRY_VOID(plan(graph, schedule));
    return run(parameters, seed);
}

Result<void> Executor::plan(const Graph& graph, const Schedule& schedule) {
    State& state = *state_;
    state.start = Clock::now();
    state.trace.clear();
    state.graph = &graph;
    state.schedule = &schedule;
    if (!graph.formals().empty()) {
        return fail(ErrorCode::kInvalid,
                    "the graph has formal inputs: it can be the body of a cell, and not be run");
    }
    state.planner.plan(graph, schedule, state.plan);
    LOOM_TRY_VOID(state.makeRoom(state.values, "values"));
    state.profile.plan += secondsSince(state.start);
    return {};
}

Result<void> Executor::run(const ParameterStore& parameters, std::uint64_t seed) {
    State& state = *state_;
    const auto begin = Clock::now();
    state.seed = seed;
    state.packedWeights.collect(state.plan, parameters, state.device);
    state.profile.plan += secondsSince(begin);
    for (std::uint32_t i = 0; i < state.plan.launches.size(); ++i) {
        LOOM_TRY_VOID(checkIndices(state.plan, state.plan.launches[i], *state.graph, *state.schedule,
                                   state.values.data()));
        state.run(i, parameters, false);
    }
    return {};
}

void Executor::touchTables(ParameterStore& parameters) const {
    const MemoryPlan& plan = state_->plan;
    for (const Launch& launch : plan.launches) {
        if (launch.kind == Launch::Kind::kOp && launch.op == kOpId<Lookup>) {
            loomscope::touchTable(plan, launch, parameters);
        }
    }
}

Result<void> Executor::backward(std::span<const ValueId> losses, float scale, ParameterStore& parameters) {
    State& state = *state_;
    const auto begin = Clock::now();
    LOOM_TRY_VOID(state.makeRoom(state.gradients, "gradients"));
    std::fill(state.gradients.data(), state.gradients.data() + state.plan.numAccumulated, 0.0F);
    for (const ValueId loss : losses) {
        const Value& value = state.graph->value(loss);
        if (value.shape.size() != 1) {
            return fail(ErrorCode::kShape, fmt::format("a loss must be one number, not {}",
                                                       toText(*state.graph, value.producer)));
        }
        state.gradients.data()[state.plan.places[loss.index()]] += scale;
    }
    state.profile.elementwise += secondsBetween(begin, Clock::now());
    for (auto i = static_cast<std::uint32_t>(state.plan.launches.size()); i > 0; --i) {
        state.run(i - 1, parameters, true);
    }
    state.parameterGradients.add(state.plan, *state.graph, state.values.data(), state.gradients.data(),
                                 state.device, parameters, state.profile);
    return {};
}

std::span<const float> Executor::value(ValueId id) const {
    const auto size = static_cast<std::size_t>(state_->graph->value(id).shape.size());
    return {state_->values.data() + state_->plan.places[id.index()], size};
}

std::span<const float> Executor::gradient(ValueId id) const {
    const auto size = static_cast<std::size_t>(state_->graph->value(id).shape.size());
    return {state_->gradients.data() + state_->plan.places[id.index()], size};
}

const MemoryPlan& Executor::memoryPlan() const {
    return state_->plan;
}
const Profile& Executor::profile() const {
    return state_->profile;
}
void Executor::resetProfile() {
    state_->profile = {};
}
void Executor::setTracing(bool isOn) {
    state_->isTracing = isOn;
}
std::span<const TraceEntry> Executor::trace() const {
    return state_->trace;
}
void Executor::setInspector(std::function<void(const FinishedLaunch&)> inspect) {
    state_->inspect = std::move(inspect);
}
std::int64_t Executor::arenaBytes() const {
    return state_->values.bytes() + state_->gradients.bytes() + state_->packedWeights.bytes();
}

}  // namespace loomscope
