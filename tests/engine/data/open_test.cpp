// SPDX-License-Identifier: GPL-3.0-or-later
// Opening what a person names: files, folders, synthetic sets, and all that can be wrong with them.
#include "engine/data/dataset.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

#include <QTest>

#include <filesystem>

namespace loomscope {

namespace {

constexpr std::string_view kTree = "(3 (2 good) (2 film))\n";

}  // namespace

class OpenTest : public QObject {
    Q_OBJECT

private slots:
    void opensFilesByContent_data();
    void opensFilesByContent();
    void opensFolders();
    void opensSampleData();
    void opensSyntheticSets();
    void warnsWhereClassesAreMissing();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void reportsProgressAndStops();

private:
    TemporaryDirectory folder_;
};

void OpenTest::opensFilesByContent_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<QString>("format");
    QTest::addColumn<int>("kind");
    const auto tree = static_cast<int>(StructureKind::kTree);
    const auto molecule = static_cast<int>(StructureKind::kMolecule);
    QTest::newRow("classes") << "a.txt" << QByteArray("(2 a)\n") << "sst" << tree;
    QTest::newRow("categories") << "a.mrg" << QByteArray("log\n(S (NP a))\n") << "ptb" << tree;
    QTest::newRow("text before") << "b.txt" << QByteArray("### log\n\n  (2 a)\n") << "sst" << tree;
    QTest::newRow("mark and blanks") << "c" << QByteArray("\xEF\xBB\xBF\r\n (2 a)") << "sst" << tree;
    QTest::newRow("table") << "d.txt" << QByteArray("smiles,logS\nCCO,1.5\nCCC,2\n") << "csv" << molecule;
    QTest::newRow("table by extension")
        << "e.TSV" << QByteArray("smiles\tlogS\nCCO\t1.5\n") << "tsv" << molecule;
}

void OpenTest::opensFilesByContent() {
    QFETCH(QString, file);
    QFETCH(QByteArray, content);
    QFETCH(QString, format);
    QFETCH(int, kind);
    const auto path = folder_.write(file.toStdString(), content.toStdString());
    const auto opened = openData({.path = path.string()});
    QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->train->info().format, format.toStdString());
    QCOMPARE(static_cast<int>(opened->train->info().kind), kind);
    QCOMPARE(static_cast<int>(structureOf({.path = path.string()}).value()), kind);
    QCOMPARE(opened->train->info().name, file.toStdString());
    QCOMPARE(opened->report.records, opened->train->size());
    QVERIFY(!opened->dev && !opened->test);
}

void OpenTest::opensFolders() {
    folder_.write("set/Train.txt", std::string(kTree) + "(3 (2\n(2 word)\n");
    folder_.write("set/valid.txt", kTree);
    folder_.write("set/README.md", "nothing");
    folder_.write("set/.test.txt", "hidden");
    const auto opened = openData({.path = (folder_.path() / "set").string()});
    QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
    QVERIFY(structureOf({.path = (folder_.path() / "set").string()}) == StructureKind::kTree);
    QVERIFY(structureOf({.path = "synthetic:lattices?n=5"}) == StructureKind::kLattice);
    QCOMPARE(structureOf({.path = "missing.csv"}).error().code, ErrorCode::kNotFound);
    QCOMPARE(opened->train->size(), 2);
    QCOMPARE(opened->dev->size(), 1);
    QVERIFY(!opened->test);
    QCOMPARE(opened->report.records, 3);
    QCOMPARE(opened->report.rejected.size(), 1U);
    QVERIFY(opened->report.rejected.front().message.starts_with("Train.txt: "));
}

void OpenTest::opensSampleData() {
    const auto opened = openData({.path = (sourceDirectory() / "sample_data/trees/sentiment").string()});
    QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
    QCOMPARE(opened->train->size(), 3000);
    QCOMPARE(opened->dev->size(), 400);
    QCOMPARE(opened->test->size(), 800);
    QVERIFY(opened->report.rejected.empty() && opened->report.warnings.empty());
}

void OpenTest::opensSyntheticSets() {
    const auto opened = openData({.path = "synthetic:trees?n=7&dev=2"});
    QVERIFY(opened.has_value());
    QCOMPARE(opened->train->size(), 7);
    QCOMPARE(opened->dev->size(), 2);
    QCOMPARE(opened->train->info().format, std::string("synthetic"));
}

void OpenTest::warnsWhereClassesAreMissing() {
    const auto path = folder_.write("names.txt", "(positive (neutral the) (positive win))\n").string();
    QVERIFY(openData({.path = path})->report.warnings.empty());
    const auto opened = openData({.path = path, .format = "sst"});
    QCOMPARE(opened->report.warnings.size(), 1U);
    QCOMPARE(opened->train->info().numClasses, 0);
}

void OpenTest::saysWhatIsWrong_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("format");
    QTest::addColumn<QString>("labels");
    QTest::addColumn<int>("code");
    QTest::addColumn<QStringList>("named");
    const auto row = [](const char* tag, const std::filesystem::path& path, ErrorCode code,
                        const QStringList& named, const char* format = "", const char* labels = "sst") {
        QTest::newRow(tag) << QString::fromStdString(path.string()) << format << labels
                           << static_cast<int>(code) << named;
    };
    const std::filesystem::path& folder = folder_.path();
    folder_.write("good.txt", kTree);
    folder_.write("empty/train.txt", kTree);
    folder_.write("loose/esol.csv", "smiles,logS\nC,1\n");
    folder_.write("twice/train.txt", kTree);
    folder_.write("twice/train.csv", "smiles,logS\nC,1\n");
    folder_.write("mixed/train.txt", kTree);
    folder_.write("mixed/test.csv", "smiles,logS\nCC,1\n");
    folder_.write("broken/train.txt", kTree);
    folder_.write("broken/dev.txt", "");
    std::filesystem::create_directories(folder / "hollow");
    row("missing file", folder / "none.txt", ErrorCode::kNotFound, {"none.txt", "does not exist"});
    row("file as folder", folder / "good.txt" / "x", ErrorCode::kNotFound, {"good.txt/x"});
    row("unreadable", "/proc/self/mem", ErrorCode::kIo, {"/proc/self/mem", "can't be read"});
    row("empty file", folder_.write("empty.txt", ""), ErrorCode::kParse,
        {"no trees in file", "empty.txt", "empty"});
    row("not text", folder_.write("picture", std::string("\x89PNG\0\0\1", 7)), ErrorCode::kParse,
        {"not a text file"});
    row("other format", folder_.write("a.zip", "text"), ErrorCode::kInvalid, {"a.zip", ".zip", "csv"});
    row("unknown format", folder / "good.txt", ErrorCode::kInvalid, {"'sstt'", "sst"}, "sstt");
    row("unknown labels", folder / "good.txt", ErrorCode::kInvalid, {"'fine'", "sst-binary"}, "", "fine");
    row("wrong format", folder_.write("words.csv", "a,b\n1,2\n"), ErrorCode::kParse,
        {"no trees", "words.csv"}, "ptb");
    row("folder without parts", folder / "loose", ErrorCode::kNotFound, {"loose", "train", "esol.csv"});
    row("empty folder", folder / "hollow", ErrorCode::kNotFound, {"hollow", "no files"});
    row("part twice", folder / "twice", ErrorCode::kInvalid, {"train.txt", "train.csv"});
    row("parts of two kinds", folder / "mixed", ErrorCode::kInvalid, {"test.csv", "molecule", "tree"});
    row("bad part", folder / "broken", ErrorCode::kParse, {"dev.txt"});
    row("nothing", "", ErrorCode::kInvalid, {"no data"});
    row("unknown set", "synthetic:nonsense", ErrorCode::kNotFound, {"nonsense", "sentiment"});
}

void OpenTest::saysWhatIsWrong() {
    QFETCH(QString, path);
    QFETCH(QString, format);
    QFETCH(QString, labels);
    QFETCH(int, code);
    QFETCH(QStringList, named);
    DataRequest request{.path = path.toStdString(), .treeLabels = labels.toStdString()};
    if (!format.isEmpty()) {
        request.format = format.toStdString();
    }
    const auto opened = openData(request);
    QVERIFY(!opened);
    const std::string text = opened.error().text();
    QVERIFY2(static_cast<int>(opened.error().code) == code, text.c_str());
    for (const QString& name : named) {
        QVERIFY2(QString::fromStdString(text).contains(name), text.c_str());
    }
}

void OpenTest::reportsProgressAndStops() {
    const auto path = folder_.write("good.txt", kTree).string();
    int reports = 0;
    JobControl control;
    control.report = [&](const Progress&) { ++reports; };
    QVERIFY(openData({.path = path}, control).has_value());
    QVERIFY(reports > 0);
    std::stop_source stop;
    stop.request_stop();
    const auto opened = openData({.path = path}, {.stop = stop.get_token()});
    QCOMPARE(opened.error().code, ErrorCode::kCancelled);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::OpenTest)
#include "open_test.moc"
