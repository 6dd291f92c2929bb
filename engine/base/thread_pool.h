// SPDX-License-Identifier: Apache-2.0
// The engine's only parallelism: fixed chunks of work, handed to a persistent set of threads.
#pragma once

#include <atomic>
#include <cstdint>
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
    /// throw. Cost: about a microsecond beside the chunks; allocates nothing. A thread that is still asleep
    /// is not waited for: the others take its share.
    template <class Chunk>
    void parallelFor(std::int64_t numChunks, const Chunk& chunk) {
        if (workers_.empty() || numChunks < 2) {
            for (std::int64_t i = 0; i < numChunks; ++i) {
                chunk(i);
            }
            return;
        }
        run(numChunks,
            {.call = [](const void* work, std::int64_t i) { (*static_cast<const Chunk*>(work))(i); },
             .work = &chunk});
    }

private:
    struct Job {
        void (*call)(const void* work, std::int64_t chunk) = nullptr;
        const void* work = nullptr;
    };

    void run(std::int64_t numChunks, Job job);
    bool takeChunk();
    void serve();

    /// Written between jobs only, and read only by who holds a chunk of the present one.
    Job job_;
    std::int64_t numChunks_ = 0;
    alignas(64) std::atomic<std::int64_t> numLeft_ = 0;  ///< chunks not taken yet; below zero: none
    alignas(64) std::atomic<std::int64_t> numDone_ = 0;
    alignas(64) std::atomic<std::uint32_t> numJobs_ = 0;  ///< what sleeping threads wait for
    std::atomic<bool> isStopping_ = false;
    std::vector<std::jthread> workers_;
};

}  // namespace loomscope
