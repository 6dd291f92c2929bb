// SPDX-License-Identifier: Apache-2.0
// A small grammar of opinions about films: every phrase has a sentiment that follows from its parts by rule.
#pragma once

#include "engine/base/rng.h"
#include "engine/data/example.h"

#include <span>
#include <string_view>

namespace loomscope {

/// How a word or phrase feels: −2 very negative … 0 neutral … +2 very positive.
using Sentiment = int;

/// The rules. What is neutral changes nothing and takes nothing away.
namespace sentiment_rules {
[[nodiscard]] Sentiment keep(Sentiment v);       ///< the good film
[[nodiscard]] Sentiment intensify(Sentiment v);  ///< very good: one step away from neutral
[[nodiscard]] Sentiment dampen(Sentiment v);     ///< slightly awful: ±1
[[nodiscard]] Sentiment exceed(Sentiment v);     ///< too good: −1; too bad: −2; too long: −1
[[nodiscard]] Sentiment negate(Sentiment v);     ///< not awful: flipped and dampened
[[nodiscard]] Sentiment reverse(Sentiment v);    ///< never shines: flipped
[[nodiscard]] Sentiment join(Sentiment a,
                             Sentiment b);  ///< and: the stronger of like ones, the sum of unlike ones
[[nodiscard]] Sentiment override(Sentiment a,
                                 Sentiment b);  ///< a but b, although a, b: b; the dampened a if b is neutral
[[nodiscard]] Sentiment predicate(Sentiment a,
                                  Sentiment b);  ///< a dull film shines: what is said, else who it is said of
}  // namespace sentiment_rules

/// A word with a sentiment of its own; all words that are not listed are neutral.
struct OpinionWord {
    std::string_view word;
    Sentiment sentiment = 0;
};
[[nodiscard]] std::span<const OpinionWord> opinionWords();

/// A sentence as a binary tree; each node has its sentiment plus 2 as label. All five labels are equally
/// likely at the root.
[[nodiscard]] Tree drawSentence(Rng& rng);

}  // namespace loomscope
