// SPDX-License-Identifier: Apache-2.0
// What a dataset is made of, in numbers.
#pragma once

#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/dataset.h"
#include "engine/data/histogram.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
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
    Histogram histogram;
    std::int64_t missing = 0;
};

/// Counts over a whole dataset. What does not apply to its kind of structure stays empty.
struct DatasetStatistics {
    std::int64_t examples = 0;
    /// Trees: nodes (brackets), leaves, depth, arity (children of a node that has some); molecules: atoms,
    /// bonds, fragments, charge; sequences: tokens; lattices: positions, arcs.
    std::map<std::string, Spread> sizes;
    std::map<std::string, Histogram> histograms;    ///< of the same
    std::map<std::int32_t, std::int64_t> elements;  ///< atoms of molecules by atomic number; 0: dummies
    std::map<std::string, std::int64_t> bondKinds;  ///< bonds of molecules: single, double, …
    std::map<std::int32_t, std::int64_t>
        exampleLabels;  ///< by class of the root or of the first target; −1: none
    std::map<std::int32_t, std::int64_t> nodeLabels;                ///< of tree nodes, or tags of positions
    std::int64_t vocabularySize = 0;                                ///< distinct tokens, as files write them
    std::int64_t rareWords = 0;                                     ///< of these, those that stand there once
    std::vector<std::pair<std::string, std::int64_t>> commonWords;  ///< the 20 most frequent, most first
    std::int64_t duplicates = 0;  ///< records that are the same thing as an earlier one
    std::vector<TargetStatistics> targets;
};

/// Walks the dataset once. Errors: kCancelled.
[[nodiscard]] Result<DatasetStatistics> computeStatistics(const Dataset& dataset,
                                                          const JobControl& control = {});

}  // namespace loomscope
