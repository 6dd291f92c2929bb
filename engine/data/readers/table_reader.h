// SPDX-License-Identifier: Apache-2.0
// Reads tables of molecules: CSV, TSV, any other delimiter, lines of SMILES; plain or packed by gzip.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/readers/read_result.h"

#include <string>
#include <string_view>

namespace loomscope {

/// Reads the molecules and targets of a table. `content` is the file's bytes; `path` names it.
///
/// How delimiter, header and columns are found stands in table_dialect.h, table_layout.h and table_targets.h;
/// all of it can be said in `request` instead. With `request.companion` the targets are those of that file
/// (table_companion.h). Each row that gives no molecule is rejected with record, line and column, and reading
/// goes on: unreadable SMILES, another number of cells than the header, a quote that is never closed. Records
/// count all rows but the header's; empty rows and comment lines are none. A target that is no number is
/// missing, with a warning; so is one beyond 0 and 1 where classification is asked for. Repeats of a
/// structure (with its stereo marks, without atom map numbers) stay, with a warning that says whether their
/// targets agree.
///
/// Errors: kParse if nothing could be used, kInvalid for a column that does not exist, kIo or kNotFound for
/// the
///         companion, kCancelled. Threads: parses molecules on up to four threads; the result does not depend
///         on them.
/// Cost: about a fifth of a millisecond a molecule and thread.
[[nodiscard]] Result<ReadResult> readTable(const std::string& path, std::string_view content,
                                           const DataRequest& request, const JobControl& control = {});

}  // namespace loomscope
