// SPDX-License-Identifier: GPL-3.0-or-later
// One function a command: it adds its options to the command line, and what to do if it is chosen.
#pragma once

#include "engine/base/result.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string>

namespace loomscope {

/// The command line while it is being read.
struct CommandSet {
    CLI::App app{"A workbench for dynamic computation graphs. Without a command it opens the window."};
    /// Work of the chosen command.
    std::function<Result<void>()> chosen;
};

/// Adds a command with its work. The options that the caller adds to the returned App must outlive parsing:
/// keep them in a shared_ptr that the work captures.
CLI::App* addCommand(CommandSet& set, const std::string& name, const std::string& help,
                     std::function<Result<void>()> work);

void addInspect(CommandSet& set);
void addGraph(CommandSet& set);
void addSchedule(CommandSet& set);
void addTrain(CommandSet& set);
void addPredict(CommandSet& set);
void addRuns(CommandSet& set);
/// The part of `runs` that changes what people say about a run.
void addRunsChanges(CommandSet& set, CLI::App& runs);
void addReplay(CommandSet& set);
void addBench(CommandSet& set);
void addDevices(CommandSet& set);
void addFirstRun(CommandSet& set);
void addShots(CommandSet& set);

}  // namespace loomscope
