// SPDX-License-Identifier: Apache-2.0
#include "engine/base/thread_pool.h"

#include <omp.h>

namespace loomscope {

ThreadPool::ThreadPool(int numThreads) {
    // Libraries that bring OpenMP (oneDNN) must not start threads of their own inside a chunk; the setting is
    // per thread.
    omp_set_num_threads(1);
    for (int i = 1; i < numThreads; ++i) {
        workers_.emplace_back([this](const std::stop_token& stop) {
            omp_set_num_threads(1);
            work(stop);
        });
    }
}

ThreadPool::~ThreadPool() {
    for (auto& worker : workers_) {
        worker.request_stop();
    }
    wake_.notify_all();
}

void ThreadPool::parallelFor(std::int64_t numChunks, const std::function<void(std::int64_t)>& chunk) {
    if (workers_.empty() || numChunks < 2) {
        for (std::int64_t i = 0; i < numChunks; ++i) {
            chunk(i);
        }
        return;
    }
    {
        const std::lock_guard lock(mutex_);
        chunk_ = &chunk;
        numChunks_ = numChunks;
        next_ = 0;
        active_ = static_cast<int>(workers_.size());
        generation_.fetch_add(1, std::memory_order_release);
    }
    wake_.notify_all();
    takeChunks();
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return active_ == 0; });
}

void ThreadPool::takeChunks() {
    for (std::int64_t i = next_.fetch_add(1); i < numChunks_; i = next_.fetch_add(1)) {
        (*chunk_)(i);
    }
}

void ThreadPool::work(const std::stop_token& stop) {
    // A short spin saves a wake-up between the launches of one step, which follow each other within
    // microseconds.
    constexpr int kSpins = 4000;
    std::uint64_t seen = 0;
    while (!stop.stop_requested()) {
        for (int i = 0; i < kSpins && generation_.load(std::memory_order_acquire) == seen; ++i) {
            __builtin_ia32_pause();
        }
        std::unique_lock lock(mutex_);
        if (!wake_.wait(lock, stop, [this, seen] { return generation_.load() != seen; })) {
            return;
        }
        seen = generation_.load();
        lock.unlock();
        takeChunks();
        lock.lock();
        if (--active_ == 0) {
            done_.notify_one();
        }
    }
}

}  // namespace loomscope
