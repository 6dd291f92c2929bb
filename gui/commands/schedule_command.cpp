// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/schedule/plan.h"
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "gui/commands/data_options.h"
#include "gui/commands/headless.h"
#include "gui/commands/schedule_comparison.h"
#include "viz/export/export.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

namespace loomscope {

namespace {

/// Whole numbers stay whole: most comparisons are of one minibatch.
nlohmann::json number(double value) {
    return value == std::floor(value) ? nlohmann::json(static_cast<std::int64_t>(value))
                                      : nlohmann::json(value);
}

nlohmann::json comparisonJson(const ScheduleComparison& comparison, std::int64_t examples) {
    nlohmann::json document{{"examples", examples},
                            {"minibatches", comparison.minibatches},
                            {"nodes", number(comparison.nodes)},
                            {"lower_bound", number(comparison.lowerBound)},
                            {"policies", nlohmann::json::array()}};
    for (const PolicyMeans& figures : comparison.policies) {
        document["policies"].push_back({{"name", figures.name},
                                        {"batches", number(figures.batches)},
                                        {"rows", number(figures.rows)},
                                        {"pass_through_rows", number(figures.passThroughRows)},
                                        {"launches", number(figures.launches)},
                                        {"gathers", number(figures.gathers)},
                                        {"gathered_bytes", number(figures.gatheredBytes)},
                                        {"largest_batch", number(figures.largestBatch)},
                                        {"mean_batch", figures.meanBatch},
                                        {"plan_us", figures.planMicroseconds}});
    }
    return document;
}

std::string comparisonText(const ScheduleComparison& comparison, std::int64_t examples) {
    std::string text =
        fmt::format("{} examples in {} minibatches; a minibatch has {:.1f} nodes, at least {:.1f} batches\n",
                    examples, comparison.minibatches, comparison.nodes, comparison.lowerBound);
    text += fmt::format("{:<10}{:>10}{:>12}{:>14}{:>10}{:>10}{:>14}{:>10}{:>10}\n", "policy", "batches",
                        "rows", "pass-through", "launches", "gathers", "gathered kB", "largest", "plan µs");
    for (const PolicyMeans& f : comparison.policies) {
        text +=
            fmt::format("{:<10}{:>10.1f}{:>12.1f}{:>14.1f}{:>10.1f}{:>10.1f}{:>14.1f}{:>10.1f}{:>10.1f}\n",
                        f.name, f.batches, f.rows, f.passThroughRows, f.launches, f.gathers,
                        f.gatheredBytes / 1e3, f.largestBatch, f.planMicroseconds);
    }
    return text;
}

struct ScheduleCommand {
    DataOptions data;
    ModelChoice model;
    std::int64_t batch = 25;
    std::int64_t examples = 0;
    std::string policy = "all";
    std::string format;
    std::string output;
    bool isJson = false;

    Result<void> run() const {
        ConsoleJob job;
        LOOM_TRY(const DataRequest request, data.request());
        LOOM_TRY(const OpenedData opened, openData(request, job.control()));
        sayProblems(opened.report);
        LOOM_TRY(const auto chosen, model.make(*opened.train));
        LOOM_TRY(const std::int64_t count, numExamples(opened.train->size()));
        LOOM_TRY(const auto graphs, build(*chosen, *opened.train, count));
        if (!format.empty() || !output.empty()) {
            return draw(graphs.front());
        }
        std::vector<std::string> policies{policy};
        if (policy == "all") {
            policies.assign(policyNames().begin(), policyNames().end());
        }
        LOOM_TRY(const auto comparison, comparePolicies(graphs, policies));
        print(isJson ? comparisonJson(comparison, count).dump(2) : comparisonText(comparison, count));
        return {};
    }

    Result<std::int64_t> numExamples(std::int64_t size) const {
        const std::int64_t wanted = examples > 0 ? examples : std::min(batch, size);
        if (batch < 1 || examples < 0 || wanted > size) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("{} examples in minibatches of {} were asked for; {} has {} examples",
                                    examples == 0 ? wanted : examples, batch, data.path, size));
        }
        return wanted;
    }

    Result<std::vector<Graph>> build(const Model& chosen, const Dataset& dataset, std::int64_t count) const {
        std::vector<Graph> graphs;
        for (std::int64_t first = 0; first < count; first += batch) {
            Graph graph(chosen.signatures());
            for (std::int64_t i = first; i < std::min(count, first + batch); ++i) {
                if (const auto built = chosen.build(graph, *dataset.at(i), BuildMode::kTrain,
                                                    static_cast<std::int32_t>(i - first));
                    !built) {
                    say("skipped: " + built.error().text());
                }
            }
            LOOM_TRY(graphs.emplace_back(), model.atGranularity(std::move(graph)));
        }
        return graphs;
    }

    Result<void> draw(const Graph& graph) const {
        LOOM_TRY(const ExportFormat kind,
                 format.empty() ? exportFormatOf(QString::fromStdString(output)) : parseExportFormat(format));
        LOOM_TRY(const auto chosen, makePolicy(policy == "all" ? "depth" : policy));
        const auto application = makeHeadlessApplication();
        ScheduleExportOptions options;
        options.title = QString::fromStdString(fmt::format("{}, {}", chosen->name(), data.path));
        LOOM_TRY(const QByteArray content, renderSchedule(graph, plan(graph, *chosen), kind, options));
        return writeOutput(output,
                           std::string_view(content.constData(), static_cast<std::size_t>(content.size())));
    }
};

}  // namespace

void addSchedule(CommandSet& set) {
    const auto schedule = std::make_shared<ScheduleCommand>();
    CLI::App* command = addCommand(set, "schedule", "How minibatches are batched, by each policy",
                                   [schedule] { return schedule->run(); });
    addDataOptions(*command, schedule->data, "--data-format");
    addModelOptions(*command, schedule->model);
    command->add_option("--batch", schedule->batch, "Examples a minibatch");
    command->add_option("--examples", schedule->examples,
                        "Examples in all, from the first; by default one minibatch");
    command->add_option("--policy", schedule->policy, "A policy, or all");
    command->add_option("--format", schedule->format, "Draw the first minibatch: svg, pdf, png, json or csv");
    command->add_option("-o,--output", schedule->output, "File to write; standard output without");
    command->add_flag("--json", schedule->isJson, "Print one JSON document");
}

}  // namespace loomscope
