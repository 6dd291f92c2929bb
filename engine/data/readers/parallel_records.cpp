// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/parallel_records.h"

#include "engine/base/thread_pool.h"

#include <algorithm>
#include <cstdint>
#include <thread>

namespace loomscope {

namespace {

constexpr unsigned kMaxThreads = 4;
constexpr std::int64_t kRecordsPerChunk = 16;
/// Records between two reports of progress.
constexpr std::int64_t kRecordsPerReport = 512;

}  // namespace

bool forEachRecord(std::size_t count, const std::function<void(std::size_t)>& work,
                   const JobControl& control) {
    const auto numRecords = static_cast<std::int64_t>(count);
    const auto threads =
        static_cast<std::int64_t>(std::clamp(std::thread::hardware_concurrency(), 1U, kMaxThreads));
    ThreadPool pool(static_cast<int>(std::clamp<std::int64_t>(numRecords / kRecordsPerChunk, 1, threads)));
    for (std::int64_t start = 0; start < numRecords; start += kRecordsPerReport) {
        control.say({.what = "reading molecules", .done = start, .total = numRecords});
        const std::int64_t end = std::min(start + kRecordsPerReport, numRecords);
        pool.parallelFor((end - start + kRecordsPerChunk - 1) / kRecordsPerChunk, [&](std::int64_t chunk) {
            const std::int64_t first = start + chunk * kRecordsPerChunk;
            for (std::int64_t i = first; i < std::min(first + kRecordsPerChunk, end); ++i) {
                if (!control.isCancelled()) {
                    work(static_cast<std::size_t>(i));
                }
            }
        });
        if (control.isCancelled()) {
            return false;
        }
    }
    control.say({.what = "reading molecules", .done = numRecords, .total = numRecords});
    return true;
}

}  // namespace loomscope
