// SPDX-License-Identifier: GPL-3.0-or-later
// What `./dev run` does where there is no display: the same tour as in the window, with pictures and a
// report.
#include "engine/schedule/plan.h"
#include "engine/train/default_config.h"
#include "engine/train/trainer.h"
#include "gui/app/sample_data.h"
#include "gui/app/shots.h"
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "gui/commands/data_options.h"
#include "gui/commands/headless.h"
#include "gui/commands/schedule_comparison.h"
#include "storage/run_writer.h"
#include "viz/export/export.h"

#include <QDir>
#include <QFile>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace loomscope {

namespace {

constexpr std::int64_t kMinibatch = 25;

struct FirstRun {
    std::string folder = "build/first_run";

    Result<void> run() const {
        ConsoleJob job;
        const auto application = makeHeadlessApplication();
        if (!QDir().mkpath(QString::fromStdString(folder))) {
            return fail(ErrorCode::kIo,
                        fmt::format("folder {} can't be made; choose another with -o", folder));
        }
        nlohmann::json report;
        DataOptions data{.path = sampleTrees().toStdString()};
        LOOM_TRY(const DataRequest request, data.request());
        LOOM_TRY(const OpenedData opened, openData(request, job.control()));
        report["data"] = {{"path", data.path}, {"records", opened.train->size()}};
        LOOM_TRY_VOID(drawGraphs(*opened.train, report));
        LOOM_TRY_VOID(trainBriefly(data.path, report));
        LOOM_TRY_VOID(takeWindowPicture(*application));
        const std::string text = report.dump(2) + "\n";
        LOOM_TRY_VOID(writeOutput(path("report.json"), text));
        for (const char* file : {"window.png", "graph.svg", "schedule.svg", "runs.sqlite", "report.json"}) {
            print(path(file));
        }
        return {};
    }

    std::string path(const char* file) const { return folder + "/" + file; }

    Result<void> drawGraphs(const Dataset& train, nlohmann::json& report) const {
        LOOM_TRY(const auto model, ModelChoice{}.make(train));
        Graph one(model->signatures());
        LOOM_TRY_VOID(model->build(one, *train.at(0), BuildMode::kTrain, 0));
        LOOM_TRY_VOID(exportGraph(one, ExportFormat::kSvg, QString::fromStdString(path("graph.svg"))));
        std::vector<Graph> minibatch;
        Graph& graph = minibatch.emplace_back(model->signatures());
        for (std::int64_t i = 0; i < std::min(kMinibatch, train.size()); ++i) {
            LOOM_TRY_VOID(model->build(graph, *train.at(i), BuildMode::kTrain, static_cast<std::int32_t>(i)));
        }
        LOOM_TRY(const auto policy, makePolicy("depth"));
        LOOM_TRY_VOID(exportSchedule(graph, plan(graph, *policy), ExportFormat::kSvg,
                                     QString::fromStdString(path("schedule.svg"))));
        const std::vector<std::string> names(policyNames().begin(), policyNames().end());
        LOOM_TRY(const auto comparison, comparePolicies(minibatch, names));
        report["schedule"] = {{"nodes", comparison.nodes}, {"lower_bound", comparison.lowerBound}};
        for (const PolicyMeans& figures : comparison.policies) {
            report["schedule"]["batches"][figures.name] = figures.batches;
        }
        return {};
    }

    Result<void> trainBriefly(const std::string& data, nlohmann::json& report) const {
        RunConfig config = defaultConfig("tree-lstm");
        config.name = "first run";
        config.model = "tree-lstm";
        config.modelOptions = {{"hidden", 32}, {"embed", 32}};
        config.data.train = data;
        config.train.epochs = 2;
        LOOM_TRY(const auto writer, RunWriter::open(path("runs.sqlite")));
        TrainControl control;
        LOOM_TRY(const RunResult result, train(config, control, writer->observer()));
        LOOM_TRY_VOID(writer->finish());
        report["training"] = {
            {"status", name(result.status)}, {"seconds", result.seconds}, {"test", result.test}};
        if (!result.epochs.empty()) {
            report["training"]["examples_per_s"] = result.epochs.back().examplesPerSecond;
        }
        return {};
    }

    Result<void> takeWindowPicture(QApplication& application) const {
        const QString shots = QString::fromStdString(folder) + QStringLiteral("/shots");
        QDir().mkpath(shots);
        LOOM_TRY_VOID(takeShots(application, shots));
        const QString target = QString::fromStdString(path("window.png"));
        QFile::remove(target);
        if (!QFile::copy(shots + QStringLiteral("/window.png"), target)) {
            return fail(ErrorCode::kIo, fmt::format("{} can't be written", target.toStdString()));
        }
        return {};
    }
};

}  // namespace

void addFirstRun(CommandSet& set) {
    const auto tour = std::make_shared<FirstRun>();
    CLI::App* command =
        addCommand(set, "first-run", "A tour without a display: pictures, a short training run, a report",
                   [tour] { return tour->run(); });
    command->add_option("-o,--output", tour->folder, "Folder to write to");
}

void addShots(CommandSet& set) {
    const auto folder = std::make_shared<std::string>("build/shots");
    CLI::App* command =
        addCommand(set, "shots", "A picture of every panel, light and dark", [folder]() -> Result<void> {
            const auto application = makeHeadlessApplication();
            const QString path = QString::fromStdString(*folder);
            if (!QDir().mkpath(path)) {
                return fail(ErrorCode::kIo,
                            fmt::format("folder {} can't be made; choose another with -o", *folder));
            }
            LOOM_TRY(const QStringList files, takeShots(*application, path));
            print(files.join(QLatin1Char('\n')).toStdString());
            return {};
        });
    command->add_option("-o,--output", *folder, "Folder to write to");
}

}  // namespace loomscope
