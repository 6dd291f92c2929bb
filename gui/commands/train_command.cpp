// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/trainer.h"
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "gui/commands/train_options.h"
#include "storage/default_location.h"
#include "storage/resumed_run.h"
#include "storage/run_store.h"
#include "storage/run_writer.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>
#include <optional>

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
        const std::filesystem::path file = store.empty() ? defaultStorePath() : std::filesystem::path(store);
        std::optional<ResumedRun> resumed;
        RunConfig config;
        if (options.resume.empty()) {
            LOOM_TRY(config, options.config());
        } else {
            LOOM_TRY(resumed, find(file));
            config = resumed->config;
        }
        ConsoleJob job;
        TrainControl control;
        job.onInterrupt([&control] { control.requestStop(); });
        WriterOptions writing{.onError = [&control](const Error& error) {
            sayError(error);
            control.requestStop();
        }};
        if (resumed) {
            writing.resumed = resumed->id;
        }
        LOOM_TRY(const auto writer, RunWriter::open(file, writing));
        const RunObserver observer = [keep = writer->observer()](const RunEvent& event) {
            keep(event);
            report(event);
        };
        LOOM_TRY(const RunResult result,
                 resumed ? resumeTraining(config, resumed->state, control, observer, job.control())
                         : train(config, control, observer, job.control()));
        LOOM_TRY(const RunId id, writer->runId());
        LOOM_TRY_VOID(writer->finish());
        return printResult(result, file, id);
    }

    Result<ResumedRun> find(const std::filesystem::path& file) const {
        LOOM_TRY(const RunStore runs, RunStore::open(file, OpenMode::kReadWrite));
        LOOM_TRY(const RunId id, runs.find(options.resume));
        LOOM_TRY(ResumedRun resumed, readResumedRun(runs, id));
        LOOM_TRY(resumed.config, options.resumedConfig(resumed.config));
        return resumed;
    }

    static void report(const RunEvent& event) {
        if (const auto* started = std::get_if<RunStarted>(&event); started && started->resumedAt) {
            say(fmt::format("going on after step {}", *started->resumedAt));
        } else if (const auto* epoch = std::get_if<EpochDone>(&event)) {
            sayEpoch(*epoch);
        } else if (const auto* notice = std::get_if<RunNotice>(&event)) {
            say(fmt::format("{}: {}", notice->kind, notice->text));
        }
    }

    Result<void> printResult(const RunResult& result, const std::filesystem::path& file, RunId id) const {
        LOOM_TRY(const RunStore runs, RunStore::open(file, OpenMode::kReadOnly));
        LOOM_TRY(const RunSummary summary, runs.summary(id));
        print(isJson ? resultJson(result, summary.key).dump(2) : resultText(result, summary));
        if (result.status == RunStatus::kFailed) {
            return fail(ErrorCode::kInternal, fmt::format("the run failed: {}", summary.message));
        }
        if (result.status == RunStatus::kStopped) {
            return fail(ErrorCode::kCancelled,
                        fmt::format("stopped after {} steps; go on with: loomscope train --resume {}",
                                    summary.steps, summary.key));
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
