// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "gui/commands/data_options.h"
#include "gui/commands/headless.h"
#include "viz/export/export.h"

#include <fmt/format.h>

#include <memory>

namespace loomscope {

namespace {

struct GraphCommand {
    DataOptions data;
    ModelChoice model;
    std::int64_t example = 1;
    std::string format;
    std::string output;

    Result<void> run() const {
        ConsoleJob job;
        LOOM_TRY(const ExportFormat kind, chooseFormat());
        LOOM_TRY(const DataRequest request, data.request());
        LOOM_TRY(const OpenedData opened, openData(request, job.control()));
        sayProblems(opened.report);
        if (example < 1 || example > opened.train->size()) {
            return fail(ErrorCode::kInvalid, fmt::format("--example is {}; {} has examples 1 to {}", example,
                                                         data.path, opened.train->size()));
        }
        LOOM_TRY(const auto chosen, model.make(*opened.train));
        Graph graph(chosen->signatures());
        LOOM_TRY_VOID(chosen->build(graph, *opened.train->at(example - 1), BuildMode::kTrain, 0));
        LOOM_TRY(graph, model.atGranularity(std::move(graph)));
        const auto application = makeHeadlessApplication();
        GraphExportOptions options;
        options.picture.parameterName = [&chosen](ParameterId id) {
            return chosen->initialParameters().parameter(id).name;
        };
        QString note;
        LOOM_TRY(const QByteArray content, renderGraph(graph, kind, options, &note));
        if (!note.isEmpty()) {
            say(note.toStdString());
        }
        return writeOutput(output,
                           std::string_view(content.constData(), static_cast<std::size_t>(content.size())));
    }

    Result<ExportFormat> chooseFormat() const {
        if (!format.empty()) {
            return parseExportFormat(format);
        }
        return output.empty() ? Result<ExportFormat>(ExportFormat::kJson)
                              : exportFormatOf(QString::fromStdString(output));
    }
};

}  // namespace

void addGraph(CommandSet& set) {
    const auto graph = std::make_shared<GraphCommand>();
    CLI::App* command =
        addCommand(set, "graph", "One example's computation graph", [graph] { return graph->run(); });
    addDataOptions(*command, graph->data, "--data-format");
    addModelOptions(*command, graph->model);
    command->add_option("-e,--example", graph->example, "Number of the example, from 1");
    command->add_option("--format", graph->format, "dot, svg, pdf, png or json");
    command->add_option("-o,--output", graph->output, "File to write; standard output without");
}

}  // namespace loomscope
