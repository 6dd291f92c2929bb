// SPDX-License-Identifier: GPL-3.0-or-later
// Small datasets made in memory, for tests of models and training.
#pragma once

#include "engine/data/dataset.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace loomscope {

/// Reads one tree written as "(3 (1 good) (2 film))": a label, then words or further trees; "-" is no label.
/// The text must be well formed.
[[nodiscard]] std::shared_ptr<const Example> treeExample(std::string_view text);

/// A dataset of such trees with classes 0 … numClasses−1.
[[nodiscard]] std::shared_ptr<const Dataset> treeDataset(const std::vector<std::string_view>& texts,
                                                         std::int32_t numClasses = 3);

/// Binary trees over the words good, bad, not and film; "not" turns what stands right of it around. Classes 0
/// (bad), 1 (neither) and 2 (good) at every node; seeded.
[[nodiscard]] std::shared_ptr<const Dataset> polarityTrees(std::int64_t count, std::uint64_t seed);

/// Sequences over three words and three tags: long, of one word, partly tagged.
[[nodiscard]] std::shared_ptr<const Dataset> smallSequences();

/// Lattices over characters and words with three tags: paths that meet, one arc, a position that no arc leads
/// to.
[[nodiscard]] std::shared_ptr<const Dataset> smallLattices();

/// A molecule of single-bonded carbon atoms: bonds between the given pairs.
[[nodiscard]] std::shared_ptr<const Example> moleculeExample(
    std::int32_t numAtoms, const std::vector<std::pair<std::int32_t, std::int32_t>>& bonds,
    std::vector<float> targets);

/// Trees, rings, one atom, no bonds, missing targets: every shape that a model of molecules must take.
[[nodiscard]] std::shared_ptr<const Dataset> smallMolecules(Task task, std::int32_t numTargets);

}  // namespace loomscope
