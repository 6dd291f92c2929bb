// SPDX-License-Identifier: Apache-2.0
#include "engine/base/thread_pool.h"

#include <omp.h>

namespace loomscope {

namespace {

/// Launches of one step follow each other within microseconds: a short spin saves the wake-ups between them.
constexpr int kSpins = 3000;

void pause() {
    __builtin_ia32_pause();
}

}  // namespace

ThreadPool::ThreadPool(int numThreads) {
    // Libraries that bring OpenMP (oneDNN) must not start threads of their own inside a chunk; the setting is
    // per thread.
    omp_set_num_threads(1);
    for (int i = 1; i < numThreads; ++i) {
        workers_.emplace_back([this] {
            omp_set_num_threads(1);
            serve();
        });
    }
}

ThreadPool::~ThreadPool() {
    isStopping_ = true;
    numJobs_.fetch_add(1);
    numJobs_.notify_all();
}

void ThreadPool::run(std::int64_t numChunks, Job job) {
    job_ = job;
    numChunks_ = numChunks;
    numDone_.store(0, std::memory_order_relaxed);
    numLeft_.store(numChunks, std::memory_order_release);
    numJobs_.fetch_add(1, std::memory_order_release);
    numJobs_.notify_all();
    while (takeChunk()) {
    }
    for (int i = 0; i < kSpins && numDone_.load(std::memory_order_acquire) != numChunks; ++i) {
        pause();
    }
    for (std::int64_t done = numDone_.load(std::memory_order_acquire); done != numChunks;
         done = numDone_.load(std::memory_order_acquire)) {
        numDone_.wait(done, std::memory_order_acquire);
    }
}

/// A thread that comes late finds nothing left, or takes its part of the next job: what it reads was written
/// before the count that gave it a chunk, and stays until that chunk is done.
bool ThreadPool::takeChunk() {
    const std::int64_t left = numLeft_.fetch_sub(1, std::memory_order_acq_rel);
    if (left <= 0) {
        return false;
    }
    const std::int64_t numChunks = numChunks_;
    job_.call(job_.work, numChunks - left);
    if (numDone_.fetch_add(1, std::memory_order_acq_rel) + 1 == numChunks) {
        numDone_.notify_one();
    }
    return true;
}

void ThreadPool::serve() {
    while (!isStopping_) {
        const std::uint32_t seen = numJobs_.load(std::memory_order_acquire);
        for (int i = 0; i < kSpins && numLeft_.load(std::memory_order_relaxed) <= 0; ++i) {
            pause();
        }
        if (numLeft_.load(std::memory_order_relaxed) > 0) {
            while (takeChunk()) {
            }
        } else if (!isStopping_) {
            numJobs_.wait(seen, std::memory_order_acquire);
        }
    }
}

}  // namespace loomscope
