// SPDX-License-Identifier: GPL-3.0-or-later
// Broken files for every reader: whatever stands in them, a reader ends soon, and with records or a reason.
// LOOMSCOPE_FUZZ_ROUNDS says how many for each file of the corpus, LOOMSCOPE_FUZZ_SEED which; the file at
// hand is kept where LOOMSCOPE_FUZZ_INPUT says, so that a crash leaves it behind.
#include "engine/data/open/file_reader.h"
#include "engine/data/statistics.h"
#include "tests/fuzz/mutation.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <vector>

namespace loomscope {

namespace {

constexpr qint64 kMaxMilliseconds = 10000;

std::vector<std::filesystem::path> filesBelow(const char* folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(sourceDirectory() / folder)) {
        if (entry.is_regular_file() && entry.path().extension() != ".md") {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

std::vector<std::filesystem::path> corpusFiles() {
    return filesBelow("tests/fuzz/corpus");
}

/// Keeps the input at hand if the environment names a file for it.
void keep(const std::string& bytes) {
    if (const QByteArray path = qgetenv("LOOMSCOPE_FUZZ_INPUT"); !path.isEmpty()) {
        std::ofstream(path.toStdString(), std::ios::binary) << bytes;
    }
}

/// What a result has to hold, whatever was read.
bool isSound(const Result<ReadResult>& result) {
    if (!result) {
        return !result.error().message.empty();
    }
    const auto hasMessage = [](const ReadProblem& problem) { return !problem.message.empty(); };
    const bool isExplained = std::ranges::all_of(result->report.rejected, hasMessage) &&
                             std::ranges::all_of(result->report.warnings, hasMessage);
    const auto data = makeDataset(result->info, result->examples);
    return isExplained && !result->examples.empty() && computeStatistics(*data).has_value() &&
           std::ranges::all_of(result->examples, [&](const auto& example) {
               return example->targets.size() == result->info.targetNames.size();
           });
}

}  // namespace

class ReaderFuzzTest : public QObject {
    Q_OBJECT

private slots:
    void readsCorpus_data();
    void readsCorpus();
    void survivesBrokenFiles_data() { readsCorpus_data(); }
    void survivesBrokenFiles();
    void survivesCutsAtEveryByte_data();
    void survivesCutsAtEveryByte();
};

void ReaderFuzzTest::readsCorpus_data() {
    QTest::addColumn<QString>("path");
    for (const std::filesystem::path& file : corpusFiles()) {
        QTest::newRow(file.filename().c_str()) << QString::fromStdString(file.string());
    }
}

void ReaderFuzzTest::readsCorpus() {
    QFETCH(QString, path);
    const auto result = readDataFile(path.toStdString(), {}, {});
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QVERIFY(result->report.rejected.empty());
    QVERIFY(isSound(result));
}

void ReaderFuzzTest::survivesBrokenFiles() {
    QFETCH(QString, path);
    std::vector<std::string> corpus;
    for (const std::filesystem::path& file : corpusFiles()) {
        corpus.push_back(readFile(file));
    }
    const std::string name = path.toStdString();
    const std::string text = readFile(name);
    const int rounds = qEnvironmentVariableIsSet("LOOMSCOPE_FUZZ_ROUNDS")
                           ? qEnvironmentVariableIntValue("LOOMSCOPE_FUZZ_ROUNDS")
                           : 150;
    Rng rng(static_cast<std::uint64_t>(qEnvironmentVariableIntValue("LOOMSCOPE_FUZZ_SEED") + 1));
    for (int round = 0; round < rounds; ++round) {
        const std::string bytes = mutate(text, corpus, rng);
        keep(bytes);
        QElapsedTimer timer;
        timer.start();
        // Every fourth time the format is left to the content.
        const auto result = readDataBytes(round % 4 == 3 ? "broken" : name, bytes, {}, {});
        QVERIFY2(isSound(result), bytes.c_str());
        QVERIFY2(timer.elapsed() < kMaxMilliseconds, bytes.c_str());
    }
}

void ReaderFuzzTest::survivesCutsAtEveryByte_data() {
    readsCorpus_data();
    for (const std::filesystem::path& file : filesBelow("sample_data")) {
        QTest::newRow(file.c_str()) << QString::fromStdString(file.string());
    }
}

void ReaderFuzzTest::survivesCutsAtEveryByte() {
    constexpr std::size_t kMostBytes = 2000;  // of the larger ones the beginning
    QFETCH(QString, path);
    const std::string text = readFile(path.toStdString()).substr(0, kMostBytes);
    for (std::size_t size = 0; size < text.size(); ++size) {
        const auto result = readDataBytes(path.toStdString(), std::string_view(text).substr(0, size), {}, {});
        QVERIFY2(isSound(result), std::to_string(size).c_str());
    }
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ReaderFuzzTest)
#include "reader_fuzz_test.moc"
