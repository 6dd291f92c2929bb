// SPDX-License-Identifier: Apache-2.0
// Reads sentences whose parses stand beside them: a.toks with a.cparents or a.parents, and b.toks for pairs.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/readers/read_result.h"

#include <optional>
#include <string>
#include <string_view>

namespace loomscope {

/// Reads the trees of `path`, a file called NAME.toks with one sentence a line. Its parent pointers
/// (parent_pointers.h) are in `companion`, else in NAME.cparents or NAME.parents beside it; relations in
/// NAME.rels. If NAME is `a` and there are b.toks and its pointers, an example is a pair (sick_pair.h), its
/// target the number in sim.txt and its id that in id.txt. A record that is no tree is rejected; files of
/// different length are an error. Errors: kNotFound, kIo, kInvalid, kParse if nothing could be used,
/// kCancelled.
[[nodiscard]] Result<ReadResult> readParentFiles(std::string_view bytes, const std::string& path,
                                                 const std::optional<std::string>& companion,
                                                 const JobControl& control = {});

}  // namespace loomscope
