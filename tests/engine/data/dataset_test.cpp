// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for any data: datasets, hashes, vocabularies, splits, statistics.
#include "engine/base/check.h"
#include "engine/data/content_hash.h"
#include "engine/data/identity.h"
#include "engine/data/readers/ptb_reader.h"
#include "engine/data/split.h"
#include "engine/data/statistics.h"
#include "engine/data/synthetic/synthetic_set.h"
#include "engine/data/vocabulary.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace loomscope {

namespace {

using Indices = std::vector<std::int64_t>;

std::shared_ptr<const Dataset> datasetOf(std::string_view trees) {
    auto read = readPtb(trees, "some.txt", TreeLabels::kSst);
    if (!read) {
        throw std::runtime_error(read.error().text());
    }
    return makeDataset(std::move(read->info), std::move(read->examples));
}

std::shared_ptr<const Dataset> moleculesOf(const std::vector<std::string>& smiles,
                                           std::vector<float> targets) {
    std::vector<std::shared_ptr<const Example>> examples;
    for (std::size_t i = 0; i < smiles.size(); ++i) {
        Molecule molecule{.text = smiles[i], .canonical = smiles[i]};
        molecule.atoms.resize(smiles[i].size());
        examples.push_back(
            std::make_shared<Example>(Example{.structure = molecule, .targets = {targets[i]}}));
    }
    DatasetInfo info{.kind = StructureKind::kMolecule, .task = Task::kRegression, .targetNames = {"logS"}};
    return makeDataset(info, examples);
}

Indices all(const Split& split) {
    Indices indices;
    for (const Indices& part : {split.train, split.dev, split.test}) {
        indices.insert(indices.end(), part.begin(), part.end());
    }
    std::ranges::sort(indices);
    return indices;
}

Split splitOf(const Dataset& dataset, const SplitOptions& options) {
    auto split = splitRandomly(dataset, options);
    if (!split) {
        throw std::runtime_error(split.error().text());
    }
    return *std::move(split);
}

}  // namespace

class DatasetTest : public QObject {
    Q_OBJECT

private slots:
    void givesSubsets();
    void hashesContent();
    void summarises();
    void lowersLetters();
    void buildsVocabulary();
    void keepsVocabularyAsJson();
    void splitsByShares();
    void keepsRepeatsTogether();
    void stratifies();
    void refusesShares();
    void countsTrees();
    void countsMolecules();
};

void DatasetTest::givesSubsets() {
    const auto whole = datasetOf("(2 a)\n(2 b)\n(2 c)");
    const auto part = subset(*whole, std::vector<std::int64_t>{2, 0});
    QCOMPARE(part->size(), 2);
    QCOMPARE(part->at(0), whole->at(2));
    QVERIFY(part->info().contentHash != whole->info().contentHash);
    QCOMPARE(part->info().contentHash, subset(*whole, std::vector<std::int64_t>{2, 0})->info().contentHash);
    QVERIFY_THROWS_EXCEPTION(InternalError, (void)part->at(2));
    QCOMPARE(name(part->info().kind), std::string_view("tree"));
    QCOMPARE(name(part->info().task), std::string_view("classification"));
}

void DatasetTest::hashesContent() {
    std::set<std::string> hashes;
    std::string text;
    for (int i = 0; i < 300; ++i) {
        hashes.insert(contentHash(text));
        text += '\0';
    }
    for (std::size_t i = 0; i < text.size(); ++i) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            std::string changed = text;
            changed[i] = static_cast<char>(1U << bit);
            hashes.insert(contentHash(changed));
        }
    }
    QCOMPARE(hashes.size(), 300U + 8U * 300U);
    QCOMPARE(hashes.begin()->size(), 32U);
    QCOMPARE(contentHash("trees"), contentHash("trees"));
    ContentHash apart;
    apart.add("tr");
    apart.add("ees");
    QVERIFY(apart.hex() != contentHash("trees"));
}

void DatasetTest::summarises() {
    QCOMPARE(summary(*datasetOf("(2 (2 -LRB-) (2 and\\/or))")->at(0)), std::string("( and/or"));
    std::string many = "(2";
    for (int i = 0; i < 500; ++i) {
        many += " word";
    }
    QVERIFY(summary(*datasetOf(many + ")")->at(0)).size() < 260);
    QVERIFY(summary(*datasetOf(many + ")")->at(0)).ends_with(" …"));
    QCOMPARE(summary(*moleculesOf({"CCO"}, {1.0F})->at(0)), std::string("CCO"));
    const Lattice lattice{.numPositions = 3,
                          .arcs = {{0, 1, 0, false}, {1, 2, 1, false}, {0, 2, 2, true}},
                          .tokens = {"a", "b", "ab"}};
    QCOMPARE(summary({.structure = lattice}), std::string("a b"));
    QCOMPARE(summary({.structure = Sequence{.tokens = {"a", "b"}}}), std::string("a b"));
}

void DatasetTest::lowersLetters() {
    QCOMPARE(toLower("ABC xyz-09"), std::string("abc xyz-09"));
    QCOMPARE(toLower("ÀÉÞ×ß÷"), std::string("àéþ×ß÷"));
    QCOMPARE(toLower("ΑΟΠΩ"), std::string("αοπω"));
    QCOMPARE(toLower("ЀЏАПРЯ"), std::string("ѐџапря"));
    QCOMPARE(toLower("🎬 \xC3"), std::string("🎬 \xC3"));
}

void DatasetTest::buildsVocabulary() {
    const auto data = datasetOf("(2 (2 The) (2 -LRB-))\n(2 (2 the) (2 cat))\n(2 (2 the) (2 b\\/c))");
    const Vocabulary words = Vocabulary::build(*data);
    QCOMPARE(words.size(), 6);
    QCOMPARE(words.word(1), std::string("the"));
    QCOMPARE(words.word(2), std::string("("));
    QCOMPARE(words.id("-LRB-"), 2);
    QCOMPARE(words.id("b\\/c"), words.id("b/c"));
    QCOMPARE(words.id("dog"), Vocabulary::kUnknown);
    QCOMPARE(words.word(0), std::string("<unknown>"));

    const Vocabulary frequent = Vocabulary::build(*data, 2, LetterCase::kLower);
    QCOMPARE(frequent.size(), 2);
    QCOMPARE(frequent.id("THE"), 1);
    QCOMPARE(Vocabulary().id("the"), 0);
    QCOMPARE(Vocabulary().size(), 1);
}

void DatasetTest::keepsVocabularyAsJson() {
    const auto data = datasetOf("(2 (2 Été) (2 \"))\n(2 (2 été) (2 🎬))");
    const Vocabulary words = Vocabulary::build(*data, 1, LetterCase::kLower);
    const auto again = Vocabulary::fromJson(words.toJson());
    QVERIFY(again.has_value());
    QCOMPARE(again->toJson(), words.toJson());
    QCOMPARE(again->id("ÉTÉ"), words.id("été"));
    for (const char* wrong :
         {"", "[]", "{}", "{\"letters\": \"as-is\", \"words\": [1]}", "{\"words\": []}"}) {
        QVERIFY2(!Vocabulary::fromJson(wrong), wrong);
    }
}

void DatasetTest::splitsByShares() {
    const auto data = openSynthetic("synthetic:trees?n=1000")->train;
    const Split split = splitOf(*data, {.seed = 3});
    QCOMPARE(split.train.size(), 800U);
    QCOMPARE(split.dev.size(), 100U);
    QCOMPARE(split.test.size(), 100U);
    const Indices indices = all(split);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        QCOMPARE(indices[i], static_cast<std::int64_t>(i));
    }
    QVERIFY(std::ranges::is_sorted(split.dev));
    QCOMPARE(splitOf(*data, {.seed = 3}).test, split.test);
    QVERIFY(splitOf(*data, {.seed = 4}).test != split.test);
    const auto tiny = splitOf(*datasetOf("(2 a)\n(2 b)"), {.devShare = 0.45, .testShare = 0.5});
    QVERIFY(!tiny.train.empty());
}

void DatasetTest::keepsRepeatsTogether() {
    std::vector<std::string> smiles;
    for (int i = 0; i < 200; ++i) {
        smiles.emplace_back(static_cast<std::size_t>(i % 50) + 1, 'C');
    }
    const auto data = moleculesOf(smiles, std::vector<float>(200, 0.0F));
    const Split split = splitOf(*data, {.seed = 9});
    QCOMPARE(all(split).size(), 200U);
    QCOMPARE(split.test.size(), 20U);
    std::set<std::string> seen;
    for (const Indices& part : {split.train, split.dev, split.test}) {
        std::set<std::string> here;
        for (const std::int64_t index : part) {
            here.insert(identity(*data->at(index)));
        }
        for (const std::string& text : here) {
            QVERIFY2(seen.insert(text).second, "one structure in two parts");
        }
    }
    const auto trees = datasetOf(
        "(3 (2 a) (2 b))\n(1 (2 a) (0 b))\n(2 (2 a b))\n(2 (2 (2 a) (2 b)) (2 c))\n(2 (2 a) (2 (2 b) (2 "
        "c)))");
    QCOMPARE(identity(*trees->at(0)), identity(*trees->at(1)));
    QVERIFY(identity(*trees->at(3)) != identity(*trees->at(4)));
}

void DatasetTest::stratifies() {
    std::string text;
    for (int i = 0; i < 300; ++i) {
        text += fmt::format("({} w{})\n", i % 10 == 0 ? 4 : 1, i);
    }
    const auto data = datasetOf(text);
    const Split split = splitOf(*data, {.devShare = 0.2, .testShare = 0.1, .stratify = Stratify::kByClass});
    const auto rare = [&](const Indices& part) {
        return std::ranges::count_if(part,
                                     [&](std::int64_t index) { return classOf(*data->at(index)) == 4; });
    };
    QCOMPARE(rare(split.dev), 6);
    QCOMPARE(rare(split.test), 3);
    QCOMPARE(split.dev.size(), 60U);
    QCOMPARE(split.test.size(), 30U);
}

void DatasetTest::refusesShares() {
    const auto data = datasetOf("(2 a)\n(2 b)");
    const double nan = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [dev, test] :
         {std::pair{-0.1, 0.1}, std::pair{0.5, 0.5}, std::pair{0.0, 1.5}, std::pair{nan, 0.1}}) {
        const auto split = splitRandomly(*data, {.devShare = dev, .testShare = test});
        QVERIFY(!split);
        QCOMPARE(split.error().code, ErrorCode::kInvalid);
    }
}

void DatasetTest::countsTrees() {
    const auto statistics =
        computeStatistics(*datasetOf("(3 (2 a) (2 b))\n(1 (2 a) (0 b))\n(2 (2 a (2 b)) (2 (2 (2 c))))"));
    QVERIFY(statistics.has_value());
    QCOMPARE(statistics->examples, 3);
    QCOMPARE(statistics->sizes.at("nodes").max, 6.0);
    QCOMPARE(statistics->sizes.at("leaves").mean, 7.0 / 3.0);
    QCOMPARE(statistics->sizes.at("depth").min, 2.0);
    QCOMPARE(statistics->sizes.at("depth").max, 4.0);
    QCOMPARE(statistics->exampleLabels, (std::map<std::int32_t, std::int64_t>{{1, 1}, {2, 1}, {3, 1}}));
    QCOMPARE(statistics->nodeLabels.at(2), 9);
    QCOMPARE(statistics->vocabularySize, 3);
    QCOMPARE(statistics->rareWords, 1);
    QCOMPARE(statistics->commonWords.front(), (std::pair<std::string, std::int64_t>{"a", 3}));
    QCOMPARE(statistics->sizes.at("arity").max, 2.0);
    QCOMPARE(statistics->histograms.at("depth"), (Histogram{2.0, 1.0, {2, 0, 1}}));
    QCOMPARE(statistics->duplicates, 1);

    std::stop_source stop;
    stop.request_stop();
    QCOMPARE(computeStatistics(*datasetOf("(2 a)"), {.stop = stop.get_token()}).error().code,
             ErrorCode::kCancelled);
}

void DatasetTest::countsMolecules() {
    const float missing = std::numeric_limits<float>::quiet_NaN();
    const auto statistics = computeStatistics(*moleculesOf({"CC", "CCCC", "CC"}, {-1.0F, missing, 2.0F}));
    QVERIFY(statistics.has_value());
    QCOMPARE(statistics->sizes.at("atoms").max, 4.0);
    QCOMPARE(statistics->targets.at(0).missing, 1);
    QCOMPARE(statistics->targets.at(0).histogram, (Histogram{-1.0, 1.0, {1, 0, 0, 1}}));
    QCOMPARE(statistics->elements, (std::map<std::int32_t, std::int64_t>{{0, 8}}));
    QCOMPARE(statistics->targets.at(0).values.min, -1.0);
    QCOMPARE(statistics->targets.at(0).values.mean, 0.5);
    QCOMPARE(statistics->duplicates, 1);
    QVERIFY(statistics->exampleLabels.empty());
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::DatasetTest)
#include "dataset_test.moc"
