// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/fold_wiring.h"

#include "engine/schedule/graph_arrays.h"
#include "engine/schedule/pass_through.h"
#include "engine/schedule/plan_by_depth.h"

#include <algorithm>

namespace loomscope {

namespace {

bool isList(const SignatureKey& key) {
    return key.cell == nullptr && opInfo(key.op).arity == Arity::kList;
}

bool shapeComesBefore(const Shape& a, const Shape& b) {
    for (int axis = 0; axis < std::min(a.rank(), b.rank()); ++axis) {
        if (a[axis] != b[axis]) {
            return a[axis] < b[axis];
        }
    }
    return a.rank() < b.rank();
}

/// One call of an op, or of an identity: what it reads and what it makes.
struct Call {
    std::vector<ValueId> arguments;
    std::vector<ValueId> outputs;
};

}  // namespace

/// Goes down depth by depth, with the calls of that depth sorted by op.
class FoldWiring::Builder {
public:
    Builder(const Graph& graph, FoldWiring& wiring)
        : graph_(graph), wiring_(wiring), rowOf_(graph.numValues()) {}

    void build() {
        findTypes();
        findOps();
        wiring_.numDepths_ = graph_.numNodes() == 0 ? 0 : largestDepth(graph_) + 1;
        const std::vector<PassThrough> identities = passThroughRows(graph_);
        const NodesByDepth nodes = nodesByDepth(graph_);
        auto identity = identities.begin();
        for (std::uint32_t depth = 0; depth < wiring_.numDepths_; ++depth) {
            calls_.assign(wiring_.ops_.size(), {});
            for (; identity != identities.end() && identity->depth == depth; ++identity) {
                calls_[typeOf(identity->value)].push_back({{identity->value}, {identity->value}});
            }
            for (const std::uint32_t node : nodes.at(depth)) {
                calls_[opOfSignature_[signatures_.ofNode[node]]].push_back(callOf(NodeId(node)));
            }
            if (depth > 0) {
                connect();
            }
            layOut();
        }
        wiring_.firstRow_.push_back(static_cast<std::uint32_t>(wiring_.rows_.size()));
        wiring_.firstWire_.push_back(static_cast<std::uint32_t>(wiring_.wires_.size()));
        wiring_.outputs_.resize(wiring_.types_.size());
        for (const ValueId value : unreadValues(graph_)) {
            wiring_.outputs_[typeOf(value)].push_back(rowOf_[value.index()]);
        }
    }

private:
    void findTypes() {
        for (const Value& value : graph_.values()) {
            if (value.producer.isValid() &&
                std::ranges::find(wiring_.types_, value.shape) == wiring_.types_.end()) {
                wiring_.types_.push_back(value.shape);
            }
        }
        std::ranges::sort(wiring_.types_, shapeComesBefore);
    }

    void findOps() {
        for (std::uint32_t type = 0; type < wiring_.types_.size(); ++type) {
            addOp({.name = "identity", .arguments = {type}, .outputs = {type}});
        }
        std::vector<std::uint32_t> order(signatures_.ids.size());
        std::vector<NodeId> sample(order.size());
        for (std::size_t node = graph_.numNodes(); node-- > 0;) {
            sample[signatures_.ofNode[node]] = NodeId(node);
        }
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            order[i] = i;
        }
        const SignatureTable& table = *graph_.signatures();
        std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
            return comesBefore(table, signatures_.ids[a], signatures_.ids[b]);
        });
        opOfSignature_.resize(order.size());
        for (const std::uint32_t number : order) {
            opOfSignature_[number] = static_cast<std::uint32_t>(wiring_.ops_.size());
            addOp(describe(sample[number]));
        }
    }

    FoldOp describe(NodeId node) const {
        const SignatureId signature = graph_.node(node).signature;
        const SignatureKey& key = graph_.signatures()->key(signature);
        const Call call = callOf(node);
        FoldOp op{.name = std::string(graph_.name(node)), .signature = signature};
        for (const ValueId value : call.arguments) {
            op.arguments.push_back(typeOf(value));
        }
        if (isList(key)) {
            op.arguments.resize(std::min<std::size_t>(op.arguments.size(), 1));
        }
        for (const ValueId value : call.outputs) {
            op.outputs.push_back(typeOf(value));
        }
        return op;
    }

    void addOp(FoldOp op) {
        op.firstColumn = wiring_.numColumns_;
        wiring_.numColumns_ += static_cast<std::uint32_t>(op.arguments.size());
        wiring_.ops_.push_back(std::move(op));
    }

    Call callOf(NodeId node) const {
        Call call;
        for (const ValueId argument : graph_.arguments(node)) {
            if (graph_.value(argument).producer.isValid()) {
                call.arguments.push_back(argument);
            }
        }
        for (int output = 0; output < graph_.node(node).numOutputs; ++output) {
            call.outputs.push_back(graph_.output(node, output));
        }
        return call;
    }

    void connect() {
        for (std::size_t op = 0; op < calls_.size(); ++op) {
            const bool takesList = wiring_.ops_[op].signature.isValid() &&
                                   isList(graph_.signatures()->key(wiring_.ops_[op].signature));
            for (std::size_t argument = 0; argument < wiring_.ops_[op].arguments.size(); ++argument) {
                wiring_.firstWire_.push_back(static_cast<std::uint32_t>(wiring_.wires_.size()));
                for (const Call& call : calls_[op]) {
                    const std::span<const ValueId> all = call.arguments;
                    for (const ValueId value : takesList ? all : all.subspan(argument, 1)) {
                        wiring_.wires_.push_back(rowOf_[value.index()]);
                    }
                }
            }
        }
    }

    void layOut() {
        for (std::uint32_t type = 0; type < wiring_.types_.size(); ++type) {
            const std::size_t first = wiring_.rows_.size();
            wiring_.firstRow_.push_back(static_cast<std::uint32_t>(first));
            for (std::size_t op = 0; op < calls_.size(); ++op) {
                for (std::size_t output = 0; output < wiring_.ops_[op].outputs.size(); ++output) {
                    if (wiring_.ops_[op].outputs[output] != type) {
                        continue;
                    }
                    for (const Call& call : calls_[op]) {
                        const ValueId value = call.outputs[output];
                        rowOf_[value.index()] = static_cast<std::uint32_t>(wiring_.rows_.size() - first);
                        wiring_.rows_.push_back(value);
                    }
                }
            }
        }
    }

    std::uint32_t typeOf(ValueId value) const {
        const auto place =
            std::ranges::lower_bound(wiring_.types_, graph_.value(value).shape, shapeComesBefore);
        return static_cast<std::uint32_t>(place - wiring_.types_.begin());
    }

    const Graph& graph_;
    FoldWiring& wiring_;
    UsedSignatures signatures_ = usedSignatures(graph_);
    std::vector<std::uint32_t> opOfSignature_;
    std::vector<std::vector<Call>> calls_;  // by op, at the current depth
    std::vector<std::uint32_t> rowOf_;      // by value: its row in the latest state that has it
};

FoldWiring::FoldWiring(const Graph& graph) {
    Builder(graph, *this).build();
}

std::span<const ValueId> FoldWiring::rows(std::uint32_t depth, std::uint32_t type) const {
    const std::size_t block = depth * types_.size() + type;
    return std::span(rows_).subspan(firstRow_[block], firstRow_[block + 1] - firstRow_[block]);
}

std::span<const std::uint32_t> FoldWiring::wiring(std::uint32_t depth, std::uint32_t op,
                                                  std::uint32_t argument) const {
    const std::size_t column = (depth - std::size_t{1}) * numColumns_ + ops_[op].firstColumn + argument;
    return std::span(wires_).subspan(firstWire_[column], firstWire_[column + 1] - firstWire_[column]);
}

}  // namespace loomscope
