// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "gui/commands/data_options.h"
#include "gui/commands/headless.h"
#include "gui/commands/policy_choice.h"
#include "gui/commands/schedule_report.h"
#include "viz/export/export.h"
#include "viz/export/schedule_trace.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace loomscope {

namespace {

struct ScheduleCommand {
    DataOptions data;
    ModelChoice model;
    std::int64_t batch = 25;
    std::int64_t examples = 0;
    PolicyChoice policies;
    std::vector<std::uint32_t> why;
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
        LOOM_TRY(const PolicyOptions options, policies.options(graphs.front(), job.control()));
        if (!why.empty()) {
            return explain(*chosen, graphs.front(), options);
        }
        if (format == "trace") {
            return trace(graphs.front(), options);
        }
        const bool isTable = policies.policy == "all" && (format == "json" || format == "csv");
        if (!isTable && (!format.empty() || !output.empty())) {
            return draw(graphs.front(), options);
        }
        LOOM_TRY(const auto comparison, comparePolicies(graphs, policies.names(), options, job.control()));
        return writeOutput(output, format == "csv"              ? comparisonCsv(comparison)
                                   : isJson || format == "json" ? comparisonJson(comparison, count) + "\n"
                                                                : comparisonText(comparison, count));
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

    Result<void> draw(const Graph& graph, const PolicyOptions& options) const {
        LOOM_TRY(const ExportFormat kind,
                 format.empty() ? exportFormatOf(QString::fromStdString(output)) : parseExportFormat(format));
        LOOM_TRY(const auto chosen,
                 makePolicy(policies.policy == "all" ? "depth" : policies.policy, options));
        const auto application = makeHeadlessApplication();
        ScheduleExportOptions drawing;
        drawing.title = QString::fromStdString(fmt::format("{}, {}", chosen->name(), data.path));
        LOOM_TRY(const QByteArray content, renderSchedule(graph, plan(graph, *chosen), kind, drawing));
        return writeOutput(output,
                           std::string_view(content.constData(), static_cast<std::size_t>(content.size())));
    }

    Result<void> trace(const Graph& graph, const PolicyOptions& options) const {
        std::vector<Schedule> schedules;
        std::vector<TracedSchedule> traced;
        const std::vector<std::string> names = policies.names();
        schedules.reserve(names.size());
        for (const std::string& name : names) {
            LOOM_TRY(const auto chosen, makePolicy(name, options));
            schedules.push_back(plan(graph, *chosen));
            traced.push_back({.policy = name, .schedule = &schedules.back()});
        }
        return writeOutput(output, scheduleTrace(graph, traced));
    }

    Result<void> explain(const Model& chosen, const Graph& graph, const PolicyOptions& options) const {
        const auto parameterName = [&chosen](ParameterId id) {
            return chosen.initialParameters().parameter(id).name;
        };
        std::vector<PolicyAnswer> answers;
        for (const std::string& name : policies.names()) {
            LOOM_TRY(const auto policy, makePolicy(name, options));
            LOOM_TRY(auto answer, loomscope::why(graph, plan(graph, *policy), *policy, NodeId(why[0]),
                                                 NodeId(why[1]), parameterName));
            answers.emplace_back(name, std::move(answer));
        }
        return writeOutput(output, isJson ? whyJson(answers) + "\n" : whyText(answers));
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
    addPolicyOptions(*command, schedule->policies);
    command
        ->add_option("--why", schedule->why,
                     "Two nodes A,B of the first minibatch: why they share a batch or don't")
        ->delimiter(',')
        ->expected(2);
    command->add_option(
        "--format", schedule->format,
        "The first minibatch: svg, pdf, png, json, csv or trace; of all policies: json, csv, trace");
    command->add_option("-o,--output", schedule->output, "File to write; standard output without");
    command->add_flag("--json", schedule->isJson, "Print one JSON document");
}

}  // namespace loomscope
