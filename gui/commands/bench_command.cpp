// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/names.h"
#include "engine/bench/bench_report.h"
#include "engine/bench/figures.h"
#include "gui/app/sample_data.h"
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"
#include "gui/commands/headless.h"

#include <fmt/format.h>

#include <memory>

namespace loomscope {

namespace {

constexpr std::string_view kAll = "all";

struct BenchCommand {
    BenchOptions options;
    std::string only;
    bool isJson = false;

    Result<void> run() {
        ConsoleJob job;
        const bool readsMolecules = options.name == "gcn" || options.name == "dmpnn" || options.name == kAll;
        if (readsMolecules && !options.data) {
            const auto application = makeHeadlessApplication();  // it knows where the program lies
            options.data = sampleMolecules().toStdString();
        }
        if (options.name == kAll) {
            return runAll(job.control());
        }
        LOOM_TRY(const BenchResult result, runBench(options, job.control()));
        print(isJson ? toJson(result) : toText(result));
        return {};
    }

    Result<void> runAll(const JobControl& control) const {
        std::string documents;
        LOOM_TRY(
            const auto results, runFigures(options, only, control, [&](const BenchResult& result) {
                say(fmt::format("{}, {} threads: {:.0f} examples/s, {:.2f} of peak", describe(result.options),
                                result.options.threads, result.examplesPerSecond, result.shareOfPeak()));
                documents += (documents.empty() ? "[" : ",\n") + toJson(result);
            }));
        print(isJson ? documents + "]" : toTables(results));
        return {};
    }
};

}  // namespace

void addBench(CommandSet& set) {
    const auto bench = std::make_shared<BenchCommand>();
    BenchOptions& options = bench->options;
    CLI::App* command = addCommand(set, "bench", "Measure speed beside this machine's product peak",
                                   [bench] { return bench->run(); });
    command
        ->add_option("NAME", options.name,
                     joinNames(benchNames()) + "; or all: the figures of the page on performance, as tables")
        ->required();
    command->add_option("--hidden", options.hidden, "Width of the state");
    command->add_option("--embed", options.embed, "Width of the word vectors");
    command->add_option("--batch", options.batch, "Examples a minibatch");
    command->add_option("--leaves", options.leaves,
                        "A..B: leaves of trees, words of sentences, characters of lattices");
    command->add_flag("--equal-shapes", options.hasEqualShapes,
                      "All trees have one shape; without it each has its own");
    command->add_option("--data", options.data, "Molecules of gcn and dmpnn; by default the sample data");
    command->add_option("--sizes", options.sizes, "Nodes of the graphs of build and schedule, N,N,…")
        ->delimiter(',');
    command->add_option("--mode", options.mode, "train or infer");
    command->add_option("--policy", options.policy, "Batching policy");
    command->add_option("--granularity", options.granularity, "cell or op");
    command->add_option("--threads", options.threads, "Threads; all measures one thread beside them");
    command->add_option("--device", options.device, "cpu or cuda");
    command->add_option("--repeats", options.repeats, "Measured stretches; the median is reported");
    command->add_option("--only", bench->only, "With all: the figures of this benchmark");
    command->add_flag("--json", bench->isJson, "Print one JSON document");
}

}  // namespace loomscope
