// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/bench/bench.h"
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"

#include <memory>

namespace loomscope {

namespace {

struct BenchCommand {
    BenchOptions options;
    bool isJson = false;

    Result<void> run() const {
        ConsoleJob job;
        LOOM_TRY(const BenchResult result, runBench(options, job.control()));
        print(isJson ? toJson(result) : toText(result));
        return {};
    }
};

}  // namespace

void addBench(CommandSet& set) {
    const auto bench = std::make_shared<BenchCommand>();
    BenchOptions& options = bench->options;
    CLI::App* command = addCommand(set, "bench", "Measure speed beside this machine's product peak",
                                   [bench] { return bench->run(); });
    command->add_option("NAME", options.name, "treelstm or gemm")->required();
    command->add_option("--hidden", options.hidden, "Width of the state");
    command->add_option("--embed", options.embed, "Width of the word vectors");
    command->add_option("--batch", options.batch, "Examples a minibatch");
    command->add_option("--leaves", options.leaves, "Words of the random trees, A..B");
    command->add_option("--mode", options.mode, "train or infer");
    command->add_option("--policy", options.policy, "Batching policy");
    command->add_option("--granularity", options.granularity, "cell or op");
    command->add_option("--threads", options.threads, "Threads");
    command->add_option("--device", options.device, "cpu or cuda");
    command->add_option("--repeats", options.repeats, "Measured stretches; the median is reported");
    command->add_flag("--json", bench->isJson, "Print one JSON document");
}

}  // namespace loomscope
