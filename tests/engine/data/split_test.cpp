// SPDX-License-Identifier: GPL-3.0-or-later
// Parts by scaffold and by column.
#include "engine/data/chemistry/scaffold.h"
#include "engine/data/chemistry/smiles.h"
#include "engine/data/group_split.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace loomscope {

namespace {

/// Molecules with a field `set`.
std::shared_ptr<const Dataset> moleculesOf(const std::vector<std::pair<std::string, std::string>>& records) {
    std::vector<std::shared_ptr<const Example>> examples;
    for (const auto& [smiles, set] : records) {
        examples.push_back(std::make_shared<Example>(
            Example{.structure = *parseSmiles(smiles), .targets = {}, .fields = {{"set", set}}}));
    }
    return makeDataset({.kind = StructureKind::kMolecule}, std::move(examples));
}

/// Short chains on rings, two records a scaffold, and chains without a ring.
std::shared_ptr<const Dataset> chains() {
    std::vector<std::pair<std::string, std::string>> records;
    for (const char* ring : {"c1ccccc1", "C1CCCCC1", "c1ccncc1", "C1CCCC1", "c1ccoc1", "C1CC1", "C1CCC1",
                             "c1ccsc1", "C1CCOC1", "C1CCNC1", ""}) {
        for (std::size_t length = 1; length <= 2; ++length) {
            records.emplace_back(std::string(length, 'C') + ring, "");
        }
    }
    return moleculesOf(records);
}

std::size_t sizeOf(const Split& split) {
    return split.train.size() + split.dev.size() + split.test.size();
}

}  // namespace

class SplitTest : public QObject {
    Q_OBJECT

private slots:
    void findsScaffolds();
    void keepsScaffoldsTogether();
    void splitsByField();
    void refuses();
};

void SplitTest::findsScaffolds() {
    const auto scaffold = [](std::string_view smiles) { return scaffoldOf(*parseSmiles(smiles)).value(); };
    QCOMPARE(scaffold("CCc1ccccc1"), std::string("c1ccccc1"));
    QCOMPARE(scaffold("OC(=O)c1ccc(Cc2ccncc2)cc1"), std::string("c1ccc(Cc2ccncc2)cc1"));
    QCOMPARE(scaffold("CCCC"), std::string());
}

void SplitTest::keepsScaffoldsTogether() {
    const auto data = chains();
    const auto split = splitByScaffold(*data, {.devShare = 0.2, .testShare = 0.2, .seed = 3});
    QVERIFY(split.has_value());
    QCOMPARE(sizeOf(*split), 22U);
    QVERIFY(!split->dev.empty() && !split->test.empty());
    std::map<std::string, std::set<int>> partsOf;
    int part = 0;
    for (const auto* indices : {&split->train, &split->dev, &split->test}) {
        QVERIFY(std::ranges::is_sorted(*indices));
        for (const std::int64_t index : *indices) {
            const auto& molecule = std::get<Molecule>(data->at(index)->structure);
            const std::string scaffold = scaffoldOf(molecule).value();
            partsOf[scaffold.empty() ? molecule.canonical : scaffold].insert(part);
        }
        ++part;
    }
    QVERIFY(std::ranges::all_of(partsOf, [](const auto& entry) { return entry.second.size() == 1; }));
    const auto again = splitByScaffold(*data, {.devShare = 0.2, .testShare = 0.2, .seed = 3});
    QCOMPARE(again->test, split->test);
}

void SplitTest::splitsByField() {
    const auto named = moleculesOf({{"C", "train"}, {"CC", "Test"}, {"CCC", "valid"}, {"CCCC", "Training"}});
    const auto parts = splitByField(*named, "set", {});
    QVERIFY(parts.has_value());
    QCOMPARE(parts->train, (std::vector<std::int64_t>{0, 3}));
    QCOMPARE(parts->dev, std::vector<std::int64_t>{2});
    QCOMPARE(parts->test, std::vector<std::int64_t>{1});
    const auto grouped =
        moleculesOf({{"C", "a"}, {"CC", "b"}, {"CCC", "c"}, {"CO", "a"}, {"CN", "b"}, {"CF", "c"}});
    const auto split = splitByField(*grouped, "set", {.devShare = 0, .testShare = 0.4, .seed = 2});
    QVERIFY(split.has_value());
    QCOMPARE(sizeOf(*split), 6U);
    for (const std::int64_t index : split->test) {
        QVERIFY(std::ranges::find(split->train, (index + 3) % 6) == split->train.end());
    }
}

void SplitTest::refuses() {
    const auto data = moleculesOf({{"C", "test"}, {"CC", "test"}});
    QCOMPARE(splitByField(*data, "set", {}).error().code, ErrorCode::kInvalid);
    const auto unknown = splitByField(*data, "fold", {});
    QCOMPARE(unknown.error().code, ErrorCode::kInvalid);
    QVERIFY(unknown.error().message.find("set") != std::string::npos);
    QVERIFY(!splitByScaffold(*data, {.devShare = 0.9, .testShare = 0.2}));
    const auto trees = makeDataset({.kind = StructureKind::kTree}, {std::make_shared<Example>()});
    QVERIFY(!splitByScaffold(*trees, {}));
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::SplitTest)
#include "split_test.moc"
