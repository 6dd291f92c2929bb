// SPDX-License-Identifier: Apache-2.0
// Where a step's numbers stop being finite.
#pragma once

#include "engine/exec/executor.h"
#include "engine/graph/graph.h"
#include "engine/params/parameter_store.h"
#include "engine/schedule/schedule.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace loomscope {

/// The first number of a step that is not finite, in the order of execution, and what made it.
struct NonFiniteNumber {
    enum class Kind : std::uint8_t {
        kParameter,          ///< of the model before the step
        kValue,              ///< an output of `node`
        kGradient,           ///< what `node` sent back to its argument number `argument`
        kParameterGradient,  ///< the sum over a step whose values and gradients are finite
    };
    Kind kind = Kind::kValue;
    NodeId node;       ///< of the graph; invalid for the kinds of parameters
    std::string name;  ///< "tanh", "tanh in cell 'pair'", or the parameter's name
    int argument = 0;  ///< of kGradient, from 1
    Shape shape;       ///< of the value or parameter
    std::int64_t element = 0;
    float number = 0;

    /// "tanh in cell 'pair', node 31 of the graph: element 7 of its output [150] is nan".
    [[nodiscard]] std::string text() const;
};

/// Runs a step forward again and looks at all parameters, then at every number after each launch; nothing if
/// all are finite. Cost: about twice that of the step.
[[nodiscard]] std::optional<NonFiniteNumber> findNonFiniteValue(Executor& executor, const Graph& graph,
                                                                const Schedule& schedule,
                                                                const ParameterStore& parameters,
                                                                std::uint64_t seed);
/// The same for backward, after forward(). Overwrites the gradients of `parameters`.
[[nodiscard]] std::optional<NonFiniteNumber> findNonFiniteGradient(Executor& executor, const Graph& graph,
                                                                   const Schedule& schedule,
                                                                   std::span<const ValueId> losses,
                                                                   float scale, ParameterStore& parameters);

}  // namespace loomscope
