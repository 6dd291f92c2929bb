// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/why.h"

#include "engine/graph/cell.h"
#include "engine/schedule/graph_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

constexpr std::array<std::string_view, 8> kKinds{"together",  "op",         "attribute", "shape",
                                                 "parameter", "dependence", "depth",     "policy"};

/// The path from `needed` to `user`, or nothing if `user` does not need it.
std::vector<NodeId> pathBetween(const Graph& graph, NodeId needed, NodeId user) {
    // By node up to `user`: the next one on a path to it.
    std::vector<NodeId> next(user.index() + std::size_t{1});
    next[user.index()] = user;
    for (std::size_t node = user.index(); node > needed.index(); --node) {
        for (const ValueId argument :
             next[node].isValid() ? graph.arguments(NodeId(node)) : std::span<const ValueId>()) {
            if (const NodeId producer = graph.value(argument).producer; producer.isValid()) {
                next[producer.index()] = NodeId(node);
            }
        }
    }
    std::vector<NodeId> path;
    for (NodeId node = needed; next[node.index()].isValid(); node = next[node.index()]) {
        path.push_back(node);
        if (node == user) {
            break;
        }
    }
    return path;
}

class Explainer {
public:
    Explainer(const Graph& graph, const Schedule& schedule, const BatchingPolicy& policy, NodeId first,
              NodeId second, const std::function<std::string(ParameterId)>& parameterName)
        : graph_(graph), policy_(policy), parameterName_(parameterName), batchOf_(graph.numNodes()) {
        for (std::uint32_t batch = 0; batch < schedule.batches.size(); ++batch) {
            for (const NodeId node : schedule.nodesOf(schedule.batches[batch])) {
                batchOf_[node.index()] = batch;
            }
        }
        answer_.nodes = {first, second};
        answer_.batches = {batchOf_[first.index()], batchOf_[second.index()]};
    }

    WhyAnswer explain() {
        const auto [first, second] = answer_.nodes;
        if (answer_.areTogether()) {
            add(WhyKind::kTogether,
                fmt::format("both are {}, neither needs the other, and both were ready when batch {} ran",
                            signatureText(first), answer_.batches[0]));
            return std::move(answer_);
        }
        compareSignatures();
        comparePlaces();
        if (answer_.reasons.empty()) {
            explainChoice();
        }
        return std::move(answer_);
    }

private:
    void add(WhyKind kind, std::string text, std::vector<NodeId> path = {}) {
        answer_.reasons.push_back({kind, std::move(text), std::move(path)});
    }

    std::string signatureText(NodeId node) const {
        const SignatureKey& key = keyOf(node);
        return key.shapes.empty() ? std::string(graph_.name(node))
                                  : fmt::format("{} {}", graph_.name(node), key.shapes.back().text());
    }
    const SignatureKey& keyOf(NodeId node) const {
        return graph_.signatures()->key(graph_.node(node).signature);
    }
    std::string nodeText(NodeId node) const {
        return fmt::format("node {} ({})", node.index(), graph_.name(node));
    }
    std::string parameterText(ParameterId id) const {
        return parameterName_ ? parameterName_(id) : fmt::format("parameter {}", id.index());
    }

    void compareSignatures() {
        const auto [first, second] = answer_.nodes;
        const SignatureKey& a = keyOf(first);
        const SignatureKey& b = keyOf(second);
        if (a == b) {
            return;
        }
        if (a.cell != b.cell || (a.cell == nullptr && a.op != b.op)) {
            const bool isSameName = graph_.name(first) == graph_.name(second);
            add(WhyKind::kOp,
                fmt::format("node {} is {}, node {} is {}", first.index(), graph_.name(first), second.index(),
                            isSameName ? "another cell of that name" : graph_.name(second)));
            return;
        }
        compareAttributes(a.attributes, b.attributes);
        compareShapes(a.shapes, b.shapes);
        for (std::size_t i = 0; i < std::min(a.parameters.size(), b.parameters.size()); ++i) {
            if (a.parameters[i] != b.parameters[i]) {
                add(WhyKind::kParameter, fmt::format("node {} shares the weight {}, node {} shares {}",
                                                     first.index(), parameterText(a.parameters[i]),
                                                     second.index(), parameterText(b.parameters[i])));
            }
        }
    }

    void compareAttributes(const Attributes& a, const Attributes& b) {
        const NodeId first = answer_.nodes[0];
        const NodeId second = answer_.nodes[1];
        const auto compare = [&](std::string_view which, auto x, auto y) {
            if (x != y) {
                add(WhyKind::kAttribute,
                    fmt::format("the attribute \"{}\" of {} is {} at node {} and {} at node {}", which,
                                graph_.name(first), x, first.index(), y, second.index()));
            }
        };
        compare("real", a.real, b.real);
        compare("first", a.first, b.first);
        compare("second", a.second, b.second);
        compare("third", a.third, b.third);
        compare("fourth", a.fourth, b.fourth);
        if (a != b && answer_.reasons.empty()) {
            add(WhyKind::kAttribute,
                fmt::format("the attribute \"real\" of {} differs in its bits: {} and {}", graph_.name(first),
                            a.real, b.real));
        }
    }

    void compareShapes(const std::vector<Shape>& a, const std::vector<Shape>& b) {
        const auto [first, second] = answer_.nodes;
        if (a.size() != b.size()) {
            add(WhyKind::kShape, fmt::format("node {} has {} arguments and results, node {} has {}",
                                             first.index(), a.size(), second.index(), b.size()));
        }
        for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
            if (a[i] != b[i]) {
                const std::size_t numResults = graph_.node(first).numOutputs;
                const bool isResult = i + numResults >= a.size();
                const std::size_t number = isResult ? i + numResults - a.size() : i;
                add(WhyKind::kShape, fmt::format("{} {} has the shape {} at node {} and {} at node {}",
                                                 isResult ? "result" : "argument", number + 1, a[i].text(),
                                                 first.index(), b[i].text(), second.index()));
            }
        }
    }

    void comparePlaces() {
        const auto [low, high] = std::minmax(answer_.nodes[0], answer_.nodes[1]);
        if (std::vector<NodeId> path = pathBetween(graph_, low, high); !path.empty()) {
            std::string steps;
            for (const NodeId node : path) {
                steps += fmt::format("{}{} {}", steps.empty() ? "" : " → ", node.index(), graph_.name(node));
            }
            add(WhyKind::kDependence,
                fmt::format("node {} needs node {}: {}", high.index(), low.index(), steps), std::move(path));
        } else if (policy_.grouping() == Grouping::kDepthAndSignature &&
                   graph_.node(low).depth != graph_.node(high).depth) {
            add(WhyKind::kDepth,
                fmt::format(
                    "node {} is at depth {}, node {} at depth {}, and the policy {} runs depth by depth",
                    low.index(), graph_.node(low).depth, high.index(), graph_.node(high).depth,
                    policy_.name()));
        }
    }

    /// They could have shared a batch: says what the later one waited for when the earlier one ran.
    void explainChoice() {
        const bool isInOrder = answer_.batches[0] < answer_.batches[1];
        const NodeId early = answer_.nodes[isInOrder ? 0 : 1];
        const NodeId late = answer_.nodes[isInOrder ? 1 : 0];
        const std::uint32_t batch = batchOf_[early.index()];
        for (const ValueId argument : graph_.arguments(late)) {
            const NodeId producer = graph_.value(argument).producer;
            if (producer.isValid() && batchOf_[producer.index()] >= batch) {
                add(WhyKind::kPolicy, fmt::format("they could share a batch, but the policy {} ran node {} "
                                                  "in batch {}, when node {} still waited "
                                                  "for {} of batch {}",
                                                  policy_.name(), early.index(), batch, late.index(),
                                                  nodeText(producer), batchOf_[producer.index()]));
                return;
            }
        }
        add(WhyKind::kPolicy,
            fmt::format("both were ready, but the policy {} runs them one by one", policy_.name()));
    }

    const Graph& graph_;
    const BatchingPolicy& policy_;
    const std::function<std::string(ParameterId)>& parameterName_;
    std::vector<std::uint32_t> batchOf_;
    WhyAnswer answer_;
};

}  // namespace

std::string_view name(WhyKind kind) {
    return kKinds[static_cast<std::size_t>(kind)];
}

Result<WhyAnswer> why(const Graph& graph, const Schedule& schedule, const BatchingPolicy& policy,
                      NodeId first, NodeId second,
                      const std::function<std::string(ParameterId)>& parameterName) {
    for (const NodeId node : {first, second}) {
        if (node.index() >= graph.numNodes()) {
            return fail(ErrorCode::kInvalid,
                        graph.numNodes() == 0
                            ? "the graph has no nodes"
                            : fmt::format("there is no node {}; the graph has nodes 0 to {}", node.index(),
                                          graph.numNodes() - 1));
        }
    }
    if (first == second) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("both nodes are node {}; name two different ones", first.index()));
    }
    return Explainer(graph, schedule, policy, first, second, parameterName).explain();
}

}  // namespace loomscope
