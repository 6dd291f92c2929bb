// SPDX-License-Identifier: GPL-3.0-or-later
// The options of the schedule command that choose policies and set them up.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/graph/graph.h"
#include "engine/schedule/plan.h"

#include <CLI/CLI.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace loomscope {

/// Which policies, with which parameters.
struct PolicyChoice {
    std::string policy = "all";
    std::int64_t beam = PolicyOptions().beam;
    double timeLimit = PolicyOptions().timeLimit;
    std::string machine;      ///< file to load
    std::string saveMachine;  ///< file to write, the drawing if it ends with .dot
    std::string encoding{name(FsmTraining().encoding)};
    std::int64_t episodes = FsmTraining().episodes;
    std::uint64_t seed = FsmTraining().seed;

    [[nodiscard]] std::vector<std::string> names() const;
    /// The parameters, with a machine if one of the policies needs it: loaded, or learned from `graph` and
    /// stored. Errors: kNotFound for an unknown policy, kInvalid for parameters that it can't use, kIo,
    /// kParse for the machine's file, kInvalid for a machine of another family.
    [[nodiscard]] Result<PolicyOptions> options(const Graph& graph, const JobControl& control) const;

private:
    [[nodiscard]] Result<void> addMachine(const Graph& graph, const JobControl& control,
                                          PolicyOptions& options) const;
};
void addPolicyOptions(CLI::App& command, PolicyChoice& choice);

}  // namespace loomscope
