// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/preview.h"

#include "engine/data/chemistry/element.h"
#include "engine/graph/cell.h"
#include "engine/schedule/plan.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

namespace loomscope {

namespace {

struct PartText {
    std::size_t part;

    std::string operator()(const Tree& tree) const {
        if (part >= tree.nodes.size() || tree.nodes[part].token < 0) {
            return {};
        }
        return tree.tokens[static_cast<std::size_t>(tree.nodes[part].token)];
    }
    std::string operator()(const Molecule& molecule) const {
        // Models number bonds after atoms.
        return part < molecule.atoms.size()
                   ? std::string(elementSymbol(molecule.atoms[part].atomicNumber)) + std::to_string(part + 1)
                   : std::string();
    }
    std::string operator()(const Sequence& sequence) const {
        return part < sequence.tokens.size() ? sequence.tokens[part] : std::string();
    }
    std::string operator()(const Lattice& lattice) const {
        return part < lattice.arcs.size() ? lattice.tokens[static_cast<std::size_t>(lattice.arcs[part].token)]
                                          : std::string();
    }
};

Graph atGranularity(Graph graph, const std::string& granularity) {
    return granularity == "op" ? inlineCells(graph).graph : std::move(graph);
}

constexpr double kSearchSeconds = 0.2;
constexpr std::int64_t kLearningNodes = 1'000'000;

Result<PolicyPlan> planWith(std::string_view policyName, const Graph& graph, const JobControl& control) {
    LOOM_TRY(const std::unique_ptr<BatchingPolicy> policy,
             makePolicy(policyName, {.timeLimit = kSearchSeconds, .training = {.nodes = kLearningNodes}}));
    PolicyPlan made{.policy = std::string(policyName)};
    const auto begin = std::chrono::steady_clock::now();
    made.schedule = plan(graph, *policy, control);
    made.planMicroseconds =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
    made.statistics = statistics(made.schedule);
    made.chart = scheduleChart(graph, made.schedule, ScheduleColumns::kDepth);
    return made;
}

}  // namespace

Result<void> ModelCache::prepare(const RunConfig& config, const std::shared_ptr<const Dataset>& train) {
    if (!model_ || train_ != train || name_ != config.model || options_ != config.modelOptions) {
        LOOM_TRY(model_, makeModel(config.model, config.modelOptions, *train, config.train.seed));
        train_ = train;
        name_ = config.model;
        options_ = config.modelOptions;
    }
    return {};
}

std::string partText(const Example& example, std::int32_t part) {
    return part < 0 ? std::string() : std::visit(PartText{static_cast<std::size_t>(part)}, example.structure);
}

Result<ExampleGraph> makeExampleGraph(const Model& model, const Example& example,
                                      const std::string& granularity) {
    Graph graph(model.signatures());
    LOOM_TRY([[maybe_unused]] const ModelOutput output, model.build(graph, example, BuildMode::kTrain, 0));
    const auto shown = std::make_shared<const Graph>(atGranularity(std::move(graph), granularity));
    const PictureOptions options{
        .parameterName = [&](ParameterId id) { return model.initialParameters().parameter(id).name; },
        .originText = [&](const Origin& origin) { return partText(example, origin.part); }};
    return ExampleGraph{.graph = shown, .picture = pictureGraph(*shown, options)};
}

const PolicyPlan* MinibatchPlan::find(const std::string& policy) const {
    const auto found = std::ranges::find(policies, policy, &PolicyPlan::policy);
    return found == policies.end() ? nullptr : &*found;
}

Result<MinibatchPlan> planMinibatch(const Model& model, const Dataset& dataset, std::int64_t first,
                                    std::int64_t size, const std::string& granularity,
                                    const JobControl& control) {
    Graph graph(model.signatures());
    const std::int64_t last = std::min(dataset.size(), first + size);
    for (std::int64_t i = first; i < last; ++i) {
        if (control.isCancelled()) {
            return fail(ErrorCode::kCancelled, "cancelled");
        }
        graph.setOrigin({.example = static_cast<std::int32_t>(i - first)});
        LOOM_TRY([[maybe_unused]] const ModelOutput output,
                 model.build(graph, *dataset.at(i), BuildMode::kTrain, static_cast<std::int32_t>(i)));
    }
    MinibatchPlan made{.graph = std::make_shared<const Graph>(atGranularity(std::move(graph), granularity)),
                       .first = first,
                       .examples = last - first};
    made.bound = lowerBound(*made.graph);
    made.longestPath = longestPath(*made.graph);
    std::int64_t done = 0;
    for (const std::string_view policy : policyNames()) {
        control.say(
            {"Planning: " + std::string(policy), done++, static_cast<std::int64_t>(policyNames().size())});
        if (control.isCancelled()) {
            return fail(ErrorCode::kCancelled, "cancelled");
        }
        LOOM_TRY(PolicyPlan plan, planWith(policy, *made.graph, control));
        made.policies.push_back(std::move(plan));
    }
    if (control.isCancelled()) {
        return fail(ErrorCode::kCancelled, "cancelled");
    }
    return made;
}

}  // namespace loomscope
