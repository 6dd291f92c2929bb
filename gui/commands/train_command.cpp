// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/trainer.h"
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "gui/commands/train_options.h"
#include "storage/default_location.h"
#include "storage/run_store.h"
#include "storage/run_writer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace loomscope {

namespace {

nlohmann::json finite(double value) {
    return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr);
}

nlohmann::json metricsJson(const std::map<std::string, double>& metrics) {
    nlohmann::json object = nlohmann::json::object();
    for (const auto& [name, value] : metrics) {
        object[name] = finite(value);
    }
    return object;
}

nlohmann::json resultJson(const RunResult& result, const std::string& run) {
    nlohmann::json document{{"run", run},
                            {"status", name(result.status)},
                            {"parameters", result.numParameters},
                            {"epochs", nlohmann::json::array()},
                            {"test", metricsJson(result.test)},
                            {"best_epoch", result.bestEpoch},
                            {"seconds", result.seconds}};
    if (result.check) {
        document["check"] = {{"steps", result.check->steps},
                             {"values", result.check->values},
                             {"gradients", result.check->gradients},
                             {"largest_difference", result.check->largest}};
    }
    for (const EpochDone& epoch : result.epochs) {
        const auto chosen = epoch.devMetrics.find(epoch.chosenMetric);
        document["epochs"].push_back(
            {{"epoch", epoch.epoch},
             {"train_loss", finite(epoch.trainLoss)},
             {"dev_loss", finite(epoch.devLoss)},
             {"dev_metric",
              chosen == epoch.devMetrics.end() ? nlohmann::json(nullptr) : finite(chosen->second)},
             {"dev_metrics", metricsJson(epoch.devMetrics)},
             {"examples_per_s", epoch.examplesPerSecond}});
    }
    return document;
}

void sayEpoch(const EpochDone& epoch) {
    const auto chosen = epoch.devMetrics.find(epoch.chosenMetric);
    const std::string metric =
        chosen == epoch.devMetrics.end() ? "" : fmt::format(", dev {} {:.4f}", chosen->first, chosen->second);
    say(fmt::format("epoch {}: train loss {:.4f}, dev loss {:.4f}{}, {:.0f} examples/s{}", epoch.epoch,
                    epoch.trainLoss, epoch.devLoss, metric, epoch.examplesPerSecond,
                    epoch.isBest ? ", best so far" : ""));
}

struct TrainCommand {
    TrainOptions options;
    std::string store;
    bool isJson = false;

    Result<void> run() const {
        LOOM_TRY(const RunConfig config, options.config());
        ConsoleJob job;
        TrainControl control;
        job.onInterrupt([&control] { control.requestStop(); });
        const std::filesystem::path file = store.empty() ? defaultStorePath() : std::filesystem::path(store);
        LOOM_TRY(const auto writer, RunWriter::open(file, {.onError = [&control](const Error& error) {
                                                        sayError(error);
                                                        control.requestStop();
                                                    }}));
        const RunObserver keep = writer->observer();
        const RunObserver observer = [&keep](const RunEvent& event) {
            keep(event);
            if (const auto* epoch = std::get_if<EpochDone>(&event)) {
                sayEpoch(*epoch);
            } else if (const auto* notice = std::get_if<RunNotice>(&event)) {
                say(fmt::format("{}: {}", notice->kind, notice->text));
            }
        };
        LOOM_TRY(const RunResult result, train(config, control, observer, job.control()));
        LOOM_TRY(const RunId id, writer->runId());
        LOOM_TRY_VOID(writer->finish());
        LOOM_TRY(const RunStore runs, RunStore::open(file, OpenMode::kReadOnly));
        LOOM_TRY(const RunSummary summary, runs.summary(id));
        print(isJson ? resultJson(result, summary.key).dump(2) : resultText(result, summary));
        if (result.status == RunStatus::kFailed) {
            return fail(ErrorCode::kInternal, fmt::format("the run failed: {}", summary.message));
        }
        if (result.status == RunStatus::kStopped) {
            return fail(ErrorCode::kCancelled,
                        fmt::format("stopped after {} steps; run {} keeps what was done", summary.steps,
                                    summary.key));
        }
        return {};
    }

    static std::string resultText(const RunResult& result, const RunSummary& summary) {
        std::string text =
            fmt::format("run {} ({}) {}: {} parameters, best epoch {}, {:.1f} s\n", summary.key, summary.name,
                        name(result.status), result.numParameters, result.bestEpoch, result.seconds);
        for (const auto& [metric, value] : result.test) {
            text += fmt::format("test {}: {:.4f}\n", metric, value);
        }
        return text;
    }
};

}  // namespace

void addTrain(CommandSet& set) {
    const auto train = std::make_shared<TrainCommand>();
    CLI::App* command =
        addCommand(set, "train", "Train a model and keep the run", [train] { return train->run(); });
    addTrainOptions(*command, train->options);
    command->add_option("--store", train->store, "File of runs; by default the user's own");
    command->add_flag("--json", train->isJson, "Print one JSON document");
}

}  // namespace loomscope
