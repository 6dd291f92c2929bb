// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/launch_call.h"

namespace loomscope {

namespace {

BatchOperand bindOperand(const MemoryPlan& plan, const Operand& operand, const ParameterStore& parameters,
                         float* values, float* gradients) {
    BatchOperand bound{.kind = operand.kind,
                       .shape = operand.shape,
                       .width = operand.shape.size(),
                       .isOnlyUse = operand.isOnlyUse,
                       .mayRepeat = operand.mayRepeat};
    float* wanted = operand.wantsGradient ? gradients : nullptr;
    switch (operand.kind) {
        case OperandKind::kShared:
            bound.value = parameters.values(operand.parameter).data();
            break;
        case OperandKind::kContiguous:
            bound.value = values + operand.place;
            bound.replacement = operand.isReplaceable ? values + operand.place : nullptr;
            bound.gradient = wanted == nullptr ? nullptr : wanted + operand.place;
            break;
        case OperandKind::kList:
            bound.bounds = plan.bounds.data() + operand.firstBound;
            [[fallthrough]];
        case OperandKind::kGathered:
            bound.rows = plan.rows.data() + operand.firstRow;
            bound.value = values;
            bound.gradient = wanted;
            break;
    }
    return bound;
}

}  // namespace

void LaunchCall::bind(const MemoryPlan& plan, const Launch& launch, const Graph& graph,
                      const ParameterStore& parameters, float* values, float* gradients, bool isBackward) {
    operands_.clear();
    outputs_.clear();
    for (const Operand& operand : plan.operandsOf(launch)) {
        operands_.push_back(bindOperand(plan, operand, parameters, values, isBackward ? gradients : nullptr));
    }
    for (const OutputBlock& block : plan.outputsOf(launch)) {
        outputs_.push_back({.shape = block.shape,
                            .width = block.shape.size(),
                            .value = values + block.place,
                            .gradient = isBackward ? gradients + block.place : nullptr});
    }
    call = {.rows = launch.rows,
            .x = operands_,
            .y = outputs_,
            .attributes = &launch.attributes,
            .payloads = opInfo(launch.op).payload == Payload::kNone
                            ? nullptr
                            : plan.payloads.data() + launch.firstPayload,
            .data = graph.allFloats().data()};
}

}  // namespace loomscope
