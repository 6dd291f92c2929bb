// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/random_graph.h"

#include "engine/base/check.h"
#include "engine/graph/cell.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loomscope {

namespace {

constexpr std::int32_t kWidth = 3;

class RandomGraph {
public:
    explicit RandomGraph(Rng& rng) : rng_(rng), cell_(makeCell(graph_.signatures())) {}

    Graph make(std::size_t numNodes) {
        while (graph_.numNodes() < numNodes) {
            const NodeId node = addNode();
            for (int output = 0; output < graph_.node(node).numOutputs; ++output) {
                values_.push_back(graph_.output(node, output));
            }
        }
        return std::move(graph_);
    }

private:
    static NodeId must(Result<NodeId> node) {
        LOOM_CHECK(node.has_value(), node.error().text());
        return *node;
    }

    /// (tanh(x·W), x·W + y).
    static std::shared_ptr<const Cell> makeCell(std::shared_ptr<SignatureTable> table) {
        Graph body(std::move(table));
        const std::array formals{body.formal({kWidth}), body.formal({kWidth})};
        const std::array factors{formals[0], body.parameter(ParameterId(0), {kWidth, kWidth})};
        const ValueId product = body.output(must(body.add(*findOp("product"), factors)));
        const ValueId first = body.output(must(body.add(*findOp("tanh"), std::array{product})));
        const ValueId second = body.output(must(body.add(*findOp("add"), std::array{product, formals[1]})));
        Result<std::shared_ptr<const Cell>> cell = Cell::make("pair", std::move(body), {first, second});
        LOOM_CHECK(cell.has_value(), cell.error().text());
        return *cell;
    }

    NodeId addNode() {
        if (values_.empty() || rng_.below(8) == 0) {
            return addLeaf();
        }
        switch (rng_.below(6)) {
            case 0:
                return add("tanh", {pick()});
            case 1:
                return add("scale", {pick()}, {.real = rng_.below(2) == 0 ? 0.5F : 2.0F});
            case 2:
                return add("add", {pick(), pick()});
            case 3:
                return add("product", {pick(), weight()});
            case 4: {
                std::vector<ValueId> items(1 + rng_.below(4));
                for (ValueId& item : items) {
                    item = pick();
                }
                return add("sum", items, {.first = kWidth});
            }
            default:
                return must(graph_.call(cell_, std::array{pick(), pick()}));
        }
    }

    NodeId addLeaf() {
        if (rng_.below(2) == 0) {
            const std::array<float, kWidth> data{};
            return graph_.addInput({kWidth}, data);
        }
        const ValueId table = graph_.parameter(ParameterId(3), {10, kWidth});
        return must(
            graph_.add(*findOp("lookup"), std::array{table}, {}, static_cast<std::int32_t>(rng_.below(10))));
    }

    NodeId add(std::string_view op, const std::vector<ValueId>& arguments, Attributes attributes = {}) {
        return must(graph_.add(*findOp(op), arguments, attributes));
    }

    ValueId weight() { return graph_.parameter(ParameterId(1 + rng_.below(2)), {kWidth, kWidth}); }

    /// Recent values more often, so that paths grow long.
    ValueId pick() {
        const std::size_t range =
            rng_.below(2) == 0 ? std::min<std::size_t>(4, values_.size()) : values_.size();
        return values_[values_.size() - 1 - rng_.below(range)];
    }

    Rng& rng_;
    Graph graph_;
    std::shared_ptr<const Cell> cell_;
    std::vector<ValueId> values_;
};

}  // namespace

Graph randomGraph(Rng& rng, std::size_t numNodes) {
    return RandomGraph(rng).make(numNodes);
}

}  // namespace loomscope
