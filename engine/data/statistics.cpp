// SPDX-License-Identifier: Apache-2.0
#include "engine/data/statistics.h"

#include "engine/data/identity.h"
#include "engine/data/split.h"
#include "engine/data/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_set>

namespace loomscope {

namespace {

constexpr std::int64_t kExamplesPerReport = 1024;

void countTags(DatasetStatistics& statistics, const std::vector<std::int32_t>& tags) {
    for (const std::int32_t tag : tags) {
        ++statistics.nodeLabels[tag];
    }
}

void measure(DatasetStatistics& statistics, const Tree& tree) {
    statistics.sizes["nodes"].add(static_cast<double>(tree.numBrackets()));
    statistics.sizes["leaves"].add(
        static_cast<double>(std::ranges::count(tree.nodes, 0, &Tree::Node::numChildren)));
    statistics.sizes["depth"].add(tree.depth());
    for (const Tree::Node& node : tree.nodes) {
        if (!node.isBareWord) {
            ++statistics.nodeLabels[node.label];
        }
    }
}

void measure(DatasetStatistics& statistics, const Molecule& molecule) {
    statistics.sizes["atoms"].add(static_cast<double>(molecule.atoms.size()));
    statistics.sizes["bonds"].add(static_cast<double>(molecule.bonds.size()));
}

void measure(DatasetStatistics& statistics, const Sequence& sequence) {
    statistics.sizes["tokens"].add(static_cast<double>(sequence.tokens.size()));
    countTags(statistics, sequence.tags);
}

void measure(DatasetStatistics& statistics, const Lattice& lattice) {
    statistics.sizes["positions"].add(lattice.numPositions);
    statistics.sizes["arcs"].add(static_cast<double>(lattice.arcs.size()));
    countTags(statistics, lattice.tags);
}

void measureTargets(DatasetStatistics& statistics, const Example& example) {
    for (std::size_t i = 0; i < statistics.targets.size(); ++i) {
        if (i < example.targets.size() && !std::isnan(example.targets[i])) {
            statistics.targets[i].values.add(example.targets[i]);
        } else {
            ++statistics.targets[i].missing;
        }
    }
}

}  // namespace

void Spread::add(double value) {
    min = count == 0 ? value : std::min(min, value);
    max = count == 0 ? value : std::max(max, value);
    ++count;
    mean += (value - mean) / static_cast<double>(count);
}

Result<DatasetStatistics> computeStatistics(const Dataset& dataset, const JobControl& control) {
    DatasetStatistics statistics{.examples = dataset.size()};
    for (const std::string& target : dataset.info().targetNames) {
        statistics.targets.push_back({.name = target});
    }
    const bool hasClasses = dataset.info().task == Task::kClassification;
    std::unordered_set<std::string> identities;
    std::unordered_set<std::string> words;
    for (std::int64_t i = 0; i < dataset.size(); ++i) {
        if (i % kExamplesPerReport == 0) {
            if (control.isCancelled()) {
                return fail(ErrorCode::kCancelled, "counting was cancelled");
            }
            control.say({"Counting", i, dataset.size()});
        }
        const std::shared_ptr<const Example> example = dataset.at(i);
        std::visit([&](const auto& structure) { measure(statistics, structure); }, example->structure);
        measureTargets(statistics, *example);
        if (hasClasses) {
            ++statistics.exampleLabels[classOf(*example)];
        }
        for (const std::string& token : tokensOf(*example)) {
            words.insert(token);
        }
        statistics.duplicates += identities.insert(identity(*example)).second ? 0 : 1;
    }
    statistics.vocabularySize = static_cast<std::int64_t>(words.size());
    return statistics;
}

}  // namespace loomscope
