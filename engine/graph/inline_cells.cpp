// SPDX-License-Identifier: Apache-2.0
#include "engine/base/check.h"
#include "engine/graph/cell.h"
#include "engine/ops/op_list.h"

#include <utility>

namespace loomscope {

namespace {

/// Copies nodes from one graph to another, taking fused gate ops apart.
class Inliner {
public:
    explicit Inliner(const Graph& source) : source_(source), target_(source.signatures()) {
        map_.resize(source.numValues());
    }

    InlinedGraph run() && {
        for (std::size_t i = 0; i < source_.numNodes(); ++i) {
            target_.setOrigin(source_.node(NodeId(i)).origin);
            copyNode(NodeId(i));
        }
        return {.graph = std::move(target_), .map = std::move(map_)};
    }

private:
    void copyNode(NodeId id) {
        const Node& node = source_.node(id);
        std::vector<ValueId> results;
        const std::vector<ValueId> arguments = mapped(source_, id, map_);
        if (const Cell* cell = source_.cell(id)) {
            results = copyBody(*cell, arguments, source_.integers(id));
        } else if (opInfo(node.op).payload == Payload::kFloats) {
            results = {
                target_.output(target_.addInput(source_.value(node.firstOutput).shape, source_.floats(id)))};
        } else {
            const auto integers = source_.integers(id);
            results = addNode(node, arguments, integers.empty() ? 0 : integers[0]);
        }
        for (std::size_t i = 0; i < results.size(); ++i) {
            map_[source_.output(id, static_cast<int>(i)).index()] = results[i];
        }
    }

    std::vector<ValueId> copyBody(const Cell& cell, const std::vector<ValueId>& arguments,
                                  std::span<const std::int32_t> payloads) {
        const Graph& body = cell.body();
        std::vector<ValueId> map(body.numValues());
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            map[body.formals()[i].index()] = arguments[i];
        }
        std::size_t nextPayload = 0;
        for (std::size_t i = 0; i < body.numNodes(); ++i) {
            const Node& node = body.node(NodeId(i));
            const std::int32_t payload = node.numPayloads > 0 ? payloads[nextPayload++] : 0;
            const auto results = addNode(node, mapped(body, NodeId(i), map), payload);
            for (std::size_t k = 0; k < results.size(); ++k) {
                map[body.output(NodeId(i), static_cast<int>(k)).index()] = results[k];
            }
        }
        std::vector<ValueId> results;
        for (const ValueId output : cell.outputs()) {
            results.push_back(map[output.index()]);
        }
        return results;
    }

    std::vector<ValueId> mapped(const Graph& graph, NodeId id, const std::vector<ValueId>& map) {
        std::vector<ValueId> values;
        for (const ValueId argument : graph.arguments(id)) {
            const Value& value = graph.value(argument);
            values.push_back(value.parameter.isValid() ? target_.parameter(value.parameter, value.shape)
                                                       : map[argument.index()]);
        }
        return values;
    }

    std::vector<ValueId> addNode(const Node& node, const std::vector<ValueId>& arguments,
                                 std::int32_t payload) {
        if (node.op == kOpId<LstmGates>) {
            return lstm(arguments);
        }
        if (node.op == kOpId<TreeLstmLeafGates>) {
            return leaf(arguments);
        }
        if (node.op == kOpId<TreeLstmGates>) {
            return composer(arguments);
        }
        if (node.op == kOpId<FoldGates>) {
            return {joined(arguments, 4)};
        }
        const auto added = target_.add(node.op, arguments, node.attributes, payload);
        LOOM_CHECK(added.has_value(), added.has_value() ? "" : added.error().text());
        std::vector<ValueId> results;
        for (int i = 0; i < target_.node(*added).numOutputs; ++i) {
            results.push_back(target_.output(*added, i));
        }
        return results;
    }

    template <class Op>
    ValueId apply(std::vector<ValueId> arguments, Attributes attributes = {}) {
        const auto added = target_.add(kOpId<Op>, arguments, attributes);
        LOOM_CHECK(added.has_value(), added.has_value() ? "" : added.error().text());
        return target_.output(*added);
    }

    /// Block `index` of gates that are `blocks` blocks long.
    ValueId gate(ValueId gates, std::int32_t index, std::int32_t blocks) {
        const auto width = static_cast<std::int32_t>(target_.value(gates).shape.size() / blocks);
        return apply<Slice>({gates}, {.first = index * width, .second = width});
    }

    /// h = σ(o)·tanh(c).
    std::vector<ValueId> state(ValueId o, ValueId c) {
        return {apply<Multiply>({apply<Sigmoid>({o}), apply<Tanh>({c})}), c};
    }

    std::vector<ValueId> lstm(const std::vector<ValueId>& x) {
        const ValueId written =
            apply<Multiply>({apply<Sigmoid>({gate(x[0], 0, 4)}), apply<Tanh>({gate(x[0], 3, 4)})});
        const ValueId kept = apply<Multiply>({apply<Sigmoid>({gate(x[0], 1, 4)}), x[1]});
        return state(gate(x[0], 2, 4), apply<Add>({written, kept}));
    }

    std::vector<ValueId> leaf(const std::vector<ValueId>& x) {
        return state(gate(x[0], 0, 2), gate(x[0], 1, 2));
    }

    /// σ(i)·tanh(u) + σ(f_l)·x_l + σ(f_r)·x_r, for gates that begin with i, f_l, f_r and end with u.
    ValueId joined(const std::vector<ValueId>& x, std::int32_t blocks) {
        const ValueId written = apply<Multiply>(
            {apply<Sigmoid>({gate(x[0], 0, blocks)}), apply<Tanh>({gate(x[0], blocks - 1, blocks)})});
        const ValueId left = apply<Multiply>({apply<Sigmoid>({gate(x[0], 1, blocks)}), x[1]});
        const ValueId right = apply<Multiply>({apply<Sigmoid>({gate(x[0], 2, blocks)}), x[2]});
        return apply<Add>({apply<Add>({written, left}), right});
    }

    std::vector<ValueId> composer(const std::vector<ValueId>& x) {
        const ValueId c = joined(x, 5);
        return state(gate(x[0], 3, 5), c);
    }

    const Graph& source_;
    Graph target_;
    std::vector<ValueId> map_;
};

}  // namespace

InlinedGraph inlineCells(const Graph& graph) {
    return Inliner(graph).run();
}

}  // namespace loomscope
