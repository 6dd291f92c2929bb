// SPDX-License-Identifier: Apache-2.0
// One data file by the reader that is for it.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/readers/read_result.h"

#include <string>
#include <string_view>

namespace loomscope {

/// The bytes of a file, those inside it if it is packed by gzip. Errors: those of readFileContent and
/// unpackGzip.
[[nodiscard]] Result<std::string> readUnpacked(const std::string& path, const JobControl& control);

/// Reads the bytes of a file that is called `path`. Errors: those of chooseFormat and of the format's reader.
[[nodiscard]] Result<ReadResult> readDataBytes(const std::string& path, std::string_view content,
                                               const DataRequest& request, const JobControl& control);

/// Reads one file of a request. Errors: those of readUnpacked and readDataBytes.
[[nodiscard]] Result<ReadResult> readDataFile(const std::string& path, const DataRequest& request,
                                              const JobControl& control);

}  // namespace loomscope
