// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/train/minibatch.h"

#include <array>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <span>
#include <thread>
#include <vector>

namespace loomscope {

/// Builds the next minibatch while the latest one runs: on a thread of its own, or, where there is only one
/// thread to have, when it is asked for. The minibatches are the same either way.
/// Threads: start() and take() on one thread; nobody else may use the builder between a start() and its
/// take().
class MinibatchQueue {
public:
    /// `builder` and `dataset` must outlive the queue.
    MinibatchQueue(MinibatchBuilder& builder, const Dataset& dataset, BuildMode mode, bool isAhead);
    /// Waits for a minibatch that is being built.
    ~MinibatchQueue();
    MinibatchQueue(const MinibatchQueue&) = delete;
    MinibatchQueue& operator=(const MinibatchQueue&) = delete;

    /// Starts on the minibatch of some examples. The one before must have been taken.
    void start(std::span<const std::int64_t> indices);
    /// Waits for the minibatch that was started; it lives until the start() after the next. Its seconds are
    /// those that were waited for. Rethrows what building threw.
    Minibatch& take();

private:
    enum class State : std::uint8_t { kIdle, kStarted, kDone, kEnding };

    void buildNext();
    void work();

    MinibatchBuilder* builder_;
    const Dataset* dataset_;
    BuildMode mode_;
    std::array<Minibatch, 2> minibatches_;
    std::size_t next_ = 0;  // which of the two is built
    std::vector<std::int64_t> indices_;
    std::exception_ptr failure_;
    State state_ = State::kIdle;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::thread thread_;  // not joinable if nothing is built ahead
};

}  // namespace loomscope
