// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/commands.h"

#include "gui/commands/command_set.h"
#include "gui/commands/console.h"

#include <algorithm>
#include <exception>
#include <string>

namespace loomscope {

namespace {

void addAll(CommandSet& set) {
    addInspect(set);
    addGraph(set);
    addSchedule(set);
    addTrain(set);
    addPredict(set);
    addRuns(set);
    addReplay(set);
    addBench(set);
    addDevices(set);
    addFirstRun(set);
    addShots(set);
}

/// An option that is given twice means its last value, so that a line can be repeated with a change at its
/// end. Paths are not options, and lists take all that they are given.
void letLastOptionCount(CLI::App& app) {
    for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        letLastOptionCount(*command);
    }
    for (CLI::Option* option : app.get_options([](const CLI::Option*) { return true; })) {
        if (!option->get_positional() && option->get_items_expected_max() == 1) {
            option->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
        }
    }
}

/// True if the arguments are for the command line and not paths for the window.
bool namesCommand(const CLI::App& app, int argc, char** argv) {
    if (argc < 2) {
        return false;
    }
    const std::string first = argv[1];
    const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
    return first.starts_with('-') ||
           std::any_of(commands.begin(), commands.end(),
                       [&first](const CLI::App* command) { return command->get_name() == first; });
}

/// What the user can mend is bad input; the rest is failed work.
int exitStatus(ErrorCode code) {
    switch (code) {
        case ErrorCode::kCancelled:
        case ErrorCode::kResource:
        case ErrorCode::kInternal:
            return 1;
        default:
            return 2;
    }
}

}  // namespace

CLI::App* addCommand(CommandSet& set, const std::string& name, const std::string& help,
                     std::function<Result<void>()> work) {
    CLI::App* command = set.app.add_subcommand(name, help);
    command->final_callback([&set, work = std::move(work)] { set.chosen = work; });
    return command;
}

std::optional<int> runCommand(int argc, char** argv) {
    CommandSet set;
    set.app.set_version_flag("--version", std::string("loomscope ") + LOOMSCOPE_VERSION);
    set.app.require_subcommand(0, 1);
    set.app.footer("loomscope PATH… opens the window with these files.");
    addAll(set);
    letLastOptionCount(set.app);
    if (!namesCommand(set.app, argc, argv)) {
        return std::nullopt;
    }
    try {
        set.app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return set.app.exit(error) == 0 ? 0 : 2;
    }
    if (!set.chosen) {
        return std::nullopt;
    }
    try {
        const auto done = set.chosen();
        if (done) {
            return 0;
        }
        sayError(done.error());
        return exitStatus(done.error().code);
    } catch (const std::exception& error) {
        sayError({.code = ErrorCode::kInternal,
                  .message = std::string("a mistake of ours, please report it: ") + error.what()});
        return 1;
    }
}

}  // namespace loomscope
