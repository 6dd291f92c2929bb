// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic/sentiment_grammar.h"

#include <array>
#include <utility>
#include <vector>

namespace loomscope {

namespace {

namespace rules = sentiment_rules;

constexpr std::array<OpinionWord, 44> kAdjectives = {{
    {"brilliant", 2}, {"superb", 2},      {"dazzling", 2},    {"masterful", 2}, {"wonderful", 2},
    {"stunning", 2},  {"glorious", 2},    {"exquisite", 2},   {"good", 1},      {"warm", 1},
    {"charming", 1},  {"clever", 1},      {"lively", 1},      {"pleasant", 1},  {"funny", 1},
    {"tender", 1},    {"engaging", 1},    {"sweet", 1},       {"long", 0},      {"quiet", 0},
    {"early", 0},     {"french", 0},      {"modern", 0},      {"short", 0},     {"strange", 0},
    {"familiar", 0},  {"dull", -1},       {"weak", -1},       {"slow", -1},     {"clumsy", -1},
    {"shallow", -1},  {"noisy", -1},      {"cold", -1},       {"flat", -1},     {"stale", -1},
    {"bland", -1},    {"awful", -2},      {"dreadful", -2},   {"terrible", -2}, {"hideous", -2},
    {"pathetic", -2}, {"disastrous", -2}, {"unbearable", -2}, {"horrid", -2},
}};
constexpr std::array<OpinionWord, 12> kThings = {{
    {"film", 0},
    {"story", 0},
    {"plot", 0},
    {"script", 0},
    {"cast", 0},
    {"director", 0},
    {"scene", 0},
    {"ending", 0},
    {"score", 0},
    {"camera", 0},
    {"hero", 0},
    {"dialogue", 0},
}};
constexpr std::array<OpinionWord, 10> kVerdicts = {{
    {"triumph", 2},
    {"masterpiece", 2},
    {"delight", 1},
    {"pleasure", 1},
    {"gem", 1},
    {"mess", -1},
    {"bore", -1},
    {"mistake", -1},
    {"disaster", -2},
    {"fiasco", -2},
}};
constexpr std::array<OpinionWord, 12> kVerbs = {{
    {"soars", 2},
    {"enchants", 2},
    {"shines", 1},
    {"sparkles", 1},
    {"begins", 0},
    {"unfolds", 0},
    {"continues", 0},
    {"ends", 0},
    {"drags", -1},
    {"stumbles", -1},
    {"collapses", -2},
    {"disgusts", -2},
}};
constexpr std::array<std::string_view, 4> kCopulas = {"is", "seems", "feels", "looks"};
constexpr std::array<std::string_view, 4> kDeterminers = {"the", "a", "this", "that"};
constexpr std::array<std::string_view, 5> kIntensifiers = {"very", "truly", "utterly", "remarkably",
                                                           "deeply"};
constexpr std::array<std::string_view, 4> kDampeners = {"slightly", "fairly", "somewhat", "mildly"};
constexpr std::array<std::string_view, 2> kNegators = {"not", "hardly"};
constexpr std::array<std::string_view, 2> kConcessions = {"although", "while"};
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kDoubts = {
    {{"i", "doubt"}, {"nobody", "believes"}, {"few", "claim"}}};
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kReports = {
    {{"critics", "say"}, {"we", "think"}, {"some", "feel"}}};

template <class Items>
const auto& pick(const Items& items, Rng& rng) {
    return items[rng.below(items.size())];
}

/// Draws one sentence. Phrases are made from their parts up, in any order; toTree() puts them in the order of
/// a Tree. The functions call each other to a fixed depth, as the grammar has no unbounded rule.
class Sentence {
public:
    explicit Sentence(Rng& rng) : rng_(rng) { root_ = pair(opinion(), word("."), &rules::join); }

    [[nodiscard]] Sentiment sentiment() const { return at(root_).sentiment; }
    [[nodiscard]] Tree toTree() const;

private:
    using Id = std::size_t;
    using OneRule = Sentiment (*)(Sentiment);
    using TwoRule = Sentiment (*)(Sentiment, Sentiment);
    struct Phrase {
        Sentiment sentiment = 0;
        std::string_view word;
        Id left = 0;
        Id right = 0;
    };

    [[nodiscard]] const Phrase& at(Id id) const { return phrases_[id]; }
    Id add(Phrase phrase) {
        phrases_.push_back(phrase);
        return phrases_.size() - 1;
    }
    Id word(std::string_view text) { return add({.word = text}); }
    Id word(const OpinionWord& text) { return add({.sentiment = text.sentiment, .word = text.word}); }
    Id pair(Id left, Id right, TwoRule rule) {
        return add(
            {.sentiment = rule(at(left).sentiment, at(right).sentiment), .left = left, .right = right});
    }
    /// A neutral word or phrase that changes what stands behind it.
    Id modify(Id modifier, Id phrase, OneRule rule) {
        return add({.sentiment = rule(at(phrase).sentiment), .left = modifier, .right = phrase});
    }
    [[nodiscard]] bool chance(double share) { return rng_.uniform() < share; }

    Id quality();
    Id description();
    Id thing();
    Id subject();
    Id remark();
    Id statement();
    Id opinion();

    Rng& rng_;
    std::vector<Phrase> phrases_;
    Id root_ = 0;
};

/// "good", "very good", "not good", "not very good"
Sentence::Id Sentence::quality() {
    Id phrase = word(pick(kAdjectives, rng_));
    const double draw = rng_.uniform();
    if (draw < 0.2) {
        phrase = modify(word(pick(kIntensifiers, rng_)), phrase, &rules::intensify);
    } else if (draw < 0.35) {
        phrase = modify(word(pick(kDampeners, rng_)), phrase, &rules::dampen);
    } else if (draw < 0.45) {
        phrase = modify(word("too"), phrase, &rules::exceed);
    }
    return chance(0.3) ? modify(word(pick(kNegators, rng_)), phrase, &rules::negate) : phrase;
}

/// "good", "good and clever", "good but slow"
Sentence::Id Sentence::description() {
    const Id phrase = quality();
    const double draw = rng_.uniform();
    if (draw < 0.15) {
        return pair(phrase, modify(word("and"), quality(), &rules::keep), &rules::join);
    }
    if (draw < 0.35) {
        return pair(phrase, modify(word("but"), quality(), &rules::keep), &rules::override);
    }
    return phrase;
}

/// "the film", "the good film", "a triumph"
Sentence::Id Sentence::thing() {
    const Id noun = word(chance(0.15) ? pick(kVerdicts, rng_) : pick(kThings, rng_));
    const Id named = chance(0.5) ? pair(quality(), noun, &rules::join) : noun;
    return modify(word(pick(kDeterminers, rng_)), named, &rules::keep);
}

/// "the film", "the film with a good plot", "the film without a good plot"
Sentence::Id Sentence::subject() {
    const Id phrase = thing();
    if (chance(0.25)) {
        const bool isWith = chance(0.5);
        const Id aside = isWith ? modify(word("with"), thing(), &rules::keep)
                                : modify(word("without"), thing(), &rules::negate);
        return pair(phrase, aside, &rules::join);
    }
    return phrase;
}

/// "shines", "never shines", "is good", "is never good", "is a triumph"
Sentence::Id Sentence::remark() {
    const double draw = rng_.uniform();
    Id phrase = draw < 0.3   ? word(pick(kVerbs, rng_))
                : draw < 0.9 ? modify(word(pick(kCopulas, rng_)), description(), &rules::keep)
                             : modify(word(pick(kCopulas, rng_)), thing(), &rules::keep);
    return chance(0.2) ? modify(word("never"), phrase, &rules::reverse) : phrase;
}

/// "the film shines", "i doubt that the film shines", "critics say that the film shines"
Sentence::Id Sentence::statement() {
    const Id who = subject();
    const Id said = pair(who, remark(), &rules::predicate);
    const double draw = rng_.uniform();
    if (draw > 0.35) {
        return said;
    }
    const bool isDoubt = draw < 0.2;
    const auto& [person, verb] = pick(isDoubt ? kDoubts : kReports, rng_);
    const Id claim = modify(word("that"), said, &rules::keep);
    const Id source = pair(word(person), word(verb), &rules::join);
    return modify(source, claim, isDoubt ? &rules::negate : &rules::dampen);
}

/// A statement, or two of which the second counts.
Sentence::Id Sentence::opinion() {
    const Id first = statement();
    const double draw = rng_.uniform();
    if (draw < 0.2) {
        return pair(first, modify(word("but"), statement(), &rules::keep), &rules::override);
    }
    if (draw < 0.4) {
        const Id conceded = modify(word(pick(kConcessions, rng_)), first, &rules::keep);
        return pair(conceded, modify(word(","), statement(), &rules::keep), &rules::override);
    }
    return first;
}

Tree Sentence::toTree() const {
    Tree tree;
    std::vector<std::pair<Id, bool>> open = {{root_, false}};  // a phrase, and whether its parts are done
    std::vector<std::int32_t> done;
    while (!open.empty()) {
        const auto [id, areParts] = open.back();
        open.pop_back();
        const Phrase& phrase = at(id);
        const bool isWord = !phrase.word.empty();
        if (!isWord && !areParts) {
            open.insert(open.end(), {{id, true}, {phrase.right, false}, {phrase.left, false}});
            continue;
        }
        Tree::Node node{.label = phrase.sentiment + 2};
        if (isWord) {
            node.token = static_cast<std::int32_t>(tree.tokens.size());
            tree.tokens.emplace_back(phrase.word);
        } else {
            node.firstChild = static_cast<std::int32_t>(tree.children.size());
            node.numChildren = 2;
            tree.children.insert(tree.children.end(), done.end() - 2, done.end());
            done.resize(done.size() - 2);
        }
        done.push_back(static_cast<std::int32_t>(tree.nodes.size()));
        tree.nodes.push_back(node);
    }
    return tree;
}

constexpr auto kOpinionWords = [] {
    std::array<OpinionWord, kAdjectives.size() + kThings.size() + kVerdicts.size() + kVerbs.size()> words{};
    std::size_t size = 0;
    const auto append = [&](const auto& some) {
        for (const OpinionWord& word : some) {
            words[size++] = word;
        }
    };
    append(kAdjectives);
    append(kThings);
    append(kVerdicts);
    append(kVerbs);
    return words;
}();

}  // namespace

std::span<const OpinionWord> opinionWords() {
    return kOpinionWords;
}

Tree drawSentence(Rng& rng) {
    const Sentiment wanted = static_cast<Sentiment>(rng.below(5)) - 2;
    for (;;) {
        const Sentence sentence(rng);
        if (sentence.sentiment() == wanted) {
            return sentence.toTree();
        }
    }
}

}  // namespace loomscope
