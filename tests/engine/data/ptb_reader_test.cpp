// SPDX-License-Identifier: GPL-3.0-or-later
// The treebank reader: every hard case, the real treebanks read whole, and what it does between them.
#include "engine/data/readers/ptb_reader.h"

#include "engine/data/ptb_writer.h"
#include "engine/data/tree_transform.h"
#include "engine/data/treebank_token.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

#include <QTest>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace loomscope {

namespace {

using nlohmann::json;

const Tree& treeOf(const ReadResult& result, std::size_t index) {
    return std::get<Tree>(result.examples.at(index)->structure);
}

std::string rootLabel(const Tree& tree) {
    const Tree::Node& root = tree.nodes.back();
    return root.label >= 0      ? std::to_string(root.label)
           : root.category >= 0 ? tree.categories.at(static_cast<std::size_t>(root.category))
                                : std::string();
}

std::vector<std::string> shown(const Tree& tree) {
    std::vector<std::string> words;
    std::ranges::transform(tree.tokens, std::back_inserter(words), displayToken);
    return words;
}

ReadResult read(std::string_view text, TreeLabels labels = TreeLabels::kSst) {
    Result<ReadResult> result = readPtb(text, "test.txt", labels);
    if (!result) {
        throw std::runtime_error(result.error().text());
    }
    return *std::move(result);
}

/// What a tree should be: any of root_label, tokens, leaves, nodes, depth.
void compareTree(const Tree& tree, const json& expected) {
    if (expected.contains("root_label")) {
        QCOMPARE(rootLabel(tree), expected["root_label"].get<std::string>());
    }
    if (expected.contains("tokens")) {
        QCOMPARE(tree.tokens, expected["tokens"].get<std::vector<std::string>>());
    }
    if (expected.contains("leaves")) {
        QCOMPARE(tree.tokens.size(), expected["leaves"].get<std::size_t>());
    }
    QCOMPARE(tree.numBrackets(), expected["nodes"].get<std::int64_t>());
    if (expected.contains("depth")) {
        QCOMPARE(tree.depth(), expected["depth"].get<std::int32_t>());
    }
}

bool isReportedAt(const ReadReport& report, std::int64_t line) {
    const auto isThere = [line](const ReadProblem& problem) {
        return problem.line == line && !problem.message.empty();
    };
    return std::ranges::any_of(report.rejected, isThere) || std::ranges::any_of(report.warnings, isThere);
}

/// The median seconds of five readings.
double secondsToRead(const std::string& text) {
    std::vector<double> seconds;
    for (int i = 0; i < 5; ++i) {
        const auto start = std::chrono::steady_clock::now();
        const ReadResult result = read(text);
        seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::ranges::sort(seconds);
    return seconds[2];
}

}  // namespace

class PtbReaderTest : public QObject {
    Q_OBJECT

private slots:
    void readsCase_data();
    void readsCase();
    void readsSentimentTreebankWhole_data();
    void readsSentimentTreebankWhole();
    void readsGumWhole();
    void writesWhatItRead_data();
    void writesWhatItRead();
    void goesOnBehindProblems_data();
    void goesOnBehindProblems();
    void takesLabelsAsAsked();
    void namesLabelsOutOfRange();
    void readsOtherEncodings();
    void rejectsFilesWithoutTrees();
    void stopsWhenAsked();
    void survivesCutsAtEveryByte();
    void transformsTrees();
};

void PtbReaderTest::readsCase_data() {
    QTest::addColumn<QString>("text");
    const auto cases = findSharedData("cases/cases.json");
    if (!cases) {
        QSKIP(cases.error().text().c_str());
    }
    const json index = json::parse(readFile(*cases));
    for (const json& one : index["cases"]) {
        if (one["id"].get<std::string>().starts_with("ptb-")) {
            QTest::newRow(one["id"].get<std::string>().c_str()) << QString::fromStdString(one.dump());
        }
    }
}

void PtbReaderTest::readsCase() {
    QFETCH(QString, text);
    const json one = json::parse(text.toStdString());
    const json& expected = one["expect"];
    const std::string bytes = readFile(*findSharedData("cases/" + one["file"].get<std::string>()));
    const auto result = readPtb(bytes, one["file"], TreeLabels::kSst);
    if (expected["outcome"] == "reject-file") {
        QVERIFY(!result);
        QVERIFY(result.error().message.starts_with("no trees in file"));
        return;
    }
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    const auto records = static_cast<std::int64_t>(result->examples.size());
    const json& wanted = expected["records"];
    QVERIFY(wanted.is_array() ? records >= wanted[0] && records <= wanted[1] : records == wanted);
    for (std::size_t i = 0; i < expected.value("trees", json::array()).size(); ++i) {
        compareTree(treeOf(*result, i), expected["trees"][i]);
    }
    if (expected.contains("tokens_display")) {
        QCOMPARE(shown(treeOf(*result, 0)), expected["tokens_display"].get<std::vector<std::string>>());
    }
    for (const json& rejected : expected.value("rejected", json::array())) {
        QVERIFY(isReportedAt(result->report, rejected["line"]));
    }
    QCOMPARE(result->report.rejected.empty() && result->report.warnings.empty(),
             expected["outcome"] == "load");
}

void PtbReaderTest::readsSentimentTreebankWhole_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<std::vector<std::int64_t>>("counts");  // trees, nodes, leaves, binary, roots 0 … 4
    QTest::newRow("train") << "train.txt" << std::vector<std::int64_t>{8544, 318582, 163563, 6920, 1092,
                                                                       2218, 1624,   2322,   1288};
    QTest::newRow("dev") << "dev.txt"
                         << std::vector<std::int64_t>{1101, 41447, 21274, 872, 139, 289, 229, 279, 165};
    QTest::newRow("test") << "test.txt"
                          << std::vector<std::int64_t>{2210, 82600, 42405, 1821, 279, 633, 389, 510, 399};
}

void PtbReaderTest::readsSentimentTreebankWhole() {
    QFETCH(QString, file);
    QFETCH(std::vector<std::int64_t>, counts);
    const auto path = findSharedData("data/sst-ptb/" + file.toStdString());
    if (!path) {
        QSKIP(path.error().text().c_str());
    }
    const std::string text = readFile(*path);
    const ReadResult result = read(text);
    std::vector<std::int64_t> found(9);
    for (std::size_t i = 0; i < result.examples.size(); ++i) {
        const Tree& tree = treeOf(result, i);
        found[0] += 1;
        found[1] += tree.numBrackets();
        found[2] += static_cast<std::int64_t>(tree.tokens.size());
        found[4 + static_cast<std::size_t>(tree.nodes.back().label)] += 1;
    }
    const ReadResult binary = read(text, TreeLabels::kSstBinary);
    found[3] = static_cast<std::int64_t>(binary.examples.size());
    QCOMPARE(found, counts);
    QVERIFY(result.report.rejected.empty() && result.report.warnings.empty());
    QCOMPARE(result.info.format, std::string("sst"));
    QCOMPARE(result.info.numClasses, 5);
    QCOMPARE(binary.info.numClasses, 2);
    QCOMPARE(binary.report.warnings.size(), 1U);
    const double seconds = secondsToRead(text);
    qInfo("%s: %.1f ms, %.0f MB/s", qPrintable(file), seconds * 1e3,
          static_cast<double>(text.size()) / seconds / 1e6);
}

void PtbReaderTest::readsGumWhole() {
    const auto folder = findSharedData("data/ptb-gum");
    if (!folder) {
        QSKIP(folder.error().text().c_str());
    }
    std::vector<std::int64_t> found(4);  // files, trees, nodes, words
    std::int32_t depth = 0;
    for (const auto& entry : std::filesystem::directory_iterator(*folder / "cc-by")) {
        const ReadResult result = read(readFile(entry.path()));
        QVERIFY(result.report.rejected.empty() && result.report.warnings.empty());
        found[0] += 1;
        found[1] += static_cast<std::int64_t>(result.examples.size());
        for (std::size_t i = 0; i < result.examples.size(); ++i) {
            const Tree& tree = treeOf(result, i);
            found[2] += tree.numBrackets();
            found[3] += static_cast<std::int64_t>(tree.tokens.size());
            depth = std::max(depth, tree.depth());
        }
    }
    QCOMPARE(found, (std::vector<std::int64_t>{70, 3038, 118611, 63666}));
    QCOMPARE(depth, 32);
}

void PtbReaderTest::writesWhatItRead_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("classes") << "(3 (2 the) (3 (3 good) (2 -LRB-)))";
    QTest::newRow("categories") << "(S (NP-SBJ-1 (DT the) (NN cup)) (VP (VBD was) (-NONE- *-1)))";
    QTest::newRow("bare words") << "(NP the old (NN cat) (PP on (NP the mat)))";
    QTest::newRow("nameless phrase") << "(S ( (NP it) (VP hums)) (. .))";
    QTest::newRow("one word") << "(2 okay)";
    QTest::newRow("chain") << "(ROOT (ROOT (S (NP it))))";
}

void PtbReaderTest::writesWhatItRead() {
    QFETCH(QString, text);
    const ReadResult result = read(text.toStdString());
    QCOMPARE(writePtb(treeOf(result, 0)), text.toStdString());
    const ReadResult binary = read("(4 (2 so) (4 good))", TreeLabels::kSstBinary);
    QCOMPARE(writePtb(treeOf(binary, 0)), std::string("(1 (? so) (1 good))"));
}

void PtbReaderTest::goesOnBehindProblems_data() {
    using Lines = std::vector<std::int64_t>;
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("words");  // of the trees that load, one word a tree
    QTest::addColumn<Lines>("rejected");
    QTest::addColumn<Lines>("warned");
    QTest::newRow("the first tree is not closed") << "(2 (2 a)\n(2 b)\n(2 c)\n"
                                                  << "b c" << Lines{1} << Lines{};
    QTest::newRow("several are not closed") << "(2 a)\n(2 (2 x)\n(2 b)\n(2 (2 (2 y)\n(2 (2 z)\n"
                                            << "a b" << Lines{2, 4, 5} << Lines{};
    QTest::newRow("one bracket too many") << "(2 a))\n(2 b)\n"
                                          << "a b" << Lines{} << Lines{1};
    QTest::newRow("no margin: trees over lines") << "(S\n(NP\n(N a)\n)\n)\n(S\n(NP\n(N b)\n)\n)"
                                                 << "a b" << Lines{} << Lines{};
    QTest::newRow("an indented tree is not closed") << "(S\n  (NP a))\n(S\n  (NP b)\n(S\n  (NP c))"
                                                    << "a c" << Lines{3} << Lines{};
    QTest::newRow("good tree behind a bad one, same line") << "(2 (2 a) ()) (2 b)"
                                                           << "b" << Lines{1} << Lines{};
    QTest::newRow("a word escaped by backslash") << "(2 \\()\n(2 \\))"
                                                 << "( )" << Lines{} << Lines{};
    QTest::newRow("empty brackets") << "()\n( )\n(2 a)"
                                    << "a" << Lines{1, 2} << Lines{};
}

void PtbReaderTest::goesOnBehindProblems() {
    using Lines = std::vector<std::int64_t>;
    QFETCH(QString, text);
    QFETCH(QString, words);
    QFETCH(Lines, rejected);
    QFETCH(Lines, warned);
    const ReadResult result = read(text.toStdString());
    QStringList found;
    for (const auto& example : result.examples) {
        found << QString::fromStdString(summary(*example));
    }
    QCOMPARE(found.join(' '), words);
    const auto lines = [](const std::vector<ReadProblem>& problems) {
        Lines numbers;
        std::ranges::transform(problems, std::back_inserter(numbers), &ReadProblem::line);
        return numbers;
    };
    QCOMPARE(lines(result.report.rejected), rejected);
    QCOMPARE(lines(result.report.warnings), warned);
}

void PtbReaderTest::takesLabelsAsAsked() {
    const std::string text = "(4 (2 so) (4 good))\n(2 (1 not) (3 bad))\n(0 (1 so) (0 bad))\n";
    const ReadResult names = read(text, TreeLabels::kNone);
    QCOMPARE(names.info.numClasses, 0);
    QCOMPARE(names.info.format, std::string("ptb"));
    QCOMPARE(treeOf(names, 0).categories, (std::vector<std::string>{"4", "2"}));
    QCOMPARE(treeOf(names, 0).nodes.back().label, -1);

    const ReadResult binary = read(text, TreeLabels::kSstBinary);
    QCOMPARE(binary.examples.size(), 2U);
    QCOMPARE(binary.examples[1]->record, 3);
    QCOMPARE(treeOf(binary, 0).nodes.back().label, 1);
    QCOMPARE(treeOf(binary, 0).nodes.front().label, -1);
    QCOMPARE(treeOf(binary, 1).nodes.back().label, 0);
    QCOMPARE(binary.report.warnings.size(), 1U);

    QVERIFY(parseTreeLabels("sst-binary") && !parseTreeLabels("SST"));
}

void PtbReaderTest::namesLabelsOutOfRange() {
    const ReadResult result = read("(2 a)\n(2 (2 é)\t(7 b))\n(-1 c)\n(1.5 d)\n(inf e)");
    QCOMPARE(result.examples.size(), 2U);
    QCOMPARE(result.report.rejected.size(), 3U);
    const ReadProblem& first = result.report.rejected.front();
    QCOMPARE(first.record, 2);
    QCOMPARE(first.line, 2);
    QCOMPARE(first.column, 11);
    QVERIFY(first.message.starts_with("label 7 "));
}

void PtbReaderTest::readsOtherEncodings() {
    const ReadResult latin = read("(2 caf\xE9)\n(2 ok)\n(2 \x93quoted\x94)");
    QCOMPARE(treeOf(latin, 0).tokens.front(), std::string("café"));
    QCOMPARE(treeOf(latin, 2).tokens.front(), std::string("“quoted”"));
    QCOMPARE(latin.report.warnings.size(), 2U);
    QCOMPARE(latin.report.warnings[0].column, 7);
    QCOMPARE(latin.report.warnings[1].line, 3);

    const std::u16string text = u"\uFEFF(2 (2 caf\u00E9) (2 \U0001F3AC))\n";
    std::string little;
    std::string big;
    for (const char16_t unit : text) {
        const auto low = static_cast<char>(unit & 0xFF);
        const auto high = static_cast<char>(unit >> 8);
        little.append({low, high});
        big.append({high, low});
    }
    for (const std::string& bytes : {little, big}) {
        const ReadResult result = read(bytes);
        QCOMPARE(treeOf(result, 0).tokens, (std::vector<std::string>{"café", "🎬"}));
        QCOMPARE(result.report.warnings.size(), 1U);
    }
}

void PtbReaderTest::rejectsFilesWithoutTrees() {
    for (const char* text : {"", "\xEF\xBB\xBF", " \r\n\t", "just words", "(2 a", "((((", "))))", "(2)"}) {
        const auto result = readPtb(text, "folder/some.txt", TreeLabels::kSst);
        QVERIFY2(!result, text);
        QCOMPARE(result.error().code, ErrorCode::kParse);
        QVERIFY(result.error().message.find("folder/some.txt") != std::string::npos);
    }
}

void PtbReaderTest::stopsWhenAsked() {
    std::string text;
    for (int i = 0; i < 5000; ++i) {
        text += "(2 word)\n";
    }
    std::stop_source stop;
    std::vector<Progress> seen;
    JobControl control{.stop = stop.get_token()};
    control.report = [&](const Progress& progress) {
        seen.push_back(progress);
        if (seen.size() == 2) {
            stop.request_stop();
        }
    };
    const auto result = readPtb(text, "long.txt", TreeLabels::kSst, control);
    QVERIFY(!result);
    QCOMPARE(result.error().code, ErrorCode::kCancelled);
    QCOMPARE(seen.size(), 3U);
    QCOMPARE(seen[1].total, static_cast<std::int64_t>(text.size()));
}

void PtbReaderTest::survivesCutsAtEveryByte() {
    const std::string text = "\xEF\xBB\xBF(3 (2 é) (3 (2 -LRB-) x))\r\n ( (S (NP the\\) 🎬) (VP y)) )\nz(";
    for (std::size_t first = 0; first < text.size(); ++first) {
        for (std::size_t count = 0; count <= text.size() - first; ++count) {
            const std::string part =
                text.substr(first, count);  // its own memory, so that a sanitiser sees each overrun
            const auto result = readPtb(part, "cut.txt", TreeLabels::kSst);
            if (result) {
                QVERIFY(!result->examples.empty());
                QVERIFY(writePtb(treeOf(*result, 0)).find('(') == 0);
            }
        }
    }
}

void PtbReaderTest::transformsTrees() {
    const ReadResult chains = read("(3 (3 (3 (3 great))) (2 (2 (2 fun))))\n(1 (2 word))");
    QCOMPARE(writePtb(collapseUnary(treeOf(chains, 0))), std::string("(3 (3 great) (2 fun))"));
    QCOMPARE(writePtb(collapseUnary(treeOf(chains, 1))), std::string("(1 word)"));

    const ReadResult traces =
        read("(S (NP (DT the) (NN cup)) (VP was (VP washed (NP (-NONE- *-1)))) (. .))\n(S (-NONE- *))");
    const Tree kept = removeEmptyElements(treeOf(traces, 0));
    QCOMPARE(kept.tokens, (std::vector<std::string>{"the", "cup", "was", "washed", "."}));
    QVERIFY(removeEmptyElements(treeOf(traces, 1)).nodes.empty());
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::PtbReaderTest)
#include "ptb_reader_test.moc"
