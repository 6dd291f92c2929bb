// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic/sentiment_grammar.h"

#include <algorithm>
#include <cstdlib>

namespace loomscope::sentiment_rules {

namespace {

Sentiment sign(Sentiment v) {
    return (v > 0) - (v < 0);
}

}  // namespace

Sentiment keep(Sentiment v) {
    return v;
}

Sentiment intensify(Sentiment v) {
    return std::clamp(v + sign(v), -2, 2);
}

Sentiment dampen(Sentiment v) {
    return sign(v);
}

Sentiment exceed(Sentiment v) {
    return v < 0 ? -2 : -1;
}

Sentiment negate(Sentiment v) {
    return -sign(v);
}

Sentiment reverse(Sentiment v) {
    return -v;
}

Sentiment join(Sentiment a, Sentiment b) {
    if (sign(a) * sign(b) < 0) {
        return a + b;
    }
    return std::abs(a) >= std::abs(b) ? a : b;
}

Sentiment override(Sentiment a, Sentiment b) {
    return b != 0 ? b : dampen(a);
}

Sentiment predicate(Sentiment a, Sentiment b) {
    return b != 0 ? b : a;
}

}  // namespace loomscope::sentiment_rules
