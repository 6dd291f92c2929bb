// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "storage/default_location.h"
#include "storage/replay.h"
#include "storage/run_store.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace loomscope {

namespace {

nlohmann::json valueJson(const ReplayValue& value) {
    if (const auto* number = std::get_if<double>(&value); number != nullptr && !std::isfinite(*number)) {
        return text(value);  // JSON has no NaN, and null would hide which it was
    }
    return std::visit([](const auto& one) { return nlohmann::json(one); }, value);
}

nlohmann::json reportJson(const ReplayReport& report, const RunSummary& run) {
    nlohmann::json document{{"run", run.key},
                            {"identical", report.isIdentical()},
                            {"steps", report.steps},
                            {"first_difference", nullptr},
                            {"circumstances", nlohmann::json::array()}};
    if (report.difference) {
        document["first_difference"] = {{"step", report.difference->step},
                                        {"field", report.difference->field},
                                        {"stored", valueJson(report.difference->stored)},
                                        {"again", valueJson(report.difference->again)}};
    }
    for (const auto& [what, stored, again] : report.circumstances) {
        document["circumstances"].push_back({{"what", what}, {"stored", stored}, {"again", again}});
    }
    return document;
}

std::string reportText(const ReplayReport& report, const RunSummary& run) {
    std::string lines;
    for (const auto& [what, stored, again] : report.circumstances) {
        lines += fmt::format("the {} differs: stored {}, now {}\n", what, stored, again);
    }
    if (report.difference) {
        const auto& [step, field, stored, again] = *report.difference;
        lines += fmt::format("run {} differs at step {}: {} was {}, now {}\n", run.key, step, field,
                             text(stored), text(again));
    } else {
        lines += fmt::format("run {} is identical: {} steps, to the bit\n", run.key, report.steps);
    }
    return lines;
}

struct ReplayCommand {
    std::string run;
    std::string store;
    std::optional<int> threads;
    bool isVerifying = false;
    bool isJson = false;

    Result<void> work() const {
        const std::filesystem::path file = store.empty() ? defaultStorePath() : std::filesystem::path(store);
        LOOM_TRY(const RunStore runs, RunStore::open(file, OpenMode::kReadOnly));
        LOOM_TRY(const RunId id, runs.find(run));
        LOOM_TRY(const RunSummary summary, runs.summary(id));
        return isVerifying ? verify(runs, summary) : view(runs, summary);
    }

    Result<void> verify(const RunStore& runs, const RunSummary& summary) const {
        const ConsoleJob job;
        LOOM_TRY(const ReplayReport report,
                 verifyReplay(runs, summary.id, {.threads = threads, .job = job.control()}));
        print(isJson ? reportJson(report, summary).dump(2) : reportText(report, summary));
        if (!report.isIdentical()) {
            return fail(ErrorCode::kInternal, fmt::format("run {} is not what it was", summary.key));
        }
        return {};
    }

    Result<void> view(const RunStore& runs, const RunSummary& summary) const {
        LOOM_TRY(const auto steps, runs.steps(summary.id));
        if (isJson) {
            nlohmann::json document{{"run", summary.key}, {"steps", nlohmann::json::array()}};
            for (const StepDone& step : steps) {
                document["steps"].push_back({{"step", step.step},
                                             {"epoch", step.epoch},
                                             {"loss", valueJson(step.loss)},
                                             {"gradient_norm", valueJson(step.gradientNorm)},
                                             {"batches", step.batches},
                                             {"nodes", step.nodes},
                                             {"seconds", step.seconds}});
            }
            print(document.dump(2));
            return {};
        }
        print(fmt::format("{:>8}{:>7}{:>14}{:>14}{:>9}{:>9}{:>11}", "step", "epoch", "loss", "gradient",
                          "nodes", "batches", "ms"));
        for (const StepDone& step : steps) {
            print(fmt::format("{:>8}{:>7}{:>14.6g}{:>14.6g}{:>9}{:>9}{:>11.3f}", step.step, step.epoch,
                              step.loss, step.gradientNorm, step.nodes, step.batches, step.seconds * 1e3));
        }
        return {};
    }
};

}  // namespace

void addReplay(CommandSet& set) {
    const auto replay = std::make_shared<ReplayCommand>();
    CLI::App* command = addCommand(set, "replay", "Play back a stored run, or run it again and compare",
                                   [replay] { return replay->work(); });
    command->add_option("RUN", replay->run, "Key, beginning of a key, or name of a run")->required();
    command->add_flag("--verify", replay->isVerifying,
                      "Train again and name the first step and field that differ");
    command->add_option("--threads", replay->threads, "Threads of --verify; results do not depend on them")
        ->check(CLI::PositiveNumber);
    command->add_option("--store", replay->store, "File of runs; by default the user's own");
    command->add_flag("--json", replay->isJson, "Print one JSON document");
}

}  // namespace loomscope
