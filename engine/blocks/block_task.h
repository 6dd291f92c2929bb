// SPDX-License-Identifier: Apache-2.0
// The work of a block that runs others, as a coroutine: it waits for them on a list, not on the stack.
#pragma once

#include "engine/base/result.h"
#include "engine/blocks/block_value.h"

#include <coroutine>
#include <exception>
#include <optional>
#include <utility>

namespace loomscope {

struct BlockPlace;

/// Written as `co_await run.call(place, value)` and `co_return value` or `co_return fail(…)`. Started and
/// destroyed by BlockRun.
class BlockTask {
public:
    // The names of members are the language's.
    // NOLINTBEGIN(readability-identifier-naming)
    struct promise_type {
        const BlockPlace* place = nullptr;
        std::int32_t part = -1;  ///< tree node that it reads
        std::optional<Result<BlockValue>> result;

        BlockTask get_return_object() {
            return BlockTask(std::coroutine_handle<promise_type>::from_promise(*this));
        }
        std::suspend_always initial_suspend() noexcept { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        void return_value(Result<BlockValue> value) { result = std::move(value); }
        void return_value(BlockValue value) { result.emplace(std::move(value)); }
        void return_value(tl::unexpected<Error> error) { result.emplace(std::move(error)); }
        void unhandled_exception() { throw; }
    };
    // NOLINTEND(readability-identifier-naming)
    using Handle = std::coroutine_handle<promise_type>;

    explicit BlockTask(Handle handle) : handle_(handle) {}
    [[nodiscard]] Handle handle() const { return handle_; }

private:
    Handle handle_;
};

}  // namespace loomscope
