// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/block_run.h"

#include "engine/base/rng.h"

#include <fmt/format.h>

#include <utility>

namespace loomscope {

namespace {

constexpr std::size_t kMostFrames = 5'000'000;

}  // namespace

BlockRun::Call::Call(BlockRun& run, const BlockPlace& place, BlockValue input) : run_(&run) {
    const BlockPlace& target = place.block.node().target(place);
    const BlockNode& node = target.block.node();
    const std::int32_t part = input.part() >= 0 ? input.part() : run.part_;
    if (!node.isLeaf()) {
        handle_ = node.evaluate(run, target, std::move(input)).handle();
        handle_.promise().place = &target;
        handle_.promise().part = part;
        return;
    }
    const std::int32_t before = run.part_;
    run.setPart(part);
    Result<BlockValue> result = node.apply(run, target, input);
    run.setPart(before);
    if (result) {
        value_ = *std::move(result);
        isDone_ = true;
    } else {
        run.error_ = std::move(result).error();
        run.failing_ = &target;
    }
}

void BlockRun::Call::await_suspend(BlockTask::Handle /*caller*/) {
    if (handle_) {
        run_->stack_.push_back(handle_);
    }
}

BlockValue BlockRun::Call::await_resume() {
    if (!handle_) {
        return std::move(value_);
    }
    BlockValue value = std::move(**handle_.promise().result);
    handle_.destroy();
    return value;
}

BlockRun::BlockRun(GraphBuilder& builder, bool isTraining, std::int32_t stream, RunRecords& records)
    : builder_(&builder), isTraining_(isTraining), stream_(stream), records_(&records) {}

void BlockRun::setPart(std::int32_t part) {
    part_ = part;
    Origin origin = builder_->graph().origin();
    origin.part = part;
    builder_->graph().setOrigin(origin);
}

std::int32_t BlockRun::nextStream() {
    const auto high = static_cast<std::uint64_t>(static_cast<std::uint32_t>(stream_)) << 32;
    return static_cast<std::int32_t>(mixBits(high | static_cast<std::uint32_t>(draws_++)) >> 33);
}

tl::unexpected<Error> BlockRun::abandon(Error error) {
    const BlockPlace* place = failing_ != nullptr ? failing_ : stack_.back().promise().place;
    const std::size_t depth = stack_.size();
    while (!stack_.empty()) {
        stack_.back().destroy();
        stack_.pop_back();
    }
    std::string where = pathOf(*place);
    if (part_ >= 0) {
        where += fmt::format(", tree node {}", part_);
    }
    where += depth > 100 ? fmt::format(", {} blocks deep", depth) : "";
    return fail(std::move(error).withContext(std::move(where)));
}

Result<BlockValue> BlockRun::run(const BlockPlace& root, BlockValue input) {
    rootPart_ = input.part();
    Call call(*this, root, std::move(input));
    if (call.await_ready()) {
        return call.await_resume();
    }
    call.await_suspend({});
    while (!error_ && !stack_.empty()) {
        const BlockTask::Handle handle = stack_.back();
        setPart(handle.promise().part);
        if (stack_.size() > kMostFrames) {
            error_ =
                Error{.code = ErrorCode::kResource,
                      .message = fmt::format("more than {} blocks wait for each other: does a block that is "
                                             "declared forward call itself on the same value?",
                                             kMostFrames)};
            break;
        }
        handle.resume();
        if (handle.done()) {
            if (!handle.promise().result->has_value()) {
                error_ = handle.promise().result->error();
            } else {
                stack_.pop_back();
            }
        }
    }
    if (error_) {
        return abandon(*std::move(error_));
    }
    return call.await_resume();
}

std::string pathOf(const BlockPlace& place) {
    std::string path;
    for (const BlockPlace* at = &place; at != nullptr; at = at->parent) {
        path.insert(0, path.empty() ? at->step : at->step + "/");
    }
    return path;
}

}  // namespace loomscope
