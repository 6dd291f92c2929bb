// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic/synthetic_set.h"

#include "engine/base/names.h"
#include "engine/data/content_hash.h"
#include "engine/data/identity.h"
#include "engine/data/synthetic/expressions.h"
#include "engine/data/synthetic/lattices.h"
#include "engine/data/synthetic/random_trees.h"
#include "engine/data/synthetic/sentiment.h"
#include "engine/data/synthetic/sequences.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_set>

namespace loomscope {

namespace {

constexpr std::string_view kScheme = "synthetic:";
constexpr std::int64_t kExamplesPerReport = 256;
constexpr int kMaxAttempts = 1000;  // a small grammar may have no more examples to give

/// Feeds all that an example says to a hash.
void addTo(ContentHash& hash, const Example& example) {
    hash.add(identity(example));
    if (const auto* tree = std::get_if<Tree>(&example.structure)) {
        for (const Tree::Node& node : tree->nodes) {
            hash.add(node.label);
        }
    } else if (const auto* sequence = std::get_if<Sequence>(&example.structure)) {
        std::ranges::for_each(sequence->tags, [&](std::int32_t tag) { hash.add(tag); });
    } else if (const auto* lattice = std::get_if<Lattice>(&example.structure)) {
        std::ranges::for_each(lattice->tags, [&](std::int32_t tag) { hash.add(tag); });
    }
    for (const float target : example.targets) {
        hash.add(static_cast<std::int64_t>(std::bit_cast<std::uint32_t>(target)));
    }
}

/// Makes the parts of one set, one after the other.
class PartMaker {
public:
    PartMaker(const SyntheticSet& set, const SyntheticOptions& options, std::string_view path,
              const JobControl& control)
        : set_(set), options_(options), path_(path), make_(set.makeMaker(options)), control_(control) {}

    /// One part, or null if it has no examples.
    Result<std::shared_ptr<const Dataset>> make(std::string_view countKey, std::uint64_t part) {
        const std::int64_t count = options_.number(countKey);
        if (count == 0) {
            return nullptr;
        }
        std::vector<std::shared_ptr<const Example>> examples;
        ContentHash hash;
        for (std::int64_t i = 0; i < count; ++i) {
            if (i % kExamplesPerReport == 0) {
                if (control_.isCancelled()) {
                    return fail(ErrorCode::kCancelled, fmt::format("making {} was cancelled", path_));
                }
                control_.say({"Making " + std::string(path_), i, count});
            }
            Rng rng(static_cast<std::uint64_t>(options_.number("seed")),
                    part << 40U | static_cast<std::uint64_t>(i));
            Example example = makeOne(rng);
            example.record = i + 1;
            addTo(hash, example);
            examples.push_back(std::make_shared<const Example>(std::move(example)));
        }
        DatasetInfo info{.name = std::string(path_), .path = std::string(path_), .format = "synthetic"};
        info.contentHash = hash.hex();
        set_.describe(options_, info);
        return makeDataset(std::move(info), std::move(examples));
    }

private:
    Example makeOne(Rng& rng) {
        Example example = make_(rng);
        if (set_.isFreeOfRepeats) {
            for (int attempt = 1; attempt < kMaxAttempts && !seen_.insert(identity(example)).second;
                 ++attempt) {
                example = make_(rng);
            }
        }
        return example;
    }

    const SyntheticSet& set_;
    const SyntheticOptions& options_;
    std::string_view path_;
    ExampleMaker make_;
    const JobControl& control_;
    std::unordered_set<std::string> seen_;
};

/// A set with the options that its path gives.
struct NamedSet {
    const SyntheticSet& set;
    SyntheticOptions options;
};

Result<NamedSet> findSet(std::string_view path) {
    const std::string_view spec = isSynthetic(path) ? path.substr(kScheme.size()) : path;
    const std::string_view name = spec.substr(0, spec.find('?'));
    const std::string_view query =
        name.size() < spec.size() ? spec.substr(name.size() + 1) : std::string_view();
    const auto sets = syntheticSets();
    const auto set = std::ranges::find(sets, name, &SyntheticSet::name);
    if (set == sets.end()) {
        std::vector<std::string_view> known;
        std::ranges::transform(sets, std::back_inserter(known), &SyntheticSet::name);
        return fail(ErrorCode::kNotFound,
                    fmt::format("no synthetic set is called '{}' (did you mean {}?). There are {}", name,
                                nearestName(name, known), joinNames(known)));
    }
    LOOM_TRY(SyntheticOptions options, SyntheticOptions::parse(name, query, set->keys));
    return NamedSet{.set = *set, .options = std::move(options)};
}

}  // namespace

std::span<const SyntheticSet> syntheticSets() {
    static const std::array<SyntheticSet, 5> sets = {randomTreeSet(), sentimentSet(), latticeSet(),
                                                     sequenceSet(), expressionSet()};
    return sets;
}

bool isSynthetic(std::string_view path) {
    return path.starts_with(kScheme);
}

Result<DatasetInfo> describeSynthetic(std::string_view path) {
    LOOM_TRY(const NamedSet named, findSet(path));
    DatasetInfo info{.name = std::string(path), .path = std::string(path), .format = "synthetic"};
    named.set.describe(named.options, info);
    return info;
}

Result<OpenedData> openSynthetic(std::string_view path, const JobControl& control) {
    LOOM_TRY(const NamedSet named, findSet(path));
    PartMaker maker(named.set, named.options, path, control);
    OpenedData opened;
    LOOM_TRY(opened.train, maker.make("n", 0));
    LOOM_TRY(opened.dev, maker.make("dev", 1));
    LOOM_TRY(opened.test, maker.make("test", 2));
    for (const auto& part : {opened.train, opened.dev, opened.test}) {
        opened.report.records += part ? part->size() : 0;
    }
    return opened;
}

}  // namespace loomscope
