// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the tree and holds it against the design: arrows between layers, sizes, names, licences.
#include "tests/architecture/function_lengths.h"
#include "tests/architecture/include_rules.h"
#include "tests/architecture/source_tree.h"
#include "tests/architecture/type_names.h"
#include "tests/support/shared_data.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <map>

namespace loomscope {

namespace {

constexpr std::size_t kMostFileLines = 500;
constexpr std::size_t kMostMedianLines = 140;
constexpr int kMostFunctionLines = 60;

std::string place(const SourceFile& file, int line) {
    return file.path + ":" + std::to_string(line) + ": ";
}

/// Fails with all complaints at once, so that one run shows everything there is to do.
void requireNone(const std::vector<std::string>& complaints) {
    for (const auto& complaint : complaints) {
        qWarning("%s", complaint.c_str());
    }
    QVERIFY2(complaints.empty(), (std::to_string(complaints.size()) + " complaints, listed above").c_str());
}

}  // namespace

class ArchitectureTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void includesFollowTheArrows();
    void includesStartAtTheRoot();
    void filesAreSmall();
    void functionsAreSmall();
    void typesHaveOneDefinition();
    void namesSaySomething();
    void filesStateTheirLicence();

private:
    std::vector<SourceFile> files_;
};

void ArchitectureTest::initTestCase() {
    files_ = readSourceTree(sourceDirectory());
    QVERIFY2(files_.size() > 50, "the source tree was not found; set LOOMSCOPE_SOURCE_DIR");
}

void ArchitectureTest::includesFollowTheArrows() {
    std::vector<std::string> complaints;
    for (const auto& file : files_) {
        for (const auto& include : findIncludes(file.lines)) {
            if (const auto reason = whyForbidden(file.path, include); !reason.empty()) {
                complaints.push_back(place(file, include.line) + reason + " (" + include.target + ")");
            }
        }
    }
    requireNone(complaints);
}

void ArchitectureTest::includesStartAtTheRoot() {
    std::vector<std::string> complaints;
    for (const auto& file : files_) {
        for (const auto& include : findIncludes(file.lines)) {
            if (include.isQuoted && !include.target.ends_with(".moc") &&
                !std::filesystem::exists(sourceDirectory() / include.target)) {
                complaints.push_back(place(file, include.line) + "no file " + include.target +
                                     " below the root");
            }
        }
    }
    requireNone(complaints);
}

void ArchitectureTest::filesAreSmall() {
    std::vector<std::string> complaints;
    for (const auto& file : files_) {
        if (file.lines.size() > kMostFileLines) {
            complaints.push_back(file.path + " has " + std::to_string(file.lines.size()) + " lines");
        }
    }
    if (medianLength(files_) > kMostMedianLines) {
        complaints.push_back("the median file has " + std::to_string(medianLength(files_)) + " lines");
    }
    requireNone(complaints);
}

void ArchitectureTest::functionsAreSmall() {
    std::vector<std::string> complaints;
    std::size_t numFunctions = 0;
    int longest = 0;
    for (const auto& file : files_) {
        for (const auto& function : measureFunctions(file.lines)) {
            ++numFunctions;
            longest = std::max(longest, function.numLines);
            if (function.numLines > kMostFunctionLines) {
                complaints.push_back(place(file, function.firstLine) + function.name + " has " +
                                     std::to_string(function.numLines) + " lines");
            }
        }
    }
    qInfo("%zu files, the median of %zu lines; %zu functions, the longest of %d lines", files_.size(),
          medianLength(files_), numFunctions, longest);
    QVERIFY2(numFunctions > files_.size() / 2, "too few functions were found to believe the measure");
    requireNone(complaints);
}

void ArchitectureTest::typesHaveOneDefinition() {
    // The linker takes two types of one name for the same: each would run the other's functions.
    std::map<std::string, std::string> firstPlaces;
    std::vector<std::string> complaints;
    for (const auto& file : files_) {
        if (file.path.starts_with("tests/")) {
            continue;  // programs of their own
        }
        for (const auto& name : findTypeNames(file.lines)) {
            const auto [first, isNew] = firstPlaces.try_emplace(name, file.path);
            if (!isNew) {
                complaints.push_back(file.path + " defines " + name + ", as does " + first->second);
            }
        }
    }
    QVERIFY(firstPlaces.size() > 50);
    requireNone(complaints);
}

void ArchitectureTest::namesSaySomething() {
    std::vector<std::string> complaints;
    for (const auto& file : files_) {
        if (hasEmptyName(file.path)) {
            complaints.push_back(file.path + ": name the file after what it holds");
        }
    }
    requireNone(complaints);
}

void ArchitectureTest::filesStateTheirLicence() {
    std::vector<std::string> complaints;
    for (const auto& file : files_) {
        if (file.lines.empty() || file.lines.front() != licenceLine(file.path)) {
            complaints.push_back(file.path + ": the first line must be " + licenceLine(file.path));
        }
    }
    requireNone(complaints);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ArchitectureTest)
#include "architecture_test.moc"
