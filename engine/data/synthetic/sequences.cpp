// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic/sequences.h"

#include "engine/data/synthetic/draw.h"

#include <fmt/format.h>

#include <array>

namespace loomscope {

namespace {

constexpr std::array<SyntheticKey, 7> kKeys = {{
    countKey(1000),
    kDevKey,
    kTestKey,
    kSeedKey,
    {"length", SyntheticKey::Kind::kRange, {5, 30}, {1, 100'000}, "tokens of a sequence"},
    {"vocabulary", SyntheticKey::Kind::kNumber, {1000, 1000}, {3, 10'000'000}, "different words"},
    {"labels", SyntheticKey::Kind::kNumber, {8, 8}, {2, 1000}, "different tags"},
}};

bool isAmbiguous(std::uint64_t word) {
    return word % 3 == 0;
}

ExampleMaker makeMaker(const SyntheticOptions& options) {
    const NumberRange length = options.range("length");
    const auto vocabulary = static_cast<std::uint64_t>(options.number("vocabulary"));
    const auto labels = static_cast<std::uint64_t>(options.number("labels"));
    return [=](Rng& rng) {
        const auto size = static_cast<std::size_t>(drawFrom(length, rng));
        std::vector<std::uint64_t> words(size);
        Sequence sequence;
        for (std::uint64_t& word : words) {
            word = rng.below(vocabulary);
            sequence.tokens.push_back(fmt::format("w{}{}", word, isAmbiguous(word) ? "?" : ""));
        }
        sequence.tags.resize(size);
        for (std::size_t i = size; i-- > 0;) {
            const std::uint64_t first = mixBits(words[i]) % labels;
            const bool takesSecond = isAmbiguous(words[i]) && i + 1 < size && sequence.tags[i + 1] % 2 != 0;
            const std::uint64_t second = (first + 1 + mixBits(~words[i]) % (labels - 1)) % labels;
            sequence.tags[i] = static_cast<std::int32_t>(takesSecond ? second : first);
        }
        return Example{.structure = std::move(sequence)};
    };
}

void describe(const SyntheticOptions& options, DatasetInfo& info) {
    info.kind = StructureKind::kSequence;
    info.task = Task::kClassification;
    info.numClasses = static_cast<std::int32_t>(options.number("labels"));
}

}  // namespace

SyntheticSet sequenceSet() {
    return {.name = "sequences",
            .title = "Sequences with tags, some of which depend on what follows",
            .keys = kKeys,
            .makeMaker = makeMaker,
            .describe = describe};
}

}  // namespace loomscope
