// SPDX-License-Identifier: Apache-2.0
// Reads XYZ files: plain, extended, and those of QM9.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/readers/read_result.h"

#include <string>
#include <string_view>

namespace loomscope {

/// Reads all frames as molecules of the atoms in the file, hydrogens too, with their positions. An XYZ file
/// has no bonds: they are made up only with `request.guessBonds`; a QM9 file says them by its SMILES. The
/// comment is the record's id; the pairs of an extended comment are fields and targets (field_targets.h); the
/// 15 properties of QM9 are targets. A frame that can't be read is rejected, and reading goes on at the next
/// line with a count. Errors: kParse if nothing could be used, kInvalid for a target that does not exist,
/// kCancelled.
[[nodiscard]] Result<ReadResult> readXyz(std::string_view bytes, const std::string& path,
                                         const DataRequest& request, const JobControl& control = {});

}  // namespace loomscope
