// SPDX-License-Identifier: Apache-2.0
#include "engine/data/statistics.h"

#include "engine/data/identity.h"
#include "engine/data/split.h"
#include "engine/data/vocabulary.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace loomscope {

namespace {

constexpr std::int64_t kExamplesPerReport = 1024;

constexpr std::size_t kCommonWords = 20;

std::string_view bondName(Molecule::BondKind kind) {
    constexpr std::array<std::string_view, 5> kNames = {"single", "double", "triple", "aromatic", "other"};
    return kNames[static_cast<std::size_t>(kind)];
}

/// What has been counted so far, with the values that histograms need in the end.
class Counter {
public:
    explicit Counter(const Dataset& dataset) : hasClasses_(dataset.info().task == Task::kClassification) {
        statistics_.examples = dataset.size();
        for (const std::string& target : dataset.info().targetNames) {
            statistics_.targets.push_back({.name = target});
        }
        targetValues_.resize(statistics_.targets.size());
    }

    void add(const Example& example) {
        std::visit([this](const auto& structure) { measure(structure); }, example.structure);
        measureTargets(example);
        if (hasClasses_) {
            ++statistics_.exampleLabels[classOf(example)];
        }
        for (const std::string& token : tokensOf(example)) {
            ++words_[token];
        }
        statistics_.duplicates += identities_.insert(identity(example)).second ? 0 : 1;
    }

    DatasetStatistics finish() && {
        for (const auto& [what, values] : sizes_) {
            statistics_.histograms[what] = histogramOf(values);
        }
        for (std::size_t i = 0; i < targetValues_.size(); ++i) {
            statistics_.targets[i].histogram = histogramOf(targetValues_[i]);
        }
        countWords();
        return std::move(statistics_);
    }

private:
    void addSize(const std::string& what, double value) {
        statistics_.sizes[what].add(value);
        sizes_[what].push_back(value);
    }

    void countTags(const std::vector<std::int32_t>& tags) {
        for (const std::int32_t tag : tags) {
            ++statistics_.nodeLabels[tag];
        }
    }

    void measure(const Tree& tree) {
        addSize("nodes", static_cast<double>(tree.numBrackets()));
        addSize("leaves", static_cast<double>(std::ranges::count(tree.nodes, 0, &Tree::Node::numChildren)));
        addSize("depth", tree.depth());
        for (const Tree::Node& node : tree.nodes) {
            if (!node.isBareWord) {
                ++statistics_.nodeLabels[node.label];
            }
            if (node.numChildren > 0) {
                addSize("arity", node.numChildren);
            }
        }
    }

    void measure(const Molecule& molecule) {
        addSize("atoms", static_cast<double>(molecule.atoms.size()));
        addSize("bonds", static_cast<double>(molecule.bonds.size()));
        addSize("fragments", molecule.numFragments);
        addSize("charge", molecule.charge);
        for (const Molecule::Atom& atom : molecule.atoms) {
            ++statistics_.elements[atom.atomicNumber];
        }
        for (const Molecule::Bond& bond : molecule.bonds) {
            ++statistics_.bondKinds[std::string(bondName(bond.kind))];
        }
    }

    void measure(const Sequence& sequence) {
        addSize("tokens", static_cast<double>(sequence.tokens.size()));
        countTags(sequence.tags);
    }

    void measure(const Lattice& lattice) {
        addSize("positions", lattice.numPositions);
        addSize("arcs", static_cast<double>(lattice.arcs.size()));
        countTags(lattice.tags);
    }

    void measureTargets(const Example& example) {
        for (std::size_t i = 0; i < statistics_.targets.size(); ++i) {
            if (i < example.targets.size() && !std::isnan(example.targets[i])) {
                statistics_.targets[i].values.add(example.targets[i]);
                targetValues_[i].push_back(example.targets[i]);
            } else {
                ++statistics_.targets[i].missing;
            }
        }
    }

    void countWords() {
        statistics_.vocabularySize = static_cast<std::int64_t>(words_.size());
        std::vector<std::pair<std::string, std::int64_t>> all(words_.begin(), words_.end());
        statistics_.rareWords = std::ranges::count(all, 1, &std::pair<std::string, std::int64_t>::second);
        const auto isBefore = [](const auto& a, const auto& b) {
            return a.second != b.second ? a.second > b.second : a.first < b.first;
        };
        const std::size_t count = std::min(all.size(), kCommonWords);
        std::ranges::partial_sort(all, all.begin() + static_cast<std::ptrdiff_t>(count), isBefore);
        all.resize(count);
        statistics_.commonWords = std::move(all);
    }

    DatasetStatistics statistics_;
    bool hasClasses_;
    std::map<std::string, std::vector<double>> sizes_;
    std::vector<std::vector<double>> targetValues_;
    std::unordered_set<std::string> identities_;
    std::unordered_map<std::string, std::int64_t> words_;
};

}  // namespace

void Spread::add(double value) {
    min = count == 0 ? value : std::min(min, value);
    max = count == 0 ? value : std::max(max, value);
    ++count;
    mean += (value - mean) / static_cast<double>(count);
}

Result<DatasetStatistics> computeStatistics(const Dataset& dataset, const JobControl& control) {
    Counter counter(dataset);
    for (std::int64_t i = 0; i < dataset.size(); ++i) {
        if (i % kExamplesPerReport == 0) {
            if (control.isCancelled()) {
                return fail(ErrorCode::kCancelled, "counting was cancelled");
            }
            control.say({"Counting", i, dataset.size()});
        }
        counter.add(*dataset.at(i));
    }
    return std::move(counter).finish();
}

}  // namespace loomscope
