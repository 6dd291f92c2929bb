// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/dataset.h"

#include <string>

namespace loomscope {

/// The document of `inspect --json`: format, records, rejected, warnings, statistics of all parts together,
/// sizes of the parts, and with `hasRecords` one item a record. Errors: kCancelled.
[[nodiscard]] Result<std::string> inspectJson(const OpenedData& opened, bool hasRecords,
                                              const JobControl& control);

}  // namespace loomscope
