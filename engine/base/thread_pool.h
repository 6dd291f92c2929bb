// SPDX-License-Identifier: Apache-2.0
// The engine's only parallelism: fixed chunks of work, handed to a persistent set of threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace loomscope {

/// Runs numbered chunks on a fixed set of threads. What a chunk is must not depend on the number of threads:
/// that is what makes results the same to the bit for one thread and many. Threads: one thread calls
/// parallelFor at a time; no nested calls.
class ThreadPool {
public:
    /// `numThreads` counts the calling thread; 1 starts no thread.
    explicit ThreadPool(int numThreads);
    ~ThreadPool();
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;

    [[nodiscard]] int numThreads() const { return static_cast<int>(workers_.size()) + 1; }

    /// Calls `chunk(i)` once for each i in 0 … numChunks−1 and returns when all are done. Chunks must not
    /// throw.
    void parallelFor(std::int64_t numChunks, const std::function<void(std::int64_t)>& chunk);

private:
    void work(const std::stop_token& stop);
    void takeChunks();

    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::condition_variable done_;
    const std::function<void(std::int64_t)>* chunk_ = nullptr;
    std::int64_t numChunks_ = 0;
    std::atomic<std::int64_t> next_ = 0;
    std::atomic<std::uint64_t> generation_ = 0;
    int active_ = 0;
    std::vector<std::jthread> workers_;
};

}  // namespace loomscope
