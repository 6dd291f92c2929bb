// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/policy_choice.h"

#include "engine/data/readers/file_content.h"
#include "engine/schedule/fsm/fsm_machine.h"
#include "engine/schedule/fsm/learn_fsm.h"
#include "gui/commands/console.h"
#include "viz/core/machine_picture.h"
#include "viz/export/graph_text_formats.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace loomscope {

namespace {

Result<FsmTable> loadTable(const std::string& path, const JobControl& control) {
    LOOM_TRY(const std::string text, readFileContent(path, control));
    Result<FsmTable> table = parseFsmTable(text);
    if (!table && table.error().position) {
        table.error().position->file = path;
    }
    return table;
}

}  // namespace

std::vector<std::string> PolicyChoice::names() const {
    if (policy != "all") {
        return {policy};
    }
    return {policyNames().begin(), policyNames().end()};
}

Result<PolicyOptions> PolicyChoice::options(const Graph& graph, const JobControl& control) const {
    PolicyOptions options{.beam = beam, .timeLimit = timeLimit};
    options.training.episodes = episodes;
    options.training.seed = seed;
    LOOM_TRY(options.training.encoding, parseFsmEncoding(encoding));
    bool needsMachine = !machine.empty() || !saveMachine.empty();
    for (const std::string& each : names()) {
        LOOM_TRY_VOID(makePolicy(each, options));
        needsMachine = needsMachine || each == "fsm";
    }
    if (needsMachine) {
        LOOM_TRY_VOID(addMachine(graph, control, options));
    }
    return options;
}

Result<void> PolicyChoice::addMachine(const Graph& graph, const JobControl& control,
                                      PolicyOptions& options) const {
    Result<FsmTable> table =
        machine.empty() ? learnFsm(graph, options.training, control) : loadTable(machine, control);
    if (!table) {
        return fail(std::move(table).error());
    }
    if (!saveMachine.empty()) {
        LOOM_TRY_VOID(
            writeOutput(saveMachine, saveMachine.ends_with(".dot")
                                         ? graphDot(machinePicture(*table), LayoutDirection::kLeftToRight)
                                         : toText(*table)));
    }
    options.machine = std::make_shared<const FsmMachine>(std::move(*table));
    return options.machine->check(graph);
}

void addPolicyOptions(CLI::App& command, PolicyChoice& choice) {
    command.add_option("--policy", choice.policy, "A policy, or all");
    command.add_option("--beam", choice.beam, "lookahead: states followed at once");
    command.add_option("--time-limit", choice.timeLimit, "optimal: seconds a minibatch");
    command.add_option("--machine", choice.machine, "fsm: file of a machine, instead of learning one");
    command.add_option("--save-machine", choice.saveMachine,
                       "fsm: file to write the machine to; as a drawing if it ends with .dot");
    command.add_option("--encoding", choice.encoding, "fsm: what a machine sees: set, sorted or largest");
    command.add_option("--episodes", choice.episodes, "fsm: learn for so many at most");
    command.add_option("--machine-seed", choice.seed, "fsm: seed of learning");
}

}  // namespace loomscope
