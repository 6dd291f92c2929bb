// SPDX-License-Identifier: Apache-2.0
// Reads SDF and MOL files, V2000 and V3000.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/readers/read_result.h"

#include <string>
#include <string_view>

namespace loomscope {

/// Reads the structures of a file with their properties.
///
/// The title is the record's id. Properties are fields as they stand, and targets as field_targets.h says;
/// with `request.companion` the targets come from that table, joined by its column of identifiers and the
/// titles, or by order if both have as many records. A record that is no molecule is rejected with the line
/// at fault, and reading goes on behind its $$$$. Where there are no bonds, none are made up unless
/// `request.guessBonds`. Repeats are warned of as in tables.
///
/// Errors: kParse if nothing could be used, kInvalid for a target that does not exist or a companion that
/// can't be joined, kIo or kNotFound for the companion, kCancelled. Threads: parses on up to four; the result
/// does not depend on them.
[[nodiscard]] Result<ReadResult> readSdf(std::string_view bytes, const std::string& path,
                                         const DataRequest& request, const JobControl& control = {});

}  // namespace loomscope
