// SPDX-License-Identifier: Apache-2.0
// Datasets made by rule and seed: synthetic:NAME?key=value&…
#pragma once

#include "engine/base/rng.h"
#include "engine/data/dataset.h"
#include "engine/data/synthetic/options.h"

#include <functional>
#include <span>
#include <string_view>

namespace loomscope {

/// Makes one example from the numbers of a stream that is its own, so that no example depends on how many
/// others there are.
using ExampleMaker = std::function<Example(Rng&)>;

/// What is known of a synthetic set without making it.
struct SyntheticSet {
    std::string_view name;
    std::string_view title;
    std::span<const SyntheticKey> keys;
    bool isFreeOfRepeats =
        false;  ///< an example that is the same thing as an earlier one, of any part, is made anew
    ExampleMaker (*makeMaker)(const SyntheticOptions&) = nullptr;
    void (*describe)(const SyntheticOptions&,
                     DatasetInfo&) = nullptr;  ///< fills kind, task, classes, targets
};

/// All sets, with their keys for help texts and dialogs.
[[nodiscard]] std::span<const SyntheticSet> syntheticSets();

/// Whether a data path names a synthetic set.
[[nodiscard]] bool isSynthetic(std::string_view path);

/// What is true of all records of a set, without making them. Errors: as openSynthetic.
[[nodiscard]] Result<DatasetInfo> describeSynthetic(std::string_view path);

/// Makes the parts of a set: `n` examples to train on and, if asked for, `dev` and `test`. The same path, the
/// same data. Errors: kNotFound for an unknown set, kInvalid for an unknown key or a value out of range, each
/// naming what is known; kCancelled.
[[nodiscard]] Result<OpenedData> openSynthetic(std::string_view path, const JobControl& control = {});

}  // namespace loomscope
