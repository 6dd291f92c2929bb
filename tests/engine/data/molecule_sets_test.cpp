// SPDX-License-Identifier: GPL-3.0-or-later
// The public sets of molecules read whole: records, structures, what is rejected, missing targets, seconds.
#include "engine/data/readers/table_reader.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

namespace loomscope {

namespace {

std::size_t countStructures(const ReadResult& result) {
    std::set<std::string> structures;
    for (const auto& example : result.examples) {
        structures.insert(std::get<Molecule>(example->structure).canonical);
    }
    return structures.size();
}

std::vector<std::int64_t> missingTargets(const ReadResult& result) {
    std::vector<std::int64_t> missing(result.info.targetNames.size());
    for (const auto& example : result.examples) {
        for (std::size_t i = 0; i < missing.size(); ++i) {
            missing[i] += std::isnan(example->targets[i]) ? 1 : 0;
        }
    }
    return missing;
}

}  // namespace

class MoleculeSetsTest : public QObject {
    Q_OBJECT

private slots:
    void readsSet_data();
    void readsSet();
};

void MoleculeSetsTest::readsSet_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<std::vector<std::int64_t>>("counts");  // records, structures, targets
    QTest::addColumn<std::vector<std::int64_t>>("rejected");
    const auto row = [](const char* file, const std::vector<std::int64_t>& counts,
                        const std::vector<std::int64_t>& rejected) {
        QTest::newRow(file) << file << counts << rejected;
    };
    row("esol/delaney-processed.csv", {1128, 1117, 8}, {});
    row("freesolv/SAMPL.csv", {642, 642, 2}, {});
    row("freesolv/database.txt", {642, 642, 4}, {});
    row("bbbp/BBBP.csv", {2039, 1975, 1}, {61, 63, 393, 616, 644, 647, 648, 649, 650, 651, 687});
    row("clintox/clintox.csv", {1478, 1459, 2}, {9, 304, 985, 986, 1221, 1222});
    row("tox21/tox21.csv", {7831, 7831, 12}, {});
    row("tox21/tox21_8014.csv.gz", {8014, 7831, 12}, {});
    row("hiv/HIV.csv", {41913, 41127, 1}, {});
}

void MoleculeSetsTest::readsSet() {
    QFETCH(QString, file);
    QFETCH(std::vector<std::int64_t>, counts);
    QFETCH(std::vector<std::int64_t>, rejected);
    const auto path = findSharedData("data/" + file.toStdString());
    if (!path) {
        QSKIP(path.error().text().c_str());
    }
    const std::string content = readFile(*path);
    const auto start = std::chrono::steady_clock::now();
    const auto result = readTable(path->string(), content, {});
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    const auto structures = static_cast<std::int64_t>(countStructures(*result));
    QCOMPARE((std::vector{result->report.records, structures,
                          static_cast<std::int64_t>(result->info.targetNames.size())}),
             counts);
    std::vector<std::int64_t> lines;
    std::ranges::transform(result->report.rejected, std::back_inserter(lines), &ReadProblem::line);
    QCOMPARE(lines, rejected);
    QCOMPARE(static_cast<std::int64_t>(result->report.warnings.size()), counts[0] - counts[1]);
    if (file == "tox21/tox21.csv") {
        QCOMPARE(result->info.task, Task::kClassification);
        QCOMPARE(missingTargets(*result), (std::vector<std::int64_t>{566, 1073, 1282, 2010, 1638, 876, 1381,
                                                                     1999, 759, 1364, 2021, 1057}));
    }
    qInfo("%s: %.2f s", qPrintable(file), seconds.count());
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::MoleculeSetsTest)
#include "molecule_sets_test.moc"
