// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of molecules: how delimiter, header, columns and targets are found, and what is said of each bad
// row.
#include "engine/data/readers/table_reader.h"

#include "engine/data/chemistry/smiles.h"
#include "engine/data/readers/table_targets.h"
#include "tests/support/temporary_directory.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <thread>

namespace loomscope {

namespace {

using Lines = std::vector<std::int64_t>;
using Texts = std::vector<std::string>;

Texts canonicals(const ReadResult& result) {
    Texts all;
    for (const auto& example : result.examples) {
        all.push_back(std::get<Molecule>(example->structure).canonical);
    }
    return all;
}

Texts ids(const ReadResult& result) {
    Texts all;
    std::ranges::transform(result.examples, std::back_inserter(all),
                           [](const auto& example) { return example->id; });
    return all;
}

/// The targets of all records, one after the other; −99 for a missing one.
std::vector<float> targets(const ReadResult& result) {
    std::vector<float> all;
    for (const auto& example : result.examples) {
        for (const float target : example->targets) {
            all.push_back(std::isnan(target) ? -99.0F : target);
        }
    }
    return all;
}

Lines lines(const std::vector<ReadProblem>& problems) {
    Lines all;
    std::ranges::transform(problems, std::back_inserter(all), &ReadProblem::line);
    return all;
}

ReadResult read(std::string_view text, const DataRequest& request = {},
                const std::string& path = "table.csv") {
    Result<ReadResult> result = readTable(path, text, request);
    if (!result) {
        throw std::runtime_error(result.error().text());
    }
    return *std::move(result);
}

std::string errorOf(std::string_view text, const DataRequest& request = {}) {
    const auto result = readTable("table.csv", text, request);
    return result ? "" : result.error().text();
}

}  // namespace

class TableReaderTest : public QObject {
    Q_OBJECT

private slots:
    void recognisesDelimiter_data();
    void recognisesDelimiter();
    void takesDelimiterAsAsked();
    void splitsQuotedCells();
    void goesOnBehindOpenQuotes();
    void rejectsRowsOfAnotherWidth();
    void recognisesHeader();
    void recognisesSmilesColumn();
    void choosesTargets();
    void namesMissingColumns();
    void readsNumbers_data();
    void readsNumbers();
    void recognisesTask();
    void saysWhereProblemsAre();
    void reportsRepeats();
    void joinsCompanion();
    void refusesCompanionsThatDoNotFit();
    void readsOtherEncodings();
    void rejectsFilesWithoutMolecules();
    void unpacksGzip();
    void readsAlikeOnAllThreads();
    void reportsProgressAndStops();
    void survivesCutsAtEveryByte();
};

void TableReaderTest::recognisesDelimiter_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("format");
    QTest::newRow("comma") << "smiles,y\nCCO,1.5\nCCN,2\n"
                           << "csv";
    QTest::newRow("tab") << "smiles\ty\nCCO\t1.5\nCCN\t2\n"
                         << "tsv";
    QTest::newRow("semicolon") << "smiles;y\nCCO;1.5\nCCN;2\n"
                               << "csv";
    QTest::newRow("bar") << "smiles|y\nCCO|1.5\nCCN|2\n"
                         << "csv";
    QTest::newRow("commas inside") << "smiles;y;note\nCCO;1.5;a, b\nCCN;2;c, d, e\n"
                                   << "csv";
    QTest::newRow("semicolons inside") << "smiles,y,note\nCCO,1.5,a; b\nCCN,2,c; d\n"
                                       << "csv";
    QTest::newRow("CRLF") << "smiles,y\r\nCCO,1.5\r\nCCN,2\r\n"
                          << "csv";
    QTest::newRow("CR") << "smiles,y\rCCO,1.5\rCCN,2"
                        << "csv";
}

void TableReaderTest::recognisesDelimiter() {
    QFETCH(QString, text);
    QFETCH(QString, format);
    const ReadResult result = read(text.toStdString());
    QCOMPARE(result.info.format, format.toStdString());
    QCOMPARE(canonicals(result), (Texts{"CCO", "CCN"}));
    QCOMPARE(targets(result), (std::vector<float>{1.5F, 2.0F}));
    QCOMPARE(result.examples[1]->line, 3);
    QVERIFY(result.report.rejected.empty() && result.report.warnings.empty());
}

void TableReaderTest::takesDelimiterAsAsked() {
    QCOMPARE(targets(read("smiles y\nCCO 1.5\n", {.delimiter = ' '})), std::vector<float>{1.5F});
    const ReadResult smi = read("CCO first one\nCCN\tsecond\n", {}, "x.smi");
    QCOMPARE(smi.info.format, std::string("smi"));
    QCOMPARE(ids(smi), (Texts{"first one", "second"}));
    const ReadResult table =
        read("SMILES\tName\tlogS\nCCO\tethanol\t0.3\n", {.targetColumns = {"logS"}}, "x.smi");
    QCOMPARE(targets(table), std::vector<float>{0.3F});
    QCOMPARE(ids(table), Texts{"ethanol"});
}

void TableReaderTest::splitsQuotedCells() {
    const ReadResult result = read(
        "name,smiles,y\n\"a, \"\"b\"\"\nc\" ,CCO,1\n \"5-fluoro\" uracil,CCN,2\n2\"-amino,\"CCS\",\"3\"\n");
    QCOMPARE(ids(result), (Texts{"a, \"b\"\nc", "\"5-fluoro\" uracil", "2\"-amino"}));
    QCOMPARE(canonicals(result), (Texts{"CCO", "CCN", "CCS"}));
    QCOMPARE(targets(result), (std::vector<float>{1, 2, 3}));
    QCOMPARE(result.examples[1]->line, 4);
}

void TableReaderTest::goesOnBehindOpenQuotes() {
    const ReadResult result = read("name,smiles,y\n\"a,CCO,1\nb,CCN,2\nc,\"CCS,3\n\"d\",CCF,4\n");
    QCOMPARE(canonicals(result), (Texts{"CCN", "CCF"}));
    QCOMPARE(targets(result), (std::vector<float>{2, 4}));
    QCOMPARE(lines(result.report.rejected), (Lines{2, 4}));
    QCOMPARE(result.examples[1]->record, 4);
}

void TableReaderTest::rejectsRowsOfAnotherWidth() {
    const ReadResult result = read("smiles,a,b\nCCO,1,2\nCCN,1\nCCS,1,2,3\nCCF,3,4,, \n,,\nCCCl,,5\n");
    QCOMPARE(canonicals(result), (Texts{"CCO", "CCF", "CCCl"}));
    QCOMPARE(targets(result), (std::vector<float>{1, 2, 3, 4, -99, 5}));
    QCOMPARE(lines(result.report.rejected), (Lines{3, 4}));
    QVERIFY(result.report.rejected[0].message.find("2 cells where there are 3 columns") != std::string::npos);
    QVERIFY(result.report.rejected[1].message.find("4 cells") != std::string::npos);
    QCOMPARE(result.examples[2]->record, 5);
}

void TableReaderTest::recognisesHeader() {
    QCOMPARE(canonicals(read("CCO,1\nCCN,2\n")).size(), 2U);
    QCOMPARE(read("CCO,1\nCCN,2\n").info.targetNames, Texts{"column_2"});
    QCOMPARE(canonicals(read("structure code,value\nCCO,1\nCCN,2\n")), (Texts{"CCO", "CCN"}));
    QCOMPARE(canonicals(read("CCO,ethanol\nCCN,ethylamine\n")), (Texts{"CCO", "CCN"}));
    QCOMPARE(canonicals(read("CCO\nCCN\n", {}, "x.txt")), (Texts{"CCO", "CCN"}));
    QCOMPARE(canonicals(read("smiles\nCCO\nCCN\n")), (Texts{"CCO", "CCN"}));
    const ReadResult commented =
        read("# made today\n# id; SMILES; value\nm1; CCO; -2\n# not a row\nm2; CCN; 3\n");
    QCOMPARE(commented.info.targetNames, Texts{"value"});
    QCOMPARE(ids(commented), (Texts{"m1", "m2"}));
    QCOMPARE(commented.examples[1]->line, 5);
    const ReadResult twice = read("smiles,y,y,z\nCCO,1,2,3\n");
    QCOMPARE(twice.info.targetNames, (Texts{"y", "y_2", "z"}));
    QCOMPARE(targets(twice), (std::vector<float>{1, 2, 3}));
    QCOMPARE(twice.report.warnings.size(), 1U);
}

void TableReaderTest::recognisesSmilesColumn() {
    const auto first = [](std::string_view text, const DataRequest& request = {}) {
        return canonicals(read(text, request)).front();
    };
    QCOMPARE(first("ID,SMILES\n1,CCO\n"), std::string("CCO"));
    QCOMPARE(first("Canonical_SMILES,y\nCCO,1\n"), std::string("CCO"));
    QCOMPARE(first("mol,Class\nCCO,1\n"), std::string("CCO"));
    QCOMPARE(first("mol,compound\nM1,CCO\nM2,CCN\n"), std::string("CCO"));  // a name alone is not enough
    QCOMPARE(first("code,what,y\nCI,CCCCO,1\nCI,CCCCN,0\n"), std::string("CCCCO"));  // longer than a code
    QCOMPARE(first("smiles,product\nCC,CCO\n", {.smilesColumn = "product"}), std::string("CCO"));
}

void TableReaderTest::choosesTargets() {
    const std::string text =
        "Unnamed: 0,name,mol_id,smiles,logS,note,active,mixed\n0,a,7,CCO,1.5,good,1,x\n1,b,8,CCN,,bad,NA,2\n";
    QCOMPARE(read(text).info.targetNames, (Texts{"logS", "active", "mixed"}));
    QCOMPARE(targets(read(text)), (std::vector<float>{1.5F, 1, -99, -99, -99, 2}));
    const ReadResult chosen = read(text, {.targetColumns = {"ACTIVE", "mol_id", "active"}});
    QCOMPARE(chosen.info.targetNames, (Texts{"active", "mol_id"}));
    QCOMPARE(targets(chosen), (std::vector<float>{1, 7, -99, 8}));
    QCOMPARE(ids(chosen), (Texts{"a", "b"}));
    QVERIFY(read("smiles,name\nCCO,a\n").info.targetNames.empty());
}

void TableReaderTest::namesMissingColumns() {
    const std::string text = "name,smiles,logS,note\na,CCO,1,good\n";
    const std::string columns = "the columns are name, smiles, logS, note";
    QVERIFY(
        errorOf(text, {.targetColumns = {"logP"}}).find("table.csv: there is no column 'logP'; " + columns) !=
        std::string::npos);
    QVERIFY(errorOf(text, {.smilesColumn = "mol"}).find("no column 'mol'; " + columns) != std::string::npos);
    QVERIFY(errorOf(text, {.targetColumns = {"note"}}).find("no number") != std::string::npos);
    QVERIFY(errorOf(text, {.targetColumns = {"smiles"}}).find("holds the SMILES") != std::string::npos);
    QVERIFY(errorOf("a,b\n1,2\n").find("no column of SMILES; name it with --smiles. The columns are a, b") !=
            std::string::npos);
}

void TableReaderTest::readsNumbers_data() {
    QTest::addColumn<QString>("cell");
    QTest::addColumn<float>("value");  // −99: missing; −100: refused
    const auto row = [](const char* cell, float value) { QTest::newRow(cell) << cell << value; };
    row("1e-3", 0.001F);
    row("+2", 2.0F);
    row("-3.25", -3.25F);
    row(".5", 0.5F);
    row("5.", 5.0F);
    row("TRUE", 1.0F);
    row("false", 0.0F);
    for (const char* missing : {"", "NA", "n/a", "nan", "NULL", "None", "?", "-"}) {
        row(missing, -99.0F);
    }
    for (const char* bad :
         {"1,5", "inf", "-Infinity", "1e400", "1e39", ">5", "3..2", "0x10", "1 2", "+-1", "12abc"}) {
        row(bad, -100.0F);
    }
}

void TableReaderTest::readsNumbers() {
    QFETCH(QString, cell);
    QFETCH(float, value);
    const auto number = parseTarget(cell.toStdString());
    QCOMPARE(!number ? -100.0F : std::isnan(*number) ? -99.0F : *number, value);
}

void TableReaderTest::recognisesTask() {
    QCOMPARE(read("smiles,y\nCCO,1\nCCN,\nCCS,0\n").info.task, Task::kClassification);
    QCOMPARE(read("smiles,y\nCCO,1\nCCN,2\n").info.task, Task::kRegression);
    QCOMPARE(read("smiles\nCCO\n").info.task, Task::kNone);
    const std::string text = "smiles,y\nCCO,1\nCCN,0\n";
    QCOMPARE(read(text, {.task = Task::kRegression}).info.task, Task::kRegression);
    QCOMPARE(read(text).info.numClasses, 2);
    const ReadResult beyond = read("smiles,y\nCCO,1\nCCN,2\nCCS,0.5\n", {.task = Task::kClassification});
    QCOMPARE(targets(beyond), (std::vector<float>{1, -99, -99}));
    QCOMPARE(lines(beyond.report.warnings), (Lines{3, 4}));
    QVERIFY(beyond.report.warnings[0].message.find("'2' is neither 0 nor 1") != std::string::npos);
}

void TableReaderTest::saysWhereProblemsAre() {
    const ReadResult result = read("näme,smiles,y\nä,CCO,1\nö,CC(=O,2\nü, \"CCX\",3\né,CCN,>4\n");
    QCOMPARE(result.report.rejected.size(), 2U);
    const ReadProblem& branch = result.report.rejected[0];
    QCOMPARE(branch.record, 2);
    QCOMPARE(branch.line, 3);
    QCOMPARE(branch.column, 5);
    QCOMPARE(branch.message, std::string("'CC(=O': '(' is never closed"));
    QCOMPARE(result.report.rejected[1].column, 7);
    QCOMPARE(result.report.warnings.size(), 1U);
    QCOMPARE(result.report.warnings[0].record, 4);
    QCOMPARE(result.report.warnings[0].column, 7);
    QCOMPARE(targets(result), (std::vector<float>{1, -99}));
}

void TableReaderTest::reportsRepeats() {
    const ReadResult result =
        read("smiles,a,b\nOCC,1,0\nCCO,1,\nC(O)C,0,0\n[CH3:1]CO,1,1\nN[C@H](C)O,1,1\nNC(C)O,1,1\n");
    QCOMPARE(result.examples.size(), 6U);
    QCOMPARE(lines(result.report.warnings), (Lines{3, 4, 5}));
    const auto message = [&](std::size_t i) { return result.report.warnings[i].message; };
    QVERIFY(message(0).ends_with("as line 2"));
    QVERIFY(message(1).ends_with("as line 2, with other targets: a is 0 here and 1 there"));
    QVERIFY(message(2).ends_with("b is 1 here and 0 there"));
}

void TableReaderTest::joinsCompanion() {
    const TemporaryDirectory folder;
    const std::string text = "smiles,name\nCCO,a\nCCN,b\nCCX,c\nCCS,d\n";
    const auto with = [&](std::string_view companion) {
        return read(text, {.companion = folder.write("y.csv", companion).string()});
    };
    const ReadResult byName = with("name,y\nd,4\nc,3\na,1\nq,9\n");
    QCOMPARE(byName.info.targetNames, Texts{"y"});
    QCOMPARE(targets(byName), (std::vector<float>{1, -99, 4}));
    QCOMPARE(byName.report.warnings.size(), 2U);
    QCOMPARE(lines(byName.report.rejected), Lines{4});

    QCOMPARE(targets(with("smiles,y\nCCS,4\nCCO,1\nCCN,2\n")), (std::vector<float>{1, 2, 4}));
    QCOMPARE(targets(with("y\n1\n2\n3\n4\n")), (std::vector<float>{1, 2, 4}));
    QVERIFY(with("y\n1\n2\n3\n4\n").info.contentHash != with("y\n1\n2\n3\n5\n").info.contentHash);
}

void TableReaderTest::refusesCompanionsThatDoNotFit() {
    const TemporaryDirectory folder;
    const std::string text = "smiles,name\nCCO,a\nCCN,b\n";
    const std::string shorter = folder.write("y.csv", "y\n1\n").string();
    QVERIFY(errorOf(text, {.companion = shorter}).find("1 records instead of 2") != std::string::npos);
    QVERIFY(errorOf(text, {.targetColumns = {"z"}, .companion = shorter}).find("columns are y") !=
            std::string::npos);
    const std::string missing = (folder.path() / "none.csv").string();
    QVERIFY(errorOf(text, {.companion = missing}).find("does not exist") != std::string::npos);
    QVERIFY(errorOf(text, {.companion = folder.path().string()}).find("can't be read") != std::string::npos);
}

void TableReaderTest::readsOtherEncodings() {
    QCOMPARE(read("\xEF\xBB\xBFsmiles,y\nCCO,3\n").info.targetNames, Texts{"y"});
    const ReadResult latin = read("name,smiles\ncaf\xE9,CCO\n");
    QCOMPARE(ids(latin), Texts{"café"});
    QCOMPARE(latin.report.warnings.size(), 1U);
}

void TableReaderTest::rejectsFilesWithoutMolecules() {
    for (const char* text :
         {"", "\n\n", "# only a comment\n", "smiles,y\n", "smiles,y\nCCX,1\n,2\n", "\"\n", "\"a,b\n\"c,d"}) {
        const auto result = readTable("some/table.csv", text, {});
        QVERIFY2(!result, text);
        QCOMPARE(result.error().code, ErrorCode::kParse);
        QVERIFY2(result.error().message.find("some/table.csv") != std::string::npos,
                 result.error().message.c_str());
    }
    QVERIFY(errorOf("smiles,y\nCCX,1\n").find("line 2") != std::string::npos);
}

void TableReaderTest::unpacksGzip() {
    // gzip of "smiles,y\nCCO,1\nCCN,0\n"
    const std::string packed(
        "\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03+\xce\xcd\xccI-\xd6\xa9\xe4rv\xf6\xd7"
        "1\x04\x92~:\x06\\\x00sRh\n\x15\x00\x00\x00",
        39);
    QCOMPARE(targets(read(packed)), (std::vector<float>{1, 0}));

    for (std::size_t size = 2; size < packed.size(); ++size) {
        QVERIFY(errorOf(packed.substr(0, size)).find("damaged or cut off") != std::string::npos);
    }
}

void TableReaderTest::readsAlikeOnAllThreads() {
    const std::string sample =
        readFile(std::filesystem::path(qEnvironmentVariable("LOOMSCOPE_SOURCE_DIR").toStdString()) /
                 "sample_data/molecules/freesolv.csv");
    const ReadResult result = read(sample);
    QCOMPARE(result.examples.size(), 642U);
    for (const auto& example : result.examples) {
        const auto& molecule = std::get<Molecule>(example->structure);
        QVERIFY(molecule == *parseSmiles(molecule.text));
    }
    QCOMPARE(read(sample).info.contentHash, result.info.contentHash);
}

void TableReaderTest::reportsProgressAndStops() {
    std::string text = "smiles,y\n";
    for (int i = 0; i < 40000; ++i) {
        text += "CN1CCC23C4C1CC5=C2C(=C(C=C5)O)OC3C(C=C4)O,1\n";
    }
    double milliseconds = 1e9;
    for (int attempt = 0; attempt < 3 && milliseconds >= 200.0; ++attempt) {
        std::stop_source stop;
        std::atomic<std::int64_t> done = 0;
        std::atomic<std::chrono::steady_clock::time_point> stopped;
        JobControl control{.stop = stop.get_token()};
        control.report = [&](const Progress& progress) {
            QCOMPARE(progress.total, 40000);
            done = progress.done;
        };
        const std::jthread stopper([&] {
            while (done < 1024) {
                std::this_thread::yield();
            }
            stopped = std::chrono::steady_clock::now();
            stop.request_stop();
        });
        const auto result = readTable("long.csv", text, {}, control);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::kCancelled);
        milliseconds =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - stopped.load())
                .count();
    }
    QVERIFY2(milliseconds < 200.0, std::to_string(milliseconds).c_str());
}

void TableReaderTest::survivesCutsAtEveryByte() {
    const std::string text =
        "\xEF\xBB\xBF# c\r\nname;smiles;y\r\n\"a \"\"b\";CC\xC2\xA0;1,5\n;\"C\nC\";x\n\"q;N;2\r\xE9;[Fe];;\n";
    for (std::size_t first = 0; first < text.size(); ++first) {
        for (std::size_t count = 0; count <= text.size() - first; ++count) {
            const std::string part =
                text.substr(first, count);  // its own memory: a sanitiser sees each overrun
            const auto result = readTable(count % 2 == 0 ? "cut.csv" : "cut.smi", part, {});
            QVERIFY(result ? !result->examples.empty() : !result.error().message.empty());
        }
    }
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::TableReaderTest)
#include "table_reader_test.moc"
