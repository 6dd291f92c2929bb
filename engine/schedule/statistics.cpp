// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/schedule.h"

#include <algorithm>

namespace loomscope {

ScheduleStatistics statistics(const Schedule& schedule) {
    ScheduleStatistics result;
    result.nodes = static_cast<std::int64_t>(schedule.nodes.size());
    result.batches = static_cast<std::int64_t>(schedule.batches.size());
    result.passThroughRows = static_cast<std::int64_t>(schedule.passThrough.size());
    result.rows = result.nodes + result.passThroughRows;
    result.provenBound = schedule.provenBound;
    for (const Batch& batch : schedule.batches) {
        result.largestBatch = std::max(result.largestBatch, std::int64_t{batch.size});
    }
    if (result.batches > 0) {
        result.meanBatch = static_cast<double>(result.nodes) / static_cast<double>(result.batches);
    }
    return result;
}

}  // namespace loomscope
