// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/train_options.h"

#include "engine/data/readers/file_content.h"
#include "engine/train/default_config.h"

#include <fmt/format.h>

namespace loomscope {

namespace {

Result<RunConfig> readConfig(const std::string& path) {
    const auto text = readFileContent(path, {});
    if (!text) {
        return text.error().code == ErrorCode::kNotFound
                   ? fail(ErrorCode::kNotFound,
                          fmt::format("config file {} does not exist; check its name", path))
                   : fail(Error(text.error()).withContext("reading the config file"));
    }
    auto config = parseRunConfig(*text);
    if (!config) {
        return fail(std::move(config).error().withContext("reading " + path));
    }
    return config;
}

template <class Source, class Target>
void setIfGiven(const Source& source, Target& target) {
    if constexpr (requires { source.has_value(); }) {
        if (source.has_value()) {
            target = *source;
        }
    } else if (!source.empty()) {
        target = source;
    }
}

/// The first model that reads the data, for those who name none.
Result<std::string> modelFor(const DataOptions& data) {
    LOOM_TRY(const DataRequest request, data.request());
    LOOM_TRY(const StructureKind kind, structureOf(request));
    return std::string(defaultModel(kind).name);
}

}  // namespace

Result<RunConfig> TrainOptions::config() const {
    if (configFile.empty() && data.path.empty()) {
        return fail(ErrorCode::kInvalid, "there is nothing to train on; give --data PATH or a config file");
    }
    RunConfig config;
    if (!configFile.empty()) {
        LOOM_TRY(config, readConfig(configFile));
    } else {
        std::string chosen = model;
        if (chosen.empty()) {
            LOOM_TRY(chosen, modelFor(data));
        }
        LOOM_TRY_VOID(findModel(chosen));
        config = defaultConfig(chosen);
        config.model = chosen;
    }
    setIfGiven(model, config.model);
    setIfGiven(name, config.name);
    setIfGiven(data.path, config.data.train);
    setIfGiven(dev, config.data.dev);
    setIfGiven(test, config.data.test);
    setIfGiven(data.format, config.data.format);
    setIfGiven(data.smiles, config.data.smiles);
    setIfGiven(data.targets, config.data.targets);
    setIfGiven(data.task, config.data.task);
    setIfGiven(data.companion, config.data.companion);
    setIfGiven(data.labels, config.data.labels);
    if (data.guessBonds) {
        config.data.bonds = "distance";
    }
    setIfGiven(splitColumn, config.data.splitColumn);
    if (!splitColumn.empty()) {
        config.data.split = "column";
    }
    setIfGiven(split, config.data.split);
    setIfGiven(vectors, config.data.vectors);
    setIfGiven(epochs, config.train.epochs);
    setIfGiven(batch, config.train.batch);
    setIfGiven(seed, config.train.seed);
    setIfGiven(threads, config.engine.threads);
    setIfGiven(device, config.engine.device);
    setIfGiven(policy, config.engine.policy);
    setIfGiven(granularity, config.engine.granularity);
    if (!check.empty()) {
        LOOM_TRY_VOID(setKey(config, "engine.check=" + check));
    }
    for (const std::string& setting : settings) {
        LOOM_TRY_VOID(setKey(config, setting));
    }
    LOOM_TRY_VOID(validate(config));
    return config;
}

Result<RunConfig> TrainOptions::resumedConfig(RunConfig stored) const {
    const bool isChanged = !configFile.empty() || !data.path.empty() || !dev.empty() || !test.empty() ||
                           !model.empty() || !name.empty() || !device.empty() || !policy.empty() ||
                           !granularity.empty() || batch || seed || !settings.empty();
    if (isChanged) {
        return fail(ErrorCode::kInvalid,
                    "--resume goes on with the run's own configuration; beside it only --epochs, --threads, "
                    "--check, --store and --json are allowed");
    }
    setIfGiven(epochs, stored.train.epochs);
    setIfGiven(threads, stored.engine.threads);
    if (!check.empty()) {
        LOOM_TRY_VOID(setKey(stored, "engine.check=" + check));
    }
    LOOM_TRY_VOID(validate(stored));
    return stored;
}

void addTrainOptions(CLI::App& command, TrainOptions& options) {
    command.add_option("CONFIG", options.configFile, "A run's configuration as JSON");
    command.add_option("--data", options.data.path,
                       "File, folder with train/dev/test, or synthetic:NAME?key=value");
    addFormatOptions(command, options.data);
    options.data.labels.clear();
    command.add_option("--dev", options.dev, "Data to choose the best epoch by");
    command.add_option("--test", options.test, "Data to test the best epoch on");
    command.add_option("--vectors", options.vectors,
                       "Word vectors to begin with, as GloVe or word2vec write them as text");
    command.add_option("--split", options.split,
                       "How parts without a file are split off: random, stratified, scaffold, column");
    command.add_option("--split-column", options.splitColumn,
                       "Column of a table, or property, whose equal values stay in one part, or name it");
    command.add_option("--model", options.model, "Model; by default the first that reads the data");
    command.add_option("--name", options.name, "Name of the run, for people");
    command.add_option(
        "--resume", options.resume,
        "Go on with a stored run: a stopped or interrupted one, or with more --epochs a finished one");
    command.add_option("--epochs", options.epochs, "Passes over the training data");
    command.add_option("--batch", options.batch, "Examples a minibatch");
    command.add_option("--seed", options.seed, "Seed of everything random");
    command.add_option("--threads", options.threads, "Threads; results do not depend on them");
    command.add_option("--device", options.device, "cpu or cuda");
    command.add_option("--policy", options.policy, "Batching policy");
    command.add_option("--granularity", options.granularity, "cell or op");
    command.add_flag("--check{0.001}", options.check,
                     "Run each step unbatched, too, and compare; --check=TOLERANCE for another tolerance");
    command
        .add_option("--set", options.settings,
                    "Any key of the configuration, key=value; bare keys are the model's options")
        ->expected(1, -1);
}

}  // namespace loomscope
