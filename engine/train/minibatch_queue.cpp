// SPDX-License-Identifier: Apache-2.0
#include "engine/train/minibatch_queue.h"

#include "engine/base/check.h"
#include "engine/base/clock.h"

#include <algorithm>
#include <utility>

namespace loomscope {

MinibatchQueue::MinibatchQueue(MinibatchBuilder& builder, const Dataset& dataset, BuildMode mode,
                               bool isAhead)
    : builder_(&builder), dataset_(&dataset), mode_(mode) {
    if (isAhead) {
        thread_ = std::thread([this] { work(); });
    }
}

MinibatchQueue::~MinibatchQueue() {
    if (thread_.joinable()) {
        {
            const std::scoped_lock lock(mutex_);
            state_ = State::kEnding;
        }
        changed_.notify_all();
        thread_.join();
    }
}

void MinibatchQueue::start(std::span<const std::int64_t> indices) {
    {
        const std::scoped_lock lock(mutex_);
        LOOM_CHECK(state_ == State::kIdle, "a minibatch was started before the last one was taken");
        indices_.assign(indices.begin(), indices.end());
        state_ = State::kStarted;
    }
    changed_.notify_all();
}

Minibatch& MinibatchQueue::take() {
    Minibatch& minibatch = minibatches_[next_];
    const bool isAhead = thread_.joinable();
    const auto begin = Clock::now();
    if (isAhead) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return state_ == State::kDone; });
    } else {
        buildNext();
    }
    state_ = State::kIdle;
    next_ = 1 - next_;
    if (failure_ != nullptr) {
        std::rethrow_exception(std::exchange(failure_, nullptr));
    }
    if (isAhead) {
        const double waited = secondsSince(begin);
        const double built = minibatch.buildSeconds + minibatch.planSeconds;
        const double share = built > 0 ? std::min(1.0, waited / built) : 0;
        minibatch.buildSeconds *= share;
        minibatch.planSeconds *= share;
    }
    return minibatch;
}

void MinibatchQueue::buildNext() {
    try {
        builder_->build(*dataset_, indices_, mode_, minibatches_[next_]);
    } catch (...) {
        failure_ = std::current_exception();
    }
}

void MinibatchQueue::work() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [this] { return state_ == State::kStarted || state_ == State::kEnding; });
        if (state_ == State::kEnding) {
            return;
        }
        lock.unlock();
        buildNext();
        lock.lock();
        if (state_ == State::kStarted) {
            state_ = State::kDone;
            changed_.notify_all();
        }
    }
}

}  // namespace loomscope
