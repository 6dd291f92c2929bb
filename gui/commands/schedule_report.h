// SPDX-License-Identifier: GPL-3.0-or-later
// What the schedule command prints.
#pragma once

#include "engine/schedule/why.h"
#include "gui/commands/schedule_comparison.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>

namespace loomscope {

/// The document of `schedule --json`.
[[nodiscard]] std::string comparisonJson(const ScheduleComparison& comparison, std::int64_t examples);
/// A line a policy; the bounds are repeated in each.
[[nodiscard]] std::string comparisonCsv(const ScheduleComparison& comparison);
[[nodiscard]] std::string comparisonText(const ScheduleComparison& comparison, std::int64_t examples);

/// What each policy says of two nodes.
using PolicyAnswer = std::pair<std::string, WhyAnswer>;
/// {"nodes", "policies": [{"name", "together", "batches", "reasons": [{"kind", "text", "path"}]}]}.
[[nodiscard]] std::string whyJson(std::span<const PolicyAnswer> answers);
[[nodiscard]] std::string whyText(std::span<const PolicyAnswer> answers);

}  // namespace loomscope
