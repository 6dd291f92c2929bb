// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/parameter_gradients.h"

#include "engine/base/clock.h"
#include "engine/ops/op_list.h"

#include <algorithm>
#include <array>

namespace loomscope {

namespace {

bool sharesParameters(const MemoryPlan& plan, const Launch& a, const Launch& b) {
    return a.op == b.op &&
           std::ranges::equal(plan.operandsOf(a).subspan(1), plan.operandsOf(b).subspan(1),
                              [](const Operand& x, const Operand& y) { return x.parameter == y.parameter; });
}

}  // namespace

void touchTable(const MemoryPlan& plan, const Launch& lookup, ParameterStore& parameters) {
    const ParameterId table = plan.operandsOf(lookup)[0].parameter;
    const std::int32_t* const rows = plan.payloads.data() + lookup.firstPayload;
    for (std::int64_t row = 0; row < lookup.rows; ++row) {
        parameters.touchRow(table, rows[row]);
    }
}

void ParameterGradients::collect(const MemoryPlan& plan) {
    runs_.clear();
    tables_.clear();
    others_.clear();
    for (std::uint32_t i = 0; i < plan.launches.size(); ++i) {
        const Launch& launch = plan.launches[i];
        if (launch.kind == Launch::Kind::kGather) {
            continue;
        }
        if (!isProduct(launch.op)) {
            if (launch.op == kOpId<Lookup>) {
                tables_.push_back(i);
            } else if (cpuKernel(launch.op).parameterGradient != nullptr) {
                others_.push_back(i);
            }
            continue;
        }
        const Operand& x = plan.operandsOf(launch)[0];
        const OutputBlock& y = plan.outputsOf(launch)[0];
        const auto run = std::ranges::find_if(runs_, [&](const Run& candidate) {
            return candidate.nextInput == x.place && candidate.nextOutput == y.place &&
                   sharesParameters(plan, plan.launches[candidate.launch], launch);
        });
        Run& target = run == runs_.end() ? runs_.emplace_back(Run{.launch = i}) : *run;
        target.rows += launch.rows;
        target.nextInput = x.place + launch.rows * x.shape.size();
        target.nextOutput = y.place + launch.rows * y.shape.size();
    }
}

void ParameterGradients::addRun(const MemoryPlan& plan, const Run& run, const float* values, float* gradients,
                                Device& device, ParameterStore& parameters) const {
    const Launch& launch = plan.launches[run.launch];
    const auto operands = plan.operandsOf(launch);
    const OutputBlock& block = plan.outputsOf(launch)[0];
    std::array<BatchOperand, 3> x{};
    std::array<float*, 2> targets{};
    for (std::size_t i = 0; i < operands.size(); ++i) {
        x[i] = {.kind = operands[i].kind, .shape = operands[i].shape, .width = operands[i].shape.size()};
        if (i > 0) {
            targets[i - 1] = parameters.gradient(operands[i].parameter).data();
        }
    }
    x[0].value = values + operands[0].place;
    const BatchOutput y{
        .shape = block.shape, .width = block.shape.size(), .gradient = gradients + block.place};
    const BatchCall call{.rows = run.rows,
                         .x = std::span(x).first(operands.size()),
                         .y = std::span(&y, 1),
                         .attributes = &launch.attributes,
                         .device = &device};
    cpuKernel(launch.op).parameterGradient(call, std::span(targets).first(operands.size() - 1));
}

void ParameterGradients::addTables(const MemoryPlan& plan, float* gradients,
                                   ParameterStore& parameters) const {
    for (const std::uint32_t index : tables_) {
        const Launch& launch = plan.launches[index];
        const Operand& table = plan.operandsOf(launch)[0];
        const OutputBlock& block = plan.outputsOf(launch)[0];
        const BatchOutput y{
            .shape = block.shape, .width = block.shape.size(), .gradient = gradients + block.place};
        const std::int32_t* rows = plan.payloads.data() + launch.firstPayload;
        touchTable(plan, launch, parameters);
        float* target = parameters.gradient(table.parameter).data();
        const BatchCall call{.rows = launch.rows, .y = std::span(&y, 1), .payloads = rows};
        cpuKernel(launch.op).parameterGradient(call, std::span(&target, 1));
    }
}

void ParameterGradients::addOthers(const MemoryPlan& plan, const Graph& graph, float* values,
                                   float* gradients, Device& device, ParameterStore& parameters) {
    for (const std::uint32_t index : others_) {
        const Launch& launch = plan.launches[index];
        targets_.clear();
        for (const Operand& operand : plan.operandsOf(launch)) {
            if (operand.kind == OperandKind::kShared) {
                targets_.push_back(parameters.gradient(operand.parameter).data());
            }
        }
        call_.bind(plan, launch, graph, parameters, values, gradients, true);
        call_.call.device = &device;
        cpuKernel(launch.op).parameterGradient(call_.call, targets_);
    }
}

void ParameterGradients::add(const MemoryPlan& plan, const Graph& graph, float* values, float* gradients,
                             Device& device, ParameterStore& parameters, Profile& profile) {
    auto start = Clock::now();
    collect(plan);
    for (const Run& run : runs_) {
        addRun(plan, run, values, gradients, device, parameters);
        const auto operands = plan.operandsOf(plan.launches[run.launch]);
        profile.productFlops +=
            2.0 * static_cast<double>(run.rows) * static_cast<double>(operands[1].shape.size());
    }
    profile.launches += static_cast<std::int64_t>(runs_.size() + others_.size() + tables_.size());
    profile.product += secondsSince(start);
    start = Clock::now();
    addOthers(plan, graph, values, gradients, device, parameters);
    profile.elementwise += secondsSince(start);
    start = Clock::now();
    addTables(plan, gradients, parameters);
    profile.scatter += secondsSince(start);
}

}  // namespace loomscope
