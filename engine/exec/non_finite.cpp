// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/non_finite.h"

#include "engine/exec/launch_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace loomscope {

namespace {

/// Position of the first number that is not finite, or −1.
std::int64_t firstBad(std::span<const float> numbers) {
    const auto found = std::ranges::find_if_not(numbers, [](float number) { return std::isfinite(number); });
    return found == numbers.end() ? -1 : found - numbers.begin();
}

/// The first bad parameter, by values or by gradients.
std::optional<NonFiniteNumber> findInParameters(const ParameterStore& parameters,
                                                NonFiniteNumber::Kind kind) {
    for (std::size_t i = 0; i < parameters.parameters().size(); ++i) {
        const ParameterId id(i);
        const bool isValue = kind == NonFiniteNumber::Kind::kParameter;
        const auto numbers = isValue ? parameters.values(id) : parameters.gradient(id);
        const Parameter& parameter = parameters.parameter(id);
        if (const std::int64_t element = firstBad(numbers); element >= 0) {
            return NonFiniteNumber{.kind = kind,
                                   .name = parameter.name,
                                   .shape = parameter.shape,
                                   .element = element,
                                   .number = numbers[static_cast<std::size_t>(element)]};
        }
    }
    return std::nullopt;
}

/// Looks at what launches write until something is not finite.
class LaunchInspector {
public:
    LaunchInspector(const MemoryPlan& plan, const Graph& graph, const Schedule& schedule)
        : plan_(plan), graph_(graph), schedule_(schedule) {}

    void look(const FinishedLaunch& finished) {
        if (found) {
            return;
        }
        const Launch& launch = plan_.launches[finished.launch];
        if (finished.isBackward) {
            lookAtArguments(launch, finished.gradients);
        } else {
            lookAtOutputs(launch, finished.values);
        }
    }

    std::optional<NonFiniteNumber> found;

private:
    void lookAtOutputs(const Launch& launch, const float* values) {
        for (const OutputBlock& block : plan_.outputsOf(launch)) {
            const std::int64_t width = block.shape.size();
            for (std::int64_t row = 0; row < launch.rows && !found; ++row) {
                look(launch, row, {.shape = block.shape}, values + block.place + row * width);
            }
        }
    }

    void lookAtArguments(const Launch& launch, const float* gradients) {
        const auto operands = plan_.operandsOf(launch);
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const Operand& operand = operands[i];
            if (operand.kind == OperandKind::kShared || !operand.wantsGradient) {
                continue;
            }
            NonFiniteNumber bad{.kind = NonFiniteNumber::Kind::kGradient,
                                .argument = static_cast<int>(i) + 1,
                                .shape = operand.shape};
            for (std::int64_t row = 0; row < launch.rows && !found; ++row) {
                lookAtRow(launch, operand, row, bad, gradients);
            }
        }
    }

    void lookAtRow(const Launch& launch, const Operand& operand, std::int64_t row, NonFiniteNumber& bad,
                   const float* gradients) {
        if (operand.kind == OperandKind::kContiguous) {
            look(launch, row, bad, gradients + operand.place + row * operand.shape.size());
            return;
        }
        const std::uint32_t* rows = plan_.rows.data() + operand.firstRow;
        if (operand.kind == OperandKind::kGathered) {
            look(launch, row, bad, gradients + rows[row]);
            return;
        }
        const std::uint32_t* bounds = plan_.bounds.data() + operand.firstBound;
        for (std::uint32_t item = bounds[row]; item < bounds[row + 1]; ++item) {
            bad.argument = static_cast<int>(item - bounds[row]) + 1;
            look(launch, row, bad, gradients + rows[item]);
        }
    }

    void look(const Launch& launch, std::int64_t row, NonFiniteNumber bad, const float* numbers) {
        bad.element = firstBad({numbers, static_cast<std::size_t>(bad.shape.size())});
        if (found || bad.element < 0) {
            return;
        }
        bad.number = numbers[bad.element];
        bad.node = nodeOfRow(schedule_, launch, row);
        bad.name = launchName(graph_, launch, bad.node);
        found = std::move(bad);
    }

    const MemoryPlan& plan_;
    const Graph& graph_;
    const Schedule& schedule_;
};

}  // namespace

std::string NonFiniteNumber::text() const {
    switch (kind) {
        case Kind::kParameter:
            return fmt::format("element {} of parameter '{}' {} is {} before the step", element, name,
                               shape.text(), number);
        case Kind::kValue:
            return fmt::format("{}, node {} of the graph: element {} of its output {} is {}", name,
                               node.index(), element, shape.text(), number);
        case Kind::kGradient:
            return fmt::format(
                "{}, node {} of the graph: element {} of the gradient {} of its argument {} is {}", name,
                node.index(), element, shape.text(), argument, number);
        case Kind::kParameterGradient:
            break;
    }
    return fmt::format("element {} of the gradient of parameter '{}' {} is {}, summed over the minibatch",
                       element, name, shape.text(), number);
}

std::optional<NonFiniteNumber> findNonFiniteValue(Executor& executor, const Graph& graph,
                                                  const Schedule& schedule, const ParameterStore& parameters,
                                                  std::uint64_t seed) {
    if (auto bad = findInParameters(parameters, NonFiniteNumber::Kind::kParameter)) {
        return bad;
    }
    LaunchInspector inspector(executor.memoryPlan(), graph, schedule);
    executor.setInspector([&inspector](const FinishedLaunch& finished) { inspector.look(finished); });
    // Without memory for it there is nothing to be found; the step itself said so.
    [[maybe_unused]] const auto done = executor.forward(graph, schedule, parameters, seed);
    executor.setInspector({});
    return std::move(inspector.found);
}

std::optional<NonFiniteNumber> findNonFiniteGradient(Executor& executor, const Graph& graph,
                                                     const Schedule& schedule,
                                                     std::span<const ValueId> losses, float scale,
                                                     ParameterStore& parameters) {
    LaunchInspector inspector(executor.memoryPlan(), graph, schedule);
    executor.setInspector([&inspector](const FinishedLaunch& finished) { inspector.look(finished); });
    parameters.clearGradients();
    [[maybe_unused]] const auto done = executor.backward(losses, scale, parameters);
    executor.setInspector({});
    return inspector.found ? std::move(inspector.found)
                           : findInParameters(parameters, NonFiniteNumber::Kind::kParameterGradient);
}

}  // namespace loomscope
