// SPDX-License-Identifier: GPL-3.0-or-later
// What people say about a run: its name, tags, notes, star, whether it is put away or deleted.
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "storage/default_location.h"
#include "storage/run_store.h"

#include <fmt/format.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace loomscope {

namespace {

/// A change to one run, as the command line asks for it.
struct RunChange {
    std::string store;
    std::string run;
    std::string text;               ///< new name, or notes
    std::vector<std::string> tags;  ///< to add or remove
    bool isUndone = false;          ///< takes the mark or the tags away again

    [[nodiscard]] Mark mark() const { return isUndone ? Mark::kOff : Mark::kOn; }

    /// Finds the run, makes the change, and says what was done.
    Result<void> apply(const std::string& done,
                       const std::function<Result<void>(RunStore&, RunId)>& change) const {
        const std::filesystem::path file = store.empty() ? defaultStorePath() : std::filesystem::path(store);
        if (!std::filesystem::exists(file)) {  // opening it for writing would make it
            return fail(
                ErrorCode::kNotFound,
                fmt::format("there is no file of runs at {}; check --store, or train first", file.string()));
        }
        LOOM_TRY(RunStore runs, RunStore::open(file, OpenMode::kReadWrite));
        LOOM_TRY(const RunId id, runs.find(run));
        LOOM_TRY(const RunSummary summary, runs.summary(id));
        LOOM_TRY_VOID(change(runs, id));
        say(fmt::format("run {} ({}) {}", summary.key, summary.name, done));
        return {};
    }

    Result<void> tag() const {
        return apply(isUndone ? "untagged" : "tagged", [this](RunStore& runs, RunId id) -> Result<void> {
            for (const std::string& tag : tags) {
                LOOM_TRY_VOID(isUndone ? runs.removeTag(id, tag) : runs.addTag(id, tag));
            }
            return {};
        });
    }
    Result<void> note() const {
        return apply(text.empty() ? "has no notes now" : "noted",
                     [this](RunStore& runs, RunId id) { return runs.setNotes(id, text); });
    }
    Result<void> star() const {
        return apply(isUndone ? "has no star now" : "starred",
                     [this](RunStore& runs, RunId id) { return runs.setStar(id, mark()); });
    }
    Result<void> archive() const {
        return apply(isUndone ? "taken out of the archive" : "archived",
                     [this](RunStore& runs, RunId id) { return runs.setArchived(id, mark()); });
    }
    Result<void> rename() const {
        return apply("renamed to " + text,
                     [this](RunStore& runs, RunId id) { return runs.rename(id, text); });
    }
    Result<void> remove() const {
        return apply("deleted", [](RunStore& runs, RunId id) { return runs.remove(id); });
    }
};

}  // namespace

void addRunsChanges(CommandSet& set, CLI::App& runs) {
    const auto change = std::make_shared<RunChange>();
    const auto add = [&](const char* name, const char* help, Result<void> (RunChange::*work)() const) {
        CLI::App* command = runs.add_subcommand(name, help);
        command->final_callback(
            [&set, change, work] { set.chosen = [change, work] { return ((*change).*work)(); }; });
        command->add_option("RUN", change->run, "Key, beginning of a key, or name")->required();
        command->add_option("--store", change->store, "File of runs; by default the user's own");
        return command;
    };
    CLI::App* tag = add("tag", "Add tags to a run", &RunChange::tag);
    tag->add_option("TAG", change->tags, "Tags")->required();
    tag->add_flag("--remove", change->isUndone, "Take the tags away");
    add("note", "Write a run's notes", &RunChange::note)
        ->add_option("TEXT", change->text, "Replaces the notes there are; \"\" takes them away")
        ->required();
    add("star", "Mark a run with a star", &RunChange::star)
        ->add_flag("--remove", change->isUndone, "Take the star away");
    add("archive", "Put a run away", &RunChange::archive)
        ->add_flag("--undo", change->isUndone, "Take it out of the archive");
    add("rename", "Give a run another name", &RunChange::rename)
        ->add_option("NAME", change->text, "New name")
        ->required();
    add("delete", "Delete a run and all that belongs to it, for good", &RunChange::remove);
}

}  // namespace loomscope
