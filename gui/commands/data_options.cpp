// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/data_options.h"

#include "engine/graph/cell.h"

#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace loomscope {

Result<DataRequest> DataOptions::request() const {
    DataRequest request{.path = path, .targetColumns = targets, .guessBonds = guessBonds};
    if (!labels.empty()) {
        request.treeLabels = labels;
    }
    if (!format.empty()) {
        request.format = format;
    }
    if (!smiles.empty()) {
        request.smilesColumn = smiles;
    }
    if (!companion.empty()) {
        request.companion = companion;
    }
    if (task == "regression" || task == "classification") {
        request.task = task == "regression" ? Task::kRegression : Task::kClassification;
    } else if (!task.empty()) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("--task is '{}'; it can be regression or classification", task));
    }
    if (delimiter.size() == 1) {
        request.delimiter = delimiter[0];
    } else if (delimiter == "\\t" || delimiter == "tab") {
        request.delimiter = '\t';
    } else if (!delimiter.empty()) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("--delimiter is '{}'; give one character, or tab", delimiter));
    }
    return request;
}

void addFormatOptions(CLI::App& command, DataOptions& options, const std::string& formatFlag) {
    command.add_option(formatFlag, options.format,
                       "Format of the data, if it should not be recognised by content");
    command.add_option("--smiles", options.smiles, "Column with the SMILES of a table");
    command.add_option("--target", options.targets, "Columns with targets, separated by commas")
        ->delimiter(',');
    command.add_option("--task", options.task, "regression or classification");
    command.add_option("--delimiter", options.delimiter,
                       "What separates the cells of a table: a character, or tab");
    command.add_option("--companion", options.companion, "File with the targets, if they are elsewhere");
    command.add_flag("--guess-bonds", options.guessBonds,
                     "Find the bonds of structures without any by the distances of their atoms");
    command.add_option("--labels", options.labels, "Labels of tree nodes: none, sst or sst-binary");
}

void addDataOptions(CLI::App& command, DataOptions& options, const std::string& formatFlag) {
    command.add_option("PATH", options.path, "File, folder with train/dev/test, or synthetic:NAME?key=value")
        ->required();
    addFormatOptions(command, options, formatFlag);
}

Result<std::pair<std::string, double>> parseSetting(std::string_view text) {
    const std::size_t equals = text.find('=');
    double value = 0;
    const char* end = text.data() + text.size();
    if (equals == std::string_view::npos ||
        std::from_chars(text.data() + equals + 1, end, value).ptr != end) {
        return fail(ErrorCode::kInvalid, fmt::format("'{}' is not of the form key=number", text));
    }
    return std::pair{std::string(text.substr(0, equals)), value};
}

Result<std::unique_ptr<Model>> ModelChoice::make(const Dataset& data) const {
    const std::string chosen = name.empty() ? std::string(defaultModel(data.info().kind).name) : name;
    ModelOptions options;
    for (const std::string& setting : settings) {
        LOOM_TRY(const auto pair, parseSetting(setting));
        options[pair.first] = pair.second;
    }
    return makeModel(chosen, options, data, seed);
}

Result<Graph> ModelChoice::atGranularity(Graph graph) const {
    if (granularity == "cell") {
        return graph;
    }
    if (granularity == "op") {
        return inlineCells(graph).graph;
    }
    return fail(ErrorCode::kInvalid, fmt::format("--granularity is '{}'; it can be cell or op", granularity));
}

void addModelOptions(CLI::App& command, ModelChoice& choice) {
    command.add_option("--model", choice.name, "Model; by default the first that reads the data");
    command.add_option("--set", choice.settings, "Options of the model, key=value")->expected(1, -1);
    command.add_option("--granularity", choice.granularity, "cell: a node a cell; op: cells taken apart");
    command.add_option("--seed", choice.seed, "Seed of the model's initial weights");
}

}  // namespace loomscope
