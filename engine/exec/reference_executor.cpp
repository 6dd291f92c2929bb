// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/reference_executor.h"

#include "engine/base/check.h"
#include "engine/graph/cell.h"
#include "engine/ops/reference.h"

#include <utility>

namespace loomscope {

namespace {

using Numbers = std::vector<double>;

/// Values and gradients of one graph: the outer one, or one call of a cell.
class Frame {
public:
    Frame(const Graph& graph, std::vector<Numbers>& parameterValues, std::vector<Numbers>& parameterGradients,
          std::uint64_t seed)
        : graph_(graph),
          parameterValues_(parameterValues),
          parameterGradients_(parameterGradients),
          seed_(seed) {
        values.resize(graph.numValues());
        gradients.resize(graph.numValues());
        for (std::size_t i = 0; i < graph.numValues(); ++i) {
            if (!graph.value(ValueId(i)).parameter.isValid()) {
                values[i].assign(static_cast<std::size_t>(graph.value(ValueId(i)).shape.size()), 0.0);
                gradients[i] = values[i];
            }
        }
    }

    void forward(std::span<const std::int32_t> payloads) {
        payloads_ = payloads;
        nextPayload_ = 0;
        for (std::size_t i = 0; i < graph_.numNodes(); ++i) {
            forwardNode(NodeId(i));
        }
    }

    void backward() {
        for (std::size_t i = graph_.numNodes(); i > 0; --i) {
            backwardNode(NodeId(i - 1));
        }
    }

    std::vector<Numbers> values;
    std::vector<Numbers> gradients;

private:
    struct RowState {
        std::vector<const double*> x;
        std::vector<double*> dx;
        std::vector<Shape> shapes;
        std::vector<double*> y;
        std::vector<const double*> dy;
        std::vector<Shape> outputs;
        RowCall<double> call;
    };

    void forwardNode(NodeId id) {
        if (const Cell* cell = graph_.cell(id)) {
            Frame& inner = innerFrame(id, *cell);
            const auto arguments = graph_.arguments(id);
            for (std::size_t i = 0; i < arguments.size(); ++i) {
                inner.values[cell->body().formals()[i].index()] = values[arguments[i].index()];
            }
            inner.forward(graph_.integers(id));
            for (std::size_t i = 0; i < cell->outputs().size(); ++i) {
                values[graph_.output(id, static_cast<int>(i)).index()] =
                    inner.values[cell->outputs()[i].index()];
            }
            return;
        }
        RowState state;
        bind(id, state);
        if (graph_.node(id).numPayloads > 0) {
            usedPayloads_.resize(graph_.numNodes(), 0);
            usedPayloads_[id.index()] =
                payloads_.empty() ? graph_.integers(id)[0] : payloads_[nextPayload_++];
            state.call.payload = usedPayloads_[id.index()];
        }
        referenceKernel(graph_.node(id).op).forward(state.call);
    }

    void backwardNode(NodeId id) {
        if (const Cell* cell = graph_.cell(id)) {
            Frame& inner = innerFrame(id, *cell);
            for (std::size_t i = 0; i < cell->outputs().size(); ++i) {
                inner.gradients[cell->outputs()[i].index()] =
                    gradients[graph_.output(id, static_cast<int>(i)).index()];
            }
            inner.backward();
            const auto arguments = graph_.arguments(id);
            for (std::size_t i = 0; i < arguments.size(); ++i) {
                const Numbers& from = inner.gradients[cell->body().formals()[i].index()];
                Numbers& to = gradients[arguments[i].index()];
                for (std::size_t j = 0; j < from.size(); ++j) {
                    to[j] += from[j];
                }
            }
            return;
        }
        RowState state;
        bind(id, state);
        if (graph_.node(id).numPayloads > 0) {
            state.call.payload = usedPayloads_[id.index()];
        }
        referenceKernel(graph_.node(id).op).backward(state.call, {.dy = state.dy, .dx = state.dx});
    }

    void bind(NodeId id, RowState& state) {
        const Node& node = graph_.node(id);
        for (const ValueId argument : graph_.arguments(id)) {
            const Value& value = graph_.value(argument);
            const bool isParameter = value.parameter.isValid();
            const std::size_t index = isParameter ? value.parameter.index() : argument.index();
            state.x.push_back((isParameter ? parameterValues_ : values)[index].data());
            state.dx.push_back((isParameter ? parameterGradients_ : gradients)[index].data());
            state.shapes.push_back(value.shape);
        }
        for (int i = 0; i < node.numOutputs; ++i) {
            const ValueId output = graph_.output(id, i);
            state.y.push_back(values[output.index()].data());
            state.dy.push_back(gradients[output.index()].data());
            state.outputs.push_back(graph_.value(output).shape);
        }
        state.call = {.x = state.x,
                      .shapes = state.shapes,
                      .y = state.y,
                      .outputs = state.outputs,
                      .attributes = &node.attributes,
                      .data = graph_.floats(id).data(),
                      .seed = seed_};
    }

    Frame& innerFrame(NodeId id, const Cell& cell) {
        inner_.resize(graph_.numNodes());
        auto& frame = inner_[id.index()];
        if (!frame) {
            frame = std::make_unique<Frame>(cell.body(), parameterValues_, parameterGradients_, seed_);
        }
        return *frame;
    }

    const Graph& graph_;
    std::vector<Numbers>& parameterValues_;
    std::vector<Numbers>& parameterGradients_;
    std::uint64_t seed_;
    std::span<const std::int32_t> payloads_;
    std::size_t nextPayload_ = 0;
    std::vector<std::int32_t> usedPayloads_;
    std::vector<std::unique_ptr<Frame>> inner_;
};

}  // namespace

ReferenceResult runReference(const Graph& graph, const ParameterStore& parameters,
                             std::span<const ValueId> losses, std::uint64_t seed,
                             std::span<const std::vector<double>> exact) {
    std::vector<Numbers> values(exact.begin(), exact.end());
    ReferenceResult result;
    for (std::size_t i = 0; i < parameters.parameters().size(); ++i) {
        const auto floats = parameters.values(ParameterId(i));
        if (exact.empty()) {
            values.emplace_back(floats.begin(), floats.end());
        }
        result.parameterGradients.emplace_back(floats.size(), 0.0);
    }
    Frame frame(graph, values, result.parameterGradients, seed);
    frame.forward({});
    for (const ValueId loss : losses) {
        LOOM_CHECK(graph.value(loss).shape.size() == 1, "a loss must be one number");
        result.loss += frame.values[loss.index()][0];
        frame.gradients[loss.index()][0] += 1.0;
    }
    frame.backward();
    result.values = std::move(frame.values);
    result.gradients = std::move(frame.gradients);
    return result;
}

}  // namespace loomscope
