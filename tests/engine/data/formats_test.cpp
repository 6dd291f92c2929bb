// SPDX-License-Identifier: GPL-3.0-or-later
// Small files of every format: what loads, what is rejected, and where.
#include "engine/data/dataset.h"
#include "engine/data/readers/word_vectors.h"
#include "gui/commands/inspect_json.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string>

namespace loomscope {

namespace {

using nlohmann::json;

constexpr const char* kMethanol =
    "methanol\n  x\n\n  2  1  0  0  0  0  0  0  0  0999 V2000\n"
    "    0.0000    0.0000    0.0000 C   0  0  0  0  0  0  0  0  0  0  0  0\n"
    "    1.4000    0.0000    0.0000 O   0  0  0  0  0  0  0  0  0  0  0  0\n"
    "  1  2  1  0\nM  END\n";
constexpr const char* kWater = "3\nwater\nO 0 0 0\nH 0 0 0.96\nH 0 0.93 -0.24\n";
constexpr const char* kTagged = "the\tD\ndog\tN\n\nit\tP\nruns\tV\n";

/// Item of the only, or first, record.
json firstItem(const OpenedData& opened) {
    return json::parse(*inspectJson(opened, true, {}))["items"][0];
}

}  // namespace

class FormatsTest : public QObject {
    Q_OBJECT

private slots:
    void recognisesFormats_data();
    void recognisesFormats();
    void goesOnBehindBadRecords_data();
    void goesOnBehindBadRecords();
    void readsJsonTrees();
    void readsParentTables();
    void readsTargets();
    void readsWedges();
    void guessesBondsOnlyIfAsked();
    void readsParentPointerPairs();
    void alignsTagsOfParts();
    void readsWordVectors();
    void readsWholeCollections_data();
    void readsWholeCollections();

private:
    [[nodiscard]] OpenedData open(const std::string& file, std::string_view content,
                                  DataRequest request = {}) {
        request.path = folder_.write(file, content).string();
        auto opened = openData(request);
        if (!opened) {
            qFatal("%s", opened.error().text().c_str());
        }
        return std::move(*opened);
    }

    TemporaryDirectory folder_;
};

void FormatsTest::recognisesFormats_data() {
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("format");
    QTest::addColumn<int>("kind");
    const auto tree = static_cast<int>(StructureKind::kTree);
    const auto molecule = static_cast<int>(StructureKind::kMolecule);
    QTest::newRow("json object") << QByteArray("{\"name\": \"a\", \"children\": []}") << "json" << tree;
    QTest::newRow("json lists") << QByteArray("[\"S\", [\"N\", \"ice\"]]") << "json" << tree;
    QTest::newRow("json lines") << QByteArray("{\"name\": \"a\"}\n{\"name\": \"b\"}\n") << "jsonl" << tree;
    QTest::newRow("conllu") << QByteArray("# x = y\n1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n") << "conllu" << tree;
    QTest::newRow("sick") << QByteArray("pair_ID\tsentence_A\tsentence_B\n1\ta b\tc\n") << "sick" << tree;
    QTest::newRow("mol") << QByteArray(kMethanol) << "mol" << molecule;
    QTest::newRow("sdf") << QByteArray(kMethanol) + "$$$$\n"
                         << "sdf" << molecule;
    QTest::newRow("xyz") << QByteArray(kWater) << "xyz" << molecule;
    QTest::newRow("tagged") << QByteArray(kTagged) << "tagged" << static_cast<int>(StructureKind::kSequence);
    QTest::newRow("ion first") << QByteArray("[Na+].[Cl-]\nCCO\n") << "smi" << molecule;
    QTest::newRow("brackets") << QByteArray("(S (N a)\n   (V b))\n\n(S (N c))\n") << "ptb" << tree;
}

void FormatsTest::recognisesFormats() {
    QFETCH(QByteArray, content);
    QFETCH(QString, format);
    QFETCH(int, kind);
    const OpenedData opened = open("file.txt", content.toStdString());
    QCOMPARE(QString::fromStdString(opened.train->info().format), format);
    QCOMPARE(static_cast<int>(opened.train->info().kind), kind);
    const auto path = (folder_.path() / "file.txt").string();
    QCOMPARE(static_cast<int>(structureOf({.path = path}).value()), kind);
}

void FormatsTest::goesOnBehindBadRecords_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("records");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("reason");
    const QByteArray record = QByteArray(kMethanol) + "$$$$\n";
    QTest::newRow("jsonl") << "a.jsonl" << QByteArray("{\"name\": \"a\"}\n{\"name\" \"b\"}\n[\"S\", \"x\"]\n")
                           << 2 << 2 << "':'";
    QTest::newRow("conllu cycle") << "a.conllu"
                                  << QByteArray(
                                         "1\ta\t_\tX\t_\t_\t2\tx\t_\t_\n2\tb\t_\tX\t_\t_\t1\tx\t_\t_\n"
                                         "\n1\tc\t_\tX\t_\t_\t0\troot\t_\t_\n")
                                  << 1 << 1 << "cycle";
    QTest::newRow("sick") << "a.txt" << QByteArray("pair_ID\tsentence_A\tsentence_B\n1\ta\n2\tc d\te\n") << 1
                          << 2 << "2 cells";
    QTest::newRow("sdf") << "a.sdf" << QByteArray(record).replace(" O ", " Oo ") + record << 1 << 6
                         << "no element";
    QTest::newRow("xyz") << "a.xyz" << QByteArray("2\nx\nC 0 0 0\nO 0 0,5 0\n") + kWater << 1 << 4
                         << "decimal point";
    QTest::newRow("xyz silly count") << "a.xyz" << QByteArray("999999999\nx\n") + kWater << 1 << 1 << "limit";
    QTest::newRow("tagged") << "a.conll" << QByteArray("a\tX\nb\n\nc\tY\n") << 1 << 2 << "columns";
}

void FormatsTest::goesOnBehindBadRecords() {
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    QFETCH(int, records);
    QFETCH(int, line);
    QFETCH(QString, reason);
    const OpenedData opened = open(file.toStdString(), content.toStdString());
    QCOMPARE(opened.train->size(), records);
    QCOMPARE(opened.report.rejected.size(), 1U);
    QCOMPARE(opened.report.rejected.front().line, line);
    const auto message = QString::fromStdString(opened.report.rejected.front().message);
    QVERIFY2(message.contains(reason), qPrintable(message));
}

void FormatsTest::readsJsonTrees() {
    const json item = firstItem(open(
        "a.json", R"([[3, [2, "good"], [2, "caf\u00e9 \ud83d\ude00"]], {"label": "S", "children": [{}]}])"));
    QVERIFY(item["root_label"] == "3");
    QVERIFY(item["tokens"] == json::array({"good", "café 😀"}));
    const OpenedData both = open("b.json", R"([{"name": "a", "target": 1.5}, {"name": "b"}])");
    QCOMPARE(both.train->info().targetNames, std::vector<std::string>{"target"});
    QCOMPARE(both.train->at(0)->targets.at(0), 1.5F);
    QVERIFY(std::isnan(both.train->at(1)->targets.at(0)));
    QCOMPARE(open("d.json", R"({"name": "a", "name": "b"})").report.warnings.size(), 1U);
    const auto broken = openData({.path = folder_.write("c.json", "{\"a\": 1,\n \"b\" 2}").string()});
    QVERIFY(!broken);
    QVERIFY2(broken.error().text().find("line 2, column 6") != std::string::npos,
             broken.error().text().c_str());
    std::string deep;
    constexpr int kLevels = 200000;
    for (int i = 0; i < kLevels; ++i) {
        deep += "[\"n\",";
    }
    deep += "\"x\"" + std::string(kLevels, ']');
    QCOMPARE(std::get<Tree>(open("deep.json", deep).train->at(0)->structure).depth(), kLevels);
}

void FormatsTest::readsParentTables() {
    const OpenedData opened = open("a.json", R"([{"id": "a", "name": "x", "parent": null},
        {"id": "b", "parent": "a", "name": "y"}, {"id": 3, "parent": "b", "name": "z"}, {"id": "r"}])");
    QCOMPARE(opened.train->size(), 2);
    const json item = firstItem(opened);
    QVERIFY(item["depth"] == 3 && item["tokens"] == json::array({"z"}) && item["root"] == "x");
    for (const char* bad : {R"([{"id": 1, "parent": 2}])", R"([{"id": 1, "parent": 1}])",
                            R"([{"id": 1, "parent": null}, {"id": 1, "parent": null}])"}) {
        QVERIFY(!openData({.path = folder_.write("bad.json", bad).string()}));
    }
}

void FormatsTest::readsTargets() {
    const std::string record(kMethanol);
    const std::string sdf = record + ">  <logS>\n1.5\n\n>  <name>\nx\n\n$$$$\n" + record + "$$$$\n";
    const OpenedData opened = open("a.sdf", sdf);
    QCOMPARE(opened.train->info().targetNames, std::vector<std::string>{"logS"});
    QCOMPARE(opened.train->at(0)->targets.at(0), 1.5F);
    QVERIFY(std::isnan(opened.train->at(1)->targets.at(0)));
    QCOMPARE(opened.train->at(0)->id, std::string("methanol"));
    const auto table = folder_.write("v.csv", "y\n4\n5\n").string();
    const OpenedData joined = open("a.sdf", sdf, {.companion = table});
    QCOMPARE(joined.train->at(1)->targets.at(0), 5.0F);
    QVERIFY(!openData({.path = (folder_.path() / "a.sdf").string(), .targetColumns = {"logP"}}));
    const OpenedData frames = open("a.xyz", "1\nenergy=-2.5 Properties=pos:R:3:species:S:1\n0 0 0 He\n");
    QCOMPARE(frames.train->info().targetNames, std::vector<std::string>{"energy"});
    QCOMPARE(frames.train->at(0)->targets.at(0), -2.5F);
    QVERIFY(firstItem(frames)["elements"] == json::array({"He"}));
    QCOMPARE(open("c.xyz", "2\nx\nH 0 0 0\n# why\nH 0 0 1\n").report.warnings.size(), 2U);
}

void FormatsTest::readsWedges() {
    constexpr const char* kAlanine =
        "alanine\n  x\n\n  6  5  0  0  1  0  0  0  0  0999 V2000\n"
        "    0.0000    0.0000    0.0000 C   0  0\n    0.0000    1.5000    0.0000 N   0  0\n"
        "    1.3000   -0.7500    0.0000 C   0  0\n   -1.3000   -0.7500    0.0000 C   0  0\n"
        "   -1.3000   -2.2500    0.0000 O   0  0\n   -2.6000    0.0000    0.0000 O   0  0\n"
        "  1  2  1  1\n  1  3  1  0\n  1  4  1  0\n  4  5  2  0\n  4  6  1  0\nM  END\n";
    std::string mirrored(kAlanine);
    mirrored.replace(mirrored.find("  1  2  1  1"), 12, "  1  2  1  6");
    const json up = firstItem(open("a.mol", kAlanine));
    const json down = firstItem(open("b.mol", mirrored));
    QVERIFY2(up["canonical"] != down["canonical"], up.dump().c_str());
    QVERIFY(up["canonical"] == "C[C@H](N)C(=O)O" || up["canonical"] == "C[C@@H](N)C(=O)O");
}

void FormatsTest::guessesBondsOnlyIfAsked() {
    QVERIFY(firstItem(open("a.xyz", kWater))["bonds"] == 0);
    const json item = firstItem(open("a.xyz", kWater, {.guessBonds = true}));
    QVERIFY(item["bonds"] == 2 && item["atoms"] == 3 && item["formula"] == "H2O");
}

void FormatsTest::readsParentPointerPairs() {
    folder_.write("p/a.cparents", "4 4 5 5 0\n2 3\n");
    folder_.write("p/b.toks", "go\ngo\n");
    folder_.write("p/b.parents", "0\n0\n");
    folder_.write("p/sim.txt", "3.5\n2\n");
    const OpenedData opened = open("p/a.toks", "blue birds sing\none two\n");
    QCOMPARE(opened.train->size(), 1);
    QCOMPARE(opened.report.rejected.front().line, 2);
    const json item = firstItem(opened);
    QVERIFY(item["root_label"] == "PAIR" && item["nodes"] == 7);
    QVERIFY(item["tokens"] == json::array({"blue", "birds", "sing", "go"}));
    QVERIFY(item["targets"] == json::array({3.5}));
}

void FormatsTest::alignsTagsOfParts() {
    folder_.write("t/train.conll", kTagged);
    folder_.write("t/dev.conll", "a\tV\nb\tZ\n");
    const auto opened = openData({.path = (folder_.path() / "t").string()});
    QVERIFY(opened.has_value());
    QCOMPARE(opened->train->info().classNames, (std::vector<std::string>{"D", "N", "P", "V"}));
    QCOMPARE(opened->dev->info().classNames, opened->train->info().classNames);
    QCOMPARE(std::get<Sequence>(opened->dev->at(0)->structure).tags, (std::vector<std::int32_t>{3, -1}));
}

void FormatsTest::readsWordVectors() {
    const Vocabulary words = Vocabulary::build(*open("w.txt", "(2 (2 the) (2 kettle) (2 hums))\n").train);
    const auto rowOf = [&](std::string_view word) { return static_cast<std::size_t>(words.id(word)) * 2; };
    const auto read = [&](std::string_view content, std::vector<float>& table) {
        table.assign(static_cast<std::size_t>(words.size()) * 2, 9.0F);
        return readWordVectors(folder_.write("v.txt", content).string(), words, 2, table);
    };
    std::vector<float> table;
    const auto glove = read("the 1 -2.5e-1\n. . . 3 4\nkettle 5 x\nhums 1\nthe 7 7\n", table);
    QVERIFY2(glove, glove ? "" : glove.error().text().c_str());
    QCOMPARE(glove->found, 1);
    QCOMPARE(glove->warnings.size(), 2U);
    QCOMPARE(glove->warnings.front().line, 3);
    QCOMPARE(table[rowOf("the")], 1.0F);
    QCOMPARE(table[rowOf("the") + 1], -0.25F);
    QCOMPARE(table[rowOf("kettle")], 9.0F);
    QCOMPARE(read("2 2\nhums 1 2\nkettle 3 4\n", table)->found, 2);
    QCOMPARE(read("hums 1 2 3\n", table).error().code, ErrorCode::kInvalid);
    QCOMPARE(read("", table).error().code, ErrorCode::kParse);
    QCOMPARE(readWordVectors("missing.txt", words, 2, table).error().code, ErrorCode::kNotFound);
}

void FormatsTest::readsWholeCollections_data() {
    QTest::addColumn<int>("records");
    QTest::addColumn<int>("rejected");
    QTest::newRow("data/sick/SICK_train.txt") << 4500 << 0;
    QTest::newRow("data/sick/SICK_trial.txt") << 500 << 0;
    QTest::newRow("data/sick/parsed/dev/a.toks") << 500 << 0;
    QTest::newRow("data/ud-english-pud/en_pud-ud-test.conllu") << 1000 << 0;
    QTest::newRow("data/ud-english-ewt/en_ewt-ud-dev.conllu") << 2001 << 0;
    QTest::newRow("data/json-trees/flare.json") << 1 << 0;
    QTest::newRow("data/sick/parsed") << 9927 << 0;
    QTest::newRow("data/qm9-xyz/structures") << 1359 << 0;
    QTest::newRow("data/gdb-sdf/gdb1k.sdf") << 991 << 9;
    QTest::newRow("data/sdf-samples/rdkit/solubility.train.sdf") << 1025 << 0;
    QTest::newRow("data/sdf-samples/rdkit/v3k.2.mol") << 1 << 0;
    QTest::newRow("data/sdf-samples/cdk/viagra_withComment.xyz") << 1 << 0;
    QTest::newRow("data/sdf-samples/rdkit/first_200.props.sdf") << 200 << 0;
    QTest::newRow("data/sdf-samples/rdkit/NCI_aids_few.sdf.gz") << 16 << 0;
}

void FormatsTest::readsWholeCollections() {
    QFETCH(int, records);
    QFETCH(int, rejected);
    const auto path = findSharedData(QTest::currentDataTag());
    if (!path) {
        QSKIP(path.error().text().c_str());
    }
    const auto opened = openData({.path = path->string()});
    QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
    const std::string first =
        opened->report.rejected.empty() ? std::string() : opened->report.rejected.front().message;
    QVERIFY2(static_cast<int>(opened->report.rejected.size()) == rejected, first.c_str());
    QCOMPARE(opened->report.records, records);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::FormatsTest)
#include "formats_test.moc"
