// SPDX-License-Identifier: Apache-2.0
// Runs as JSON, with the fields of the commands' `runs list` and `runs show`.
#pragma once

#include "engine/base/result.h"
#include "storage/run_store.h"

#include <span>
#include <string>

namespace loomscope {

/// An array with one object a run: run, name, status, model, data, started, ended, seconds, steps, epochs,
/// best_epoch, metrics, tags, notes, starred, archived. What is not a finite number is null.
[[nodiscard]] std::string runListJson(std::span<const RunSummary> runs);

/// One run: the fields of the list, then config, seed, data_hash, code_version, device, parameters, sizes,
/// epochs (an array as in `train`, with all metrics), test, events. Steps are left out. Errors: those of the
/// store.
[[nodiscard]] Result<std::string> runJson(const RunStore& store, RunId run);

}  // namespace loomscope
