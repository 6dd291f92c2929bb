// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/params/safetensors.h"
#include "engine/train/predictor.h"
#include "engine/train/run_data.h"
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "gui/commands/data_options.h"
#include "storage/default_location.h"
#include "storage/run_store.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <memory>

namespace loomscope {

namespace {

void printRecord(const PredictedRecord& record) {
    nlohmann::json line{{"record", record.record}, {"outputs", nlohmann::json::array()}};
    for (const float output : record.outputs) {
        line["outputs"].push_back(std::isfinite(output) ? nlohmann::json(output) : nlohmann::json(nullptr));
    }
    if (!record.problem.empty()) {
        line["problem"] = record.problem;
    }
    print(line.dump());
}

struct PredictCommand {
    std::string run;
    DataOptions data;
    std::string store;
    int threads = 1;
    bool isJson = true;

    Result<void> work() const {
        ConsoleJob job;
        const std::filesystem::path file = store.empty() ? defaultStorePath() : std::filesystem::path(store);
        LOOM_TRY(const RunStore runs, RunStore::open(file, OpenMode::kReadOnly));
        LOOM_TRY(const RunId id, runs.find(run));
        LOOM_TRY(const RunRecord record, runs.run(id));
        LOOM_TRY(const RunConfig config, parseRunConfig(record.config));
        const auto weights = runs.artifact(id, ArtifactKind::kBest);
        if (!weights) {
            return weights.error().code == ErrorCode::kNotFound ? fail(withoutWeights(record.summary))
                                                                : fail(weights.error());
        }
        LOOM_TRY(const TensorFile tensors, decodeTensors(weights->bytes));
        LOOM_TRY(const auto model,
                 restoreModel(config.model, config.modelOptions, record.modelState, record.seed));
        ParameterStore parameters = model->initialParameters();
        LOOM_TRY_VOID(assignParameters(parameters, tensors));

        LOOM_TRY(const DataRequest request, asTrained(config.data).request());
        LOOM_TRY(const OpenedData opened, openData(request, job.control()));
        sayProblems(opened.report);
        LOOM_TRY_VOID(checkKind(config.model, opened.train->info().kind));
        EngineConfig engine = config.engine;
        engine.threads = threads;
        const auto& part = opened.test != nullptr ? opened.test : opened.train;
        return predict(*model, parameters, *part, engine, job.control(), printRecord);
    }

    /// The data as the run read its own, where the command line says nothing else.
    DataOptions asTrained(const DataConfig& trained) const {
        DataOptions options = data;
        if (options.smiles.empty()) {
            options.smiles = trained.smiles;
        }
        if (options.labels.empty()) {
            options.labels = trained.labels;
        }
        return options;
    }

    static Error withoutWeights(const RunSummary& summary) {
        return {
            .code = ErrorCode::kNotFound,
            .message = fmt::format("run {} ({}) has no weights to predict with: none of its epochs ended. "
                                   "Choose another; `loomscope runs list` shows those there are",
                                   summary.key, name(summary.status))};
    }

    Result<void> checkKind(const std::string& model, StructureKind kind) const {
        LOOM_TRY(const ModelInfo* info, findModel(model));
        if (info->reads != kind) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("the model of run {}, {}, reads a {}, and {} holds records of {}; give "
                                    "other data or another run",
                                    run, model, name(info->reads), data.path, name(kind)));
        }
        return {};
    }
};

}  // namespace

void addPredict(CommandSet& set) {
    const auto predict = std::make_shared<PredictCommand>();
    CLI::App* command = addCommand(set, "predict", "Outputs of a stored run's model: one JSON line a record",
                                   [predict] { return predict->work(); });
    command->add_option("RUN", predict->run, "Key, beginning of a key, or name of a run")->required();
    addDataOptions(*command, predict->data);
    predict->data.labels.clear();
    command->add_option("--store", predict->store, "File of runs; by default the user's own");
    command->add_option("--threads", predict->threads, "Threads");
    command->add_flag("--json", predict->isJson, "Lines are JSON in any case");
}

}  // namespace loomscope
