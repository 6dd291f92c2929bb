// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/train/run_config.h"
#include "gui/commands/data_options.h"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <vector>

namespace loomscope {

/// What the train command was told; only what was given changes the config.
struct TrainOptions {
    std::string configFile;
    DataOptions data;  ///< its path is --data
    std::string dev, test, split, splitColumn, vectors, model, name, device, policy, granularity;
    std::optional<int> epochs, batch, threads;
    std::optional<std::uint64_t> seed;
    std::string check;   ///< tolerance
    std::string resume;  ///< a run to go on with; then its configuration counts
    std::vector<std::string> settings;

    /// The config file's content, or the model's defaults, with the options on top.
    /// Errors: kNotFound (config file), kParse, kInvalid.
    [[nodiscard]] Result<RunConfig> config() const;
    /// The configuration of the run that is resumed, with the options that may change on top.
    /// Errors: kInvalid for an option that may not.
    [[nodiscard]] Result<RunConfig> resumedConfig(RunConfig stored) const;
};
void addTrainOptions(CLI::App& command, TrainOptions& options);

}  // namespace loomscope
