// SPDX-License-Identifier: Apache-2.0
// One run of a compiled block: reads one value, appends to one graph.
#pragma once

#include "engine/base/result.h"
#include "engine/blocks/block_node.h"
#include "engine/blocks/block_task.h"
#include "engine/blocks/block_value.h"
#include "engine/graph/expr.h"

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace loomscope {

/// A value that passed a metric, in order of evaluation.
struct MetricEntry {
    Expr value;
    BlockValue label;  ///< nothing, unless it came with one
};

/// What a loss block met: a prediction, and its loss if the truth is known.
struct LossEntry {
    Expr output;
    Expr loss;                ///< invalid if there is no truth
    std::int32_t part = -1;   ///< tree node, or −1 for the example
    std::int32_t label = -1;  ///< true class, or −1
    bool isRoot = false;      ///< of the root, or of the example as a whole
};

/// What a run gives beside its value.
struct RunRecords {
    std::map<std::string, std::vector<MetricEntry>> metrics;
    std::vector<LossEntry> losses;
};

/// Runs blocks without recursion: the depth of the data is not that of the stack.
class BlockRun {
public:
    /// Waits for a block's value.
    class Call {
    public:
        Call(BlockRun& run, const BlockPlace& place, BlockValue input);

        // The names of members are the language's.
        // NOLINTBEGIN(readability-identifier-naming)
        [[nodiscard]] bool await_ready() const noexcept { return isDone_; }
        void await_suspend(BlockTask::Handle /*caller*/);
        BlockValue await_resume();
        // NOLINTEND(readability-identifier-naming)

    private:
        BlockRun* run_;
        bool isDone_ = false;
        BlockValue value_;
        BlockTask::Handle handle_;
    };

    /// `stream` keys random numbers; `isTraining` lets layers drop out. `builder` must outlive the run.
    BlockRun(GraphBuilder& builder, bool isTraining, std::int32_t stream, RunRecords& records);

    /// Errors: those of blocks, with the path of the one that failed.
    Result<BlockValue> run(const BlockPlace& root, BlockValue input);
    [[nodiscard]] Call call(const BlockPlace& place, BlockValue input) {
        return {*this, place, std::move(input)};
    }

    [[nodiscard]] GraphBuilder& builder() { return *builder_; }
    [[nodiscard]] bool isTraining() const { return isTraining_; }
    [[nodiscard]] RunRecords& records() { return *records_; }
    /// A key for random numbers, another one each time.
    [[nodiscard]] std::int32_t nextStream();
    /// The tree node that is being read; −1 for none.
    [[nodiscard]] std::int32_t part() const { return part_; }
    /// The tree node of the whole value; −1 for none.
    [[nodiscard]] std::int32_t rootPart() const { return rootPart_; }
    /// The value of a place that does not depend on its input, once it was made; null before.
    [[nodiscard]] BlockValue& kept(const BlockPlace& place) { return kept_[&place]; }

private:
    void setPart(std::int32_t part);
    [[nodiscard]] tl::unexpected<Error> abandon(Error error);

    GraphBuilder* builder_;
    bool isTraining_;
    std::int32_t stream_;
    std::int32_t draws_ = 0;
    std::int32_t part_ = -1;
    std::int32_t rootPart_ = -1;
    RunRecords* records_;
    std::vector<BlockTask::Handle> stack_;
    const BlockPlace* failing_ = nullptr;  ///< leaf that failed
    std::optional<Error> error_;
    std::unordered_map<const BlockPlace*, BlockValue> kept_;
};

/// The place's path from the model's root: "tree/pair/dense".
[[nodiscard]] std::string pathOf(const BlockPlace& place);

}  // namespace loomscope
