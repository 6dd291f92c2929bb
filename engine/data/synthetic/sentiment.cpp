// SPDX-License-Identifier: Apache-2.0
#include "engine/data/synthetic/sentiment.h"

#include "engine/data/synthetic/draw.h"
#include "engine/data/synthetic/sentiment_grammar.h"

#include <array>

namespace loomscope {

namespace {

constexpr std::array<SyntheticKey, 4> kKeys = {{countKey(3000), devKey(400), testKey(800), kSeedKey}};

ExampleMaker makeMaker(const SyntheticOptions& /*options*/) {
    return [](Rng& rng) { return Example{.structure = drawSentence(rng)}; };
}

void describe(const SyntheticOptions& /*options*/, DatasetInfo& info) {
    info.kind = StructureKind::kTree;
    info.task = Task::kClassification;
    info.numClasses = 5;
}

}  // namespace

SyntheticSet sentimentSet() {
    return {.name = "sentiment",
            .title = "Opinions about films, labelled by rules that a bag of words can't follow",
            .keys = kKeys,
            .isFreeOfRepeats = true,
            .makeMaker = makeMaker,
            .describe = describe};
}

}  // namespace loomscope
