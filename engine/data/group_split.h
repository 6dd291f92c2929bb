// SPDX-License-Identifier: Apache-2.0
// Parts that keep groups of records together: scaffolds, or values of a column.
#pragma once

#include "engine/base/job_control.h"
#include "engine/data/split.h"

#include <span>
#include <string>
#include <string_view>

namespace loomscope {

/// Splits so that records of one key stay in one part; a record with an empty key stays with those that are
/// the same thing (identity()). A group of more than half the test share goes to the training part, the
/// others are dealt at random, the same way for the same seed: rare groups are what dev and test are made of.
/// One key a record. Errors: those of splitRandomly.
[[nodiscard]] Result<Split> splitByGroups(const Dataset& dataset, std::span<const std::string> keys,
                                          const SplitOptions& options);

/// Splits molecules by their scaffold (chemistry/scaffold.h); molecules without a ring are groups of their
/// own. Errors: kInvalid for records that are no molecules; those of splitByGroups; kCancelled.
[[nodiscard]] Result<Split> splitByScaffold(const Dataset& dataset, const SplitOptions& options,
                                            const JobControl& control = {});

/// Splits by a field of the records. Where its values name parts (train, training; dev, valid, validation,
/// val; test), these are the parts, whatever the shares; else records with one value stay together. Errors:
/// kInvalid if no record has the field, listing those there are, or if no record is for training; those of
/// splitByGroups.
[[nodiscard]] Result<Split> splitByField(const Dataset& dataset, std::string_view field,
                                         const SplitOptions& options);

}  // namespace loomscope
