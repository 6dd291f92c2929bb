// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "storage/default_location.h"
#include "storage/export.h"
#include "storage/run_store.h"

#include <fmt/format.h>

#include <memory>
#include <vector>

namespace loomscope {

namespace {

struct RunsCommand {
    std::string store;
    std::string run;
    bool isJson = false;

    Result<RunStore> open() const {
        const std::filesystem::path file = store.empty() ? defaultStorePath() : std::filesystem::path(store);
        return RunStore::open(file, OpenMode::kReadOnly);
    }

    /// The user's own store is made by the first training: until then it has no runs.
    Result<std::vector<RunSummary>> summaries() const {
        const auto runs = open();
        if (!runs) {
            const bool isUnmade = store.empty() && runs.error().code == ErrorCode::kNotFound;
            return isUnmade ? Result<std::vector<RunSummary>>() : fail(runs.error());
        }
        return runs->list();
    }

    Result<void> list() const {
        LOOM_TRY(const auto all, summaries());
        if (isJson) {
            print(runListJson(all));
            return {};
        }
        if (all.empty()) {
            say("there are no runs yet; `loomscope train` makes them");
        }
        print(fmt::format("{:<10}{:<22}{:<13}{:<12}{:>8}  {}", "run", "name", "status", "model", "steps",
                          "started"));
        for (const RunSummary& summary : all) {
            print(fmt::format("{:<10}{:<22}{:<13}{:<12}{:>8}  {}", summary.key, summary.name,
                              name(summary.status), summary.model, summary.steps, summary.started));
        }
        return {};
    }

    Result<void> show() const {
        LOOM_TRY(const RunStore runs, open());
        LOOM_TRY(const RunId id, runs.find(run));
        if (isJson) {
            LOOM_TRY(const std::string document, runJson(runs, id));
            print(document);
            return {};
        }
        LOOM_TRY(const RunRecord record, runs.run(id));
        const RunSummary& summary = record.summary;
        print(fmt::format("{} ({}): {}{}", summary.name, summary.key, name(summary.status),
                          summary.message.empty() ? "" : ", " + summary.message));
        print(fmt::format("{} on {}, {} parameters, {}", summary.model, summary.data, record.numParameters,
                          record.device));
        print(fmt::format("started {}, {} steps, {} epochs, {:.1f} s", summary.started, summary.steps,
                          summary.epochs, summary.seconds));
        for (const auto& [metric, value] : summary.metrics) {
            print(fmt::format("  {}: {:.4f}", metric, value));
        }
        print(record.config);
        return {};
    }
};

}  // namespace

void addRuns(CommandSet& set) {
    const auto runs = std::make_shared<RunsCommand>();
    CLI::App* command = set.app.add_subcommand("runs", "The runs in the store");
    command->require_subcommand(1);
    CLI::App* list = command->add_subcommand("list", "All runs, newest first");
    CLI::App* show = command->add_subcommand("show", "One run");
    list->final_callback([&set, runs] { set.chosen = [runs] { return runs->list(); }; });
    show->final_callback([&set, runs] { set.chosen = [runs] { return runs->show(); }; });
    show->add_option("RUN", runs->run, "Key, beginning of a key, or name")->required();
    for (CLI::App* one : {list, show}) {
        one->add_option("--store", runs->store, "File of runs; by default the user's own");
        one->add_flag("--json", runs->isJson, "Print one JSON document");
    }
    addRunsChanges(set, *command);
}

}  // namespace loomscope
