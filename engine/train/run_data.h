// SPDX-License-Identifier: Apache-2.0
// The data of a run: what to learn from, what to choose by, what to test on.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/dataset.h"
#include "engine/train/run_config.h"

#include <memory>
#include <string>

namespace loomscope {

struct RunData {
    std::shared_ptr<const Dataset> train;
    std::shared_ptr<const Dataset> dev;   ///< null if there is none
    std::shared_ptr<const Dataset> test;  ///< null if there is none
    std::string hash;                     ///< of everything that was read
    ReadReport report;
};

/// What to open for one path of a configuration.
[[nodiscard]] DataRequest dataRequest(const DataConfig& config, std::string path);

/// Opens the files of a configuration. A part that has no file is split off the training set by its share, as
/// the configuration says how. Errors: those of openData and of the split; kInvalid for parts that do not fit
/// each other or an empty training set.
[[nodiscard]] Result<RunData> openRunData(const RunConfig& config, const JobControl& control);

}  // namespace loomscope
