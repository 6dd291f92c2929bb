// SPDX-License-Identifier: Apache-2.0
// The bytes of a file.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"

#include <string>

namespace loomscope {

/// Reads a file whole. Errors: kNotFound if there is none, kIo with the system's reason if it can't be read,
/// kCancelled.
[[nodiscard]] Result<std::string> readFileContent(const std::string& path, const JobControl& control);

}  // namespace loomscope
