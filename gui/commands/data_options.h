// SPDX-License-Identifier: GPL-3.0-or-later
// The options that several commands share.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/graph/graph.h"
#include "engine/models/model.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace loomscope {

/// Data arguments of interfaces.md.
struct DataOptions {
    std::string path;
    std::string format;
    std::string smiles;
    std::vector<std::string> targets;
    std::string task;
    std::string delimiter;
    std::string companion;
    std::string labels = "sst";
    bool guessBonds = false;

    /// Errors: kInvalid for a task or delimiter that does not exist.
    [[nodiscard]] Result<DataRequest> request() const;
};
/// Adds all but the path. `formatFlag` is another name where --format is that of the output.
void addFormatOptions(CLI::App& command, DataOptions& options, const std::string& formatFlag = "--format");
/// Adds PATH and the format options.
void addDataOptions(CLI::App& command, DataOptions& options, const std::string& formatFlag = "--format");

/// Which model, with which options.
struct ModelChoice {
    std::string name;                   ///< empty: the first that reads the data
    std::vector<std::string> settings;  ///< key=value
    std::string granularity = "cell";
    std::uint64_t seed = 1;

    /// Errors: those of makeModel; kInvalid for a setting that is not key=number.
    [[nodiscard]] Result<std::unique_ptr<Model>> make(const Dataset& data) const;
    /// `graph` as the granularity asks. Errors: kInvalid for an unknown granularity.
    [[nodiscard]] Result<Graph> atGranularity(Graph graph) const;
};
void addModelOptions(CLI::App& command, ModelChoice& choice);

/// Reads "key=value" with a number.
[[nodiscard]] Result<std::pair<std::string, double>> parseSetting(std::string_view text);

}  // namespace loomscope
