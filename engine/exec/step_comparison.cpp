// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/step_comparison.h"

#include "engine/graph/cell.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

namespace loomscope {

namespace {

using Numbers = std::span<const float>;

/// A thousandth of the largest gradient: below that lies what is left when large terms cancel.
constexpr double kGradientFloor = 1e-3;

double largestOf(Numbers numbers) {
    float largest = 0;
    for (const float number : numbers) {
        largest = std::max(largest, std::abs(number));
    }
    return largest;
}

/// Position of the first element that differs, or −1; adds to the largest difference seen.
std::int64_t findDifference(Numbers a, Numbers b, double unit, double tolerance, double& largest) {
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double apart = std::abs(static_cast<double>(a[i]) - static_cast<double>(b[i])) / unit;
        if (!(apart <= tolerance)) {
            return static_cast<std::int64_t>(i);
        }
        largest = std::max(largest, apart);
    }
    return -1;
}

std::string nameOf(const Graph& graph, NodeId node) {
    const bool isCell = graph.cell(node) != nullptr;
    return fmt::format("{}{}{}, node {} of the graph", isCell ? "cell '" : "", graph.name(node),
                       isCell ? "'" : "", node.index());
}

class Comparer {
public:
    Comparer(const Graph& graph, const ExecutedStep& a, const ExecutedStep& b, double tolerance)
        : graph_(graph), a_(a), b_(b), tolerance_(tolerance) {}

    StepComparison run() {
        for (std::size_t i = 0; i < graph_.numNodes() && !result_.first; ++i) {
            compareOutputs(NodeId(i));
        }
        if (!result_.first) {
            compareParameters();
        }
        if (result_.first && !result_.first->node.isValid()) {
            findNode();
        }
        return std::move(result_);
    }

private:
    void compareOutputs(NodeId node) {
        for (int i = 0; i < graph_.node(node).numOutputs && !result_.first; ++i) {
            const ValueId id = graph_.output(node, i);
            const Numbers a = a_.executor.value(id);
            const Numbers b = b_.executor.value(id);
            result_.values += static_cast<std::int64_t>(a.size());
            const std::int64_t at =
                findDifference(a, b, std::max(1.0, largestOf(a)), tolerance_, result_.largest);
            if (at >= 0) {
                keep(node,
                     fmt::format("{}: element {} of its output {}", nameOf(graph_, node), at,
                                 graph_.value(id).shape.text()),
                     a, b, at);
            }
        }
    }

    void compareParameters() {
        const double floor = kGradientFloor * largestOf(a_.parameters.gradients());
        for (std::size_t i = 0; i < a_.parameters.parameters().size() && !result_.first; ++i) {
            const ParameterId id(i);
            const Numbers a = a_.parameters.gradient(id);
            const Numbers b = b_.parameters.gradient(id);
            result_.gradients += static_cast<std::int64_t>(a.size());
            const double unit = std::max({floor, largestOf(a), kSmallest});
            if (const std::int64_t at = findDifference(a, b, unit, tolerance_, result_.largest); at >= 0) {
                const Parameter& parameter = a_.parameters.parameter(id);
                keep(NodeId(),
                     fmt::format("element {} of the gradient of parameter '{}' {}", at, parameter.name,
                                 parameter.shape.text()),
                     a, b, at);
            }
        }
    }

    /// Backward comes to the last node first.
    void findNode() {
        const std::vector<bool> wants = wantsGradient();
        for (std::size_t i = graph_.numNodes(); i-- > 0;) {
            for (int k = 0; wants[i] && k < graph_.node(NodeId(i)).numOutputs; ++k) {
                const ValueId id = graph_.output(NodeId(i), k);
                const Numbers a = a_.executor.gradient(id);
                const double unit = std::max(largestOf(a), kSmallest);
                double ignored = 0;
                if (findDifference(a, b_.executor.gradient(id), unit, tolerance_, ignored) >= 0) {
                    result_.first->node = NodeId(i);
                    result_.first->what +=
                        fmt::format(" (first in the gradient of {})", nameOf(graph_, NodeId(i)));
                    return;
                }
            }
        }
    }

    /// By node: whether a parameter lies below. Gradients of the others may be left out, as a batch likes.
    [[nodiscard]] std::vector<bool> wantsGradient() const {
        std::vector<bool> wants(graph_.numNodes());
        for (std::size_t i = 0; i < wants.size(); ++i) {
            const Cell* cell = graph_.cell(NodeId(i));
            const auto isTrained = [](const Value& value) { return value.parameter.isValid(); };
            wants[i] = cell != nullptr && std::ranges::any_of(cell->body().values(), isTrained);
            for (const ValueId argument : graph_.arguments(NodeId(i))) {
                const Value& value = graph_.value(argument);
                wants[i] = wants[i] || isTrained(value) || wants[value.producer.index()];
            }
        }
        return wants;
    }

    void keep(NodeId node, std::string what, Numbers a, Numbers b, std::int64_t at) {
        const auto index = static_cast<std::size_t>(at);
        result_.first = {.node = node, .what = std::move(what), .first = a[index], .second = b[index]};
    }

    static constexpr double kSmallest = 1e-30;  // two gradients of nothing are equal

    const Graph& graph_;
    const ExecutedStep& a_;
    const ExecutedStep& b_;
    double tolerance_;
    StepComparison result_;
};

}  // namespace

std::string StepDifference::text(std::string_view firstRun, std::string_view secondRun) const {
    return fmt::format("{} is {:.9g} {} and {:.9g} {}", what, first, firstRun, second, secondRun);
}

StepComparison compareSteps(const Graph& graph, const ExecutedStep& a, const ExecutedStep& b,
                            double tolerance) {
    return Comparer(graph, a, b, tolerance).run();
}

}  // namespace loomscope
