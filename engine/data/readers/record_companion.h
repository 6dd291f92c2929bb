// SPDX-License-Identifier: Apache-2.0
// Targets of structures that stand in a table of their own.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/readers/read_result.h"

#include <memory>
#include <span>

namespace loomscope {

/// Reads the targets of examples from the table `request.companion`: by the first of its columns that holds
/// identifiers, if some title stands there; else by order, if it has as many rows as the file has records
/// (`numRecords`, rejected ones too), with a warning. The hash of the data then speaks of the table, too.
/// Errors: kInvalid if the two can't be joined, which says both numbers; those of openTable and of reading.
[[nodiscard]] Result<void> joinCompanion(std::span<const std::shared_ptr<Example>> examples,
                                         std::int64_t numRecords, const DataRequest& request,
                                         const JobControl& control, ReadResult& result);

}  // namespace loomscope
