// SPDX-License-Identifier: Apache-2.0
// Many files as one dataset.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/readers/read_result.h"

#include <span>
#include <string>

namespace loomscope {

/// Reads files one after the other into one result that is called as the request's folder. Records are
/// numbered through; what a file says of problems begins with its name; a file that can't be read is one
/// rejected record. Targets are joined by name. Errors: kParse if no file could be used, kCancelled.
[[nodiscard]] Result<ReadResult> readCollection(const DataRequest& request,
                                                std::span<const std::string> files,
                                                const JobControl& control);

}  // namespace loomscope
