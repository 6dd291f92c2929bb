// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/chemistry/element.h"
#include "engine/data/dataset.h"
#include "engine/data/statistics.h"
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "gui/commands/data_options.h"
#include "gui/commands/inspect_json.h"

#include <fmt/format.h>

#include <memory>

namespace loomscope {

namespace {

std::string spreadText(const Spread& spread) {
    return fmt::format("{:.6g} to {:.6g}, mean {:.2f}", spread.min, spread.max, spread.mean);
}

std::string labelText(const DatasetInfo& info, std::int64_t label) {
    if (label < 0) {
        return "no label";
    }
    const auto index = static_cast<std::size_t>(label);
    return index < info.classNames.size() ? fmt::format("label {}", info.classNames[index])
                                          : fmt::format("label {}", label);
}

void printSummary(std::string_view part, const Dataset& data, const DatasetStatistics& statistics) {
    print(fmt::format("{}: {} records of {} ({})", part, data.size(), name(data.info().kind),
                      data.info().format));
    for (const auto& [what, spread] : statistics.sizes) {
        print(fmt::format("  {}: {}", what, spreadText(spread)));
    }
    if (statistics.vocabularySize > 0) {
        print(fmt::format("  different words: {}, {} of them once", statistics.vocabularySize,
                          statistics.rareWords));
    }
    if (!statistics.elements.empty()) {
        std::string elements;
        for (const auto& [element, count] : statistics.elements) {
            elements += fmt::format("{}{} {}", elements.empty() ? "" : ", ", elementSymbol(element), count);
        }
        print("  elements: " + elements);
    }
    if (statistics.duplicates > 0) {
        print(fmt::format("  repeats of an earlier record: {}", statistics.duplicates));
    }
    for (const auto& [label, count] : statistics.exampleLabels) {
        print(fmt::format("  {}: {}", labelText(data.info(), label), count));
    }
    for (const TargetStatistics& target : statistics.targets) {
        print(fmt::format("  {}: {}, {} missing", target.name, spreadText(target.values), target.missing));
    }
}

struct InspectCommand {
    DataOptions data;
    bool isJson = false;
    bool hasRecords = false;

    Result<void> run() const {
        ConsoleJob job;
        LOOM_TRY(const DataRequest request, data.request());
        LOOM_TRY(const OpenedData opened, openData(request, job.control()));
        if (isJson) {
            LOOM_TRY(const auto document, inspectJson(opened, hasRecords, job.control()));
            print(document);
            return {};
        }
        for (const auto& [part, dataset] : {std::pair{"train", opened.train}, std::pair{"dev", opened.dev},
                                            std::pair{"test", opened.test}}) {
            if (dataset != nullptr) {
                LOOM_TRY(const auto statistics, computeStatistics(*dataset, job.control()));
                const bool isOnlyPart = opened.dev == nullptr && opened.test == nullptr;
                printSummary(isOnlyPart ? dataset->info().name : part, *dataset, statistics);
            }
        }
        printProblems("rejected", opened.report.rejected);
        printProblems("warning", opened.report.warnings);
        return {};
    }

    static void printProblems(std::string_view kind, const std::vector<ReadProblem>& problems) {
        for (const ReadProblem& problem : problems) {
            print(fmt::format("{}: record {}, line {}, column {}: {}", kind, problem.record, problem.line,
                              problem.column, problem.message));
        }
    }
};

}  // namespace

void addInspect(CommandSet& set) {
    const auto inspect = std::make_shared<InspectCommand>();
    CLI::App* command =
        addCommand(set, "inspect", "What is in a data file: records, errors by line, statistics",
                   [inspect] { return inspect->run(); });
    addDataOptions(*command, inspect->data);
    command->add_flag("--json", inspect->isJson, "Print one JSON document");
    command->add_flag("--records", inspect->hasRecords, "With --json: also one item a record");
}

}  // namespace loomscope
