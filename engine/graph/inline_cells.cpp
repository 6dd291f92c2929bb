// SPDX-License-Identifier: Apache-2.0
#include "engine/base/check.h"
#include "engine/graph/cell.h"
#include "engine/ops/op_list.h"

#include <algorithm>
#include <deque>
#include <vector>

namespace loomscope {

namespace {

/// Appends nodes to a graph, taking fused gate ops apart.
class GateSplitter {
public:
    explicit GateSplitter(Graph& target) : target_(target) {}

    std::vector<ValueId> add(const Node& node, const std::vector<ValueId>& arguments, std::int32_t payload) {
        if (node.op == kOpId<LstmGates>) {
            return lstm(arguments);
        }
        if (node.op == kOpId<TreeLstmLeafGates>) {
            return leaf(arguments);
        }
        if (node.op == kOpId<TreeLstmGates>) {
            return composer(arguments);
        }
        const auto added = target_.add(node.op, arguments, node.attributes, payload);
        LOOM_CHECK(added.has_value(), added.has_value() ? "" : added.error().text());
        std::vector<ValueId> results(target_.node(*added).numOutputs);
        for (std::size_t i = 0; i < results.size(); ++i) {
            results[i] = target_.output(*added, static_cast<int>(i));
        }
        return results;
    }

private:
    template <class Op>
    ValueId apply(const std::vector<ValueId>& arguments, Attributes attributes = {}) {
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

    Graph& target_;
};

/// A cell's body without fused gates, ready to be put into graphs.
struct PlainCell {
    Graph body;
    std::vector<ValueId> outputs;
};

PlainCell takeApart(const Cell& cell) {
    const Graph& body = cell.body();
    PlainCell plain{.body = Graph(body.signatures())};
    std::vector<ValueId> map(body.numValues());
    for (const ValueId formal : body.formals()) {
        map[formal.index()] = plain.body.formal(body.value(formal).shape);
    }
    GateSplitter splitter(plain.body);
    for (std::size_t i = 0; i < body.numNodes(); ++i) {
        const NodeId id(i);
        std::vector<ValueId> arguments;
        for (const ValueId argument : body.arguments(id)) {
            const Value& value = body.value(argument);
            arguments.push_back(value.parameter.isValid() ? plain.body.parameter(value.parameter, value.shape)
                                                          : map[argument.index()]);
        }
        const std::vector<ValueId> results = splitter.add(body.node(id), arguments, 0);
        for (std::size_t k = 0; k < results.size(); ++k) {
            map[body.output(id, static_cast<int>(k)).index()] = results[k];
        }
    }
    for (const ValueId output : cell.outputs()) {
        plain.outputs.push_back(map[output.index()]);
    }
    return plain;
}

}  // namespace

struct InlineScratch {
    struct TakenApart {
        std::shared_ptr<const Cell> cell;  // kept, so that no other has its address
        PlainCell plain;
    };
    std::deque<TakenApart> cells;           // of all calls so far
    std::vector<const PlainCell*> ofGraph;  // by cell of the source
    std::vector<ValueId> arguments;         // of the node at hand, in the target
    std::vector<ValueId> inner;             // by value of the cell that is put in, in the target

    const PlainCell* find(const std::shared_ptr<const Cell>& cell) {
        auto known = std::ranges::find(cells, cell, &TakenApart::cell);
        if (known == cells.end()) {
            known = cells.insert(cells.end(), {.cell = cell, .plain = takeApart(*cell)});
        }
        return &known->plain;
    }
};

namespace {

class Inliner {
public:
    Inliner(const Graph& source, InlinedGraph& result)
        : source_(source), target_(result.graph), map_(result.map), scratch_(*result.scratch) {
        if (target_.signatures() == source.signatures()) {
            target_.clear();
        } else {
            target_ = Graph(source.signatures());
        }
        map_.assign(source.numValues(), ValueId());
        scratch_.ofGraph.clear();
        for (const auto& cell : source.cells()) {
            scratch_.ofGraph.push_back(scratch_.find(cell));
        }
    }

    void run() {
        for (std::size_t i = 0; i < source_.numNodes(); ++i) {
            const NodeId id(i);
            target_.setOrigin(source_.node(id).origin);
            takeArguments(id);
            if (source_.cell(id) != nullptr) {
                splice(id);
            } else {
                copy(id);
            }
        }
    }

private:
    void takeArguments(NodeId id) {
        scratch_.arguments.clear();
        for (const ValueId argument : source_.arguments(id)) {
            const Value& value = source_.value(argument);
            scratch_.arguments.push_back(value.parameter.isValid()
                                             ? target_.parameter(value.parameter, value.shape)
                                             : map_[argument.index()]);
        }
    }

    void splice(NodeId id) {
        const PlainCell& plain = *scratch_.ofGraph[static_cast<std::size_t>(source_.node(id).cell)];
        target_.splice(plain.body, scratch_.arguments, source_.integers(id), scratch_.inner);
        for (std::size_t i = 0; i < plain.outputs.size(); ++i) {
            map_[source_.output(id, static_cast<int>(i)).index()] = scratch_.inner[plain.outputs[i].index()];
        }
    }

    void copy(NodeId id) {
        const Node& node = source_.node(id);
        if (opInfo(node.op).payload == Payload::kFloats) {
            map_[node.firstOutput.index()] =
                target_.output(target_.addInput(source_.value(node.firstOutput).shape, source_.floats(id)));
            return;
        }
        const auto integers = source_.integers(id);
        const std::vector<ValueId> results =
            GateSplitter(target_).add(node, scratch_.arguments, integers.empty() ? 0 : integers[0]);
        for (std::size_t i = 0; i < results.size(); ++i) {
            map_[source_.output(id, static_cast<int>(i)).index()] = results[i];
        }
    }

    const Graph& source_;
    Graph& target_;
    std::vector<ValueId>& map_;
    InlineScratch& scratch_;
};

}  // namespace

void inlineCells(const Graph& graph, InlinedGraph& result) {
    if (result.scratch == nullptr) {
        result.scratch = std::make_shared<InlineScratch>();
    }
    Inliner(graph, result).run();
}

InlinedGraph inlineCells(const Graph& graph) {
    InlinedGraph result;
    inlineCells(graph, result);
    return result;
}

}  // namespace loomscope
