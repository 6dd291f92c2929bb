// SPDX-License-Identifier: Apache-2.0
// What a dataset is made of, in numbers.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/dataset.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace loomscope {

/// Smallest, mean and largest of what was added. All 0 while nothing was.
struct Spread {
    double min = 0.0;
    double mean = 0.0;
    double max = 0.0;
    std::int64_t count = 0;

    void add(double value);
};

/// One column of targets.
struct TargetStatistics {
    std::string name;
    Spread values;  ///< of those that are there
    std::int64_t missing = 0;
};

/// Counts over a whole dataset. What does not apply to its kind of structure stays empty.
struct DatasetStatistics {
    std::int64_t examples = 0;
    std::map<std::string, Spread> sizes;  ///< trees: nodes (brackets), leaves (words), depth; molecules:
                                          ///< atoms, bonds; sequences: tokens; lattices: positions, arcs
    std::map<std::int32_t, std::int64_t>
        exampleLabels;  ///< by class of the root or of the first target; −1: none
    std::map<std::int32_t, std::int64_t> nodeLabels;  ///< of tree nodes, or tags of positions
    std::int64_t vocabularySize = 0;                  ///< distinct tokens, as files write them
    std::int64_t duplicates = 0;                      ///< records that are the same thing as an earlier one
    std::vector<TargetStatistics> targets;
};

/// Walks the dataset once. Errors: kCancelled.
[[nodiscard]] Result<DatasetStatistics> computeStatistics(const Dataset& dataset,
                                                          const JobControl& control = {});

}  // namespace loomscope
