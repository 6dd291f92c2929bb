// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic/lattices.h"

#include "engine/data/synthetic/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>

namespace loomscope {

namespace {

constexpr std::array<SyntheticKey, 8> kKeys = {{
    countKey(300),
    kDevKey,
    kTestKey,
    kSeedKey,
    {"length",
     SyntheticKey::Kind::kRange,
     {10, 60},
     {1, 10'000},
     "characters of a text, before its last word"},
    {"characters", SyntheticKey::Kind::kNumber, {60, 60}, {2, 100'000}, "different characters"},
    {"words", SyntheticKey::Kind::kNumber, {1500, 1500}, {1, 1'000'000}, "words of the lexicon"},
    {"labels", SyntheticKey::Kind::kNumber, {4, 4}, {1, 1000}, "classes of words"},
}};

constexpr std::uint64_t kLexiconStream = ~0ULL;  // no example has it
constexpr std::size_t kLongestWord = 4;
// Of 16 words, this many have one, two, three and four characters.
constexpr std::array<std::size_t, 16> kLengths = {1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 3, 3, 4};

using Characters = std::vector<std::uint32_t>;

struct Lexicon {
    std::vector<Characters> words;
    std::map<Characters, std::size_t> ids;
};

Lexicon drawLexicon(const SyntheticOptions& options) {
    Rng rng(static_cast<std::uint64_t>(options.number("seed")), kLexiconStream);
    Lexicon lexicon;
    for (std::int64_t i = 0; i < options.number("words"); ++i) {
        Characters word(kLengths[rng.below(kLengths.size())]);
        for (std::uint32_t& character : word) {
            character = static_cast<std::uint32_t>(
                rng.below(static_cast<std::uint64_t>(options.number("characters"))));
        }
        if (lexicon.ids.try_emplace(word, lexicon.words.size()).second) {
            lexicon.words.push_back(std::move(word));
        }
    }
    return lexicon;
}

/// A text and the tag of each of its characters.
struct Text {
    Characters characters;
    std::vector<std::int32_t> tags;
};

Text drawText(const Lexicon& lexicon, std::int64_t length, std::uint64_t labels, Rng& rng) {
    Text text;
    while (static_cast<std::int64_t>(text.characters.size()) < length) {
        const std::size_t id = rng.below(lexicon.words.size());
        const Characters& word = lexicon.words[id];
        text.characters.insert(text.characters.end(), word.begin(), word.end());
        text.tags.resize(text.characters.size(), 1 + static_cast<std::int32_t>(mixBits(id) % labels));
    }
    return text;
}

Lattice buildLattice(const Lexicon& lexicon, const Text& text) {
    Lattice lattice{.numPositions = static_cast<std::int32_t>(text.characters.size()) + 1};
    const auto addArc = [&lattice](std::size_t from, std::size_t to, std::string token) {
        lattice.arcs.push_back({.from = static_cast<std::int32_t>(from),
                                .to = static_cast<std::int32_t>(to),
                                .token = static_cast<std::int32_t>(lattice.tokens.size()),
                                .isWord = to - from > 1});
        lattice.tokens.push_back(std::move(token));
    };
    for (std::size_t to = 1; to <= text.characters.size(); ++to) {
        addArc(to - 1, to, fmt::format("c{}", text.characters[to - 1]));
        for (std::size_t length = 2; length <= std::min(kLongestWord, to); ++length) {
            const auto end = text.characters.begin() + static_cast<std::ptrdiff_t>(to);
            const auto found = lexicon.ids.find(Characters(end - static_cast<std::ptrdiff_t>(length), end));
            if (found != lexicon.ids.end()) {
                addArc(to - length, to, fmt::format("w{}", found->second));
            }
        }
    }
    lattice.tags.push_back(0);
    lattice.tags.insert(lattice.tags.end(), text.tags.begin(), text.tags.end());
    return lattice;
}

ExampleMaker makeMaker(const SyntheticOptions& options) {
    const auto lexicon = std::make_shared<const Lexicon>(drawLexicon(options));
    const NumberRange length = options.range("length");
    const auto labels = static_cast<std::uint64_t>(options.number("labels"));
    return [=](Rng& rng) {
        return Example{.structure =
                           buildLattice(*lexicon, drawText(*lexicon, drawFrom(length, rng), labels, rng))};
    };
}

void describe(const SyntheticOptions& options, DatasetInfo& info) {
    info.kind = StructureKind::kLattice;
    info.task = Task::kClassification;
    info.numClasses = static_cast<std::int32_t>(options.number("labels")) + 1;
}

}  // namespace

SyntheticSet latticeSet() {
    return {.name = "lattices",
            .title = "Word lattices over text without word borders",
            .keys = kKeys,
            .makeMaker = makeMaker,
            .describe = describe};
}

}  // namespace loomscope
