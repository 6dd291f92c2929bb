// SPDX-License-Identifier: Apache-2.0
// Everything that defines a run. As JSON it is what the user writes, and what the store keeps.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/models/model.h"
#include "engine/optim/rate_schedule.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

struct DataConfig {
    std::string train;  ///< PATH of interfaces.md: file, folder or synthetic:…
    std::string dev;    ///< empty: from the folder, or split off
    std::string test;
    std::string labels = "sst";  ///< none, sst, sst-binary
    std::string format;
    std::string smiles;
    std::vector<std::string> targets;
    std::string task;  ///< "", "regression" or "classification"
    std::string companion;
    std::string vectors;           ///< file of word vectors to begin with; empty: random ones
    std::string bonds = "file";    ///< "file": those it says; "distance": found where it says none
    std::string split = "random";  ///< random, stratified, scaffold, column
    std::string splitColumn;       ///< column or field that `split` "column" goes by
    double devShare = 0.1;         ///< shares split off where no file gives the part
    double testShare = 0.1;
};

struct OptimiserConfig {
    std::string name = "adagrad";  ///< one of optimiserNames()
    double rate = 0.05;
    double embeddingRate = 0.05;  ///< rate of tables that are looked up
    double l2 = 1e-4;
    double clip = 5.0;  ///< largest gradient norm; 0: no clipping
    RateSchedule schedule;
    double average = 0;  ///< decay of the average of weights that is evaluated; 1: their mean; 0: none
};

struct TrainConfig {
    int epochs = 10;
    int batch = 25;
    std::uint64_t seed = 1;
    int stopAfter = 5;   ///< epochs without a better dev metric; 0: never
    std::string metric;  ///< chooses the best epoch; empty: the task's usual one
};

struct EngineConfig {
    std::string device = "cpu";
    int threads = 1;
    std::string policy = "depth";
    std::string granularity = "cell";  ///< cell or op
    double check =
        0;  ///< each training step also runs unbatched, and may be this far from it; 0: it does not
};

struct RunConfig {
    std::string name;  ///< for people; may be empty
    DataConfig data;
    std::string model = "tree-lstm";
    ModelOptions modelOptions;
    OptimiserConfig optimiser;
    TrainConfig train;
    EngineConfig engine;
};

/// JSON of interfaces.md. Errors of parsing: kParse with line and column; unknown keys are kInvalid and name
/// the nearest key.
[[nodiscard]] std::string toJson(const RunConfig& config);
[[nodiscard]] Result<RunConfig> parseRunConfig(std::string_view json);
/// Sets one dotted key ("optimiser.rate=0.1"; a bare key that is an option of the model goes to the model).
[[nodiscard]] Result<void> setKey(RunConfig& config, std::string_view assignment);
/// Checks ranges and names without touching files. The first problem, naming its key.
[[nodiscard]] Result<void> validate(const RunConfig& config);

}  // namespace loomscope
