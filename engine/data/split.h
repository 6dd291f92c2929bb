// SPDX-License-Identifier: Apache-2.0
// Parts for training, choosing and testing.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"

#include <cstdint>
#include <vector>

namespace loomscope {

enum class Stratify : std::uint8_t {
    kNo,
    kByClass,  ///< each part gets its share of each class: of the root label, or of the first target
};

/// How to split at random. What the shares leave is the training part.
struct SplitOptions {
    double devShare = 0.1;
    double testShare = 0.1;
    std::uint64_t seed = 1;
    Stratify stratify = Stratify::kNo;
};

/// Indices into the dataset, each list ascending; together they are all of it.
struct Split {
    std::vector<std::int64_t> train;
    std::vector<std::int64_t> dev;
    std::vector<std::int64_t> test;
};

/// Splits at random, the same way for the same seed. Records that are the same thing (see identity()) stay in
/// one part, so a part may miss its share by as much as the largest group of them. A dataset of two or more
/// distinct records never gets an empty training part. Errors: kInvalid if a share is negative or both
/// together are not below 1.
[[nodiscard]] Result<Split> splitRandomly(const Dataset& dataset, const SplitOptions& options);

/// Indices of records that belong together.
using RecordGroup = std::vector<std::int64_t>;

/// Splits groups at random, as splitRandomly does with records that are the same thing; with `keepsLarge` one
/// of more than half the test share (or dev share, without a test part) goes to the training part. Errors: as
/// splitRandomly.
[[nodiscard]] Result<Split> splitGroups(const Dataset& dataset, std::vector<RecordGroup> groups,
                                        const SplitOptions& options, bool keepsLarge);

/// The class that stratifying goes by: root label of a tree, else the first target as a whole number, else
/// −1.
[[nodiscard]] std::int32_t classOf(const Example& example);

}  // namespace loomscope
