// SPDX-License-Identifier: GPL-3.0-or-later
// Schedules for Perfetto and Chrome's tracing page.
#pragma once

#include "engine/schedule/schedule.h"

#include <span>
#include <string>

namespace loomscope {

/// One policy's schedule in a trace.
struct TracedSchedule {
    std::string policy;
    const Schedule* schedule = nullptr;
};

/// The JSON of the Trace Event Format: a process for each policy, a thread for each signature, and for each
/// batch an event as long as its rows, one microsecond a row, with its nodes. Times are no measurement.
[[nodiscard]] std::string scheduleTrace(const Graph& graph, std::span<const TracedSchedule> schedules);

}  // namespace loomscope
