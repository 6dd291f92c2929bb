// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of molecules: every hard case, and the tables that are shipped.
#include "engine/data/molecule_features.h"
#include "engine/data/readers/table_reader.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>

namespace loomscope {

namespace {

using nlohmann::json;

const Molecule& moleculeOf(const Example& example) {
    return std::get<Molecule>(example.structure);
}

/// The loaded record with this text, or null.
const Example* findRecord(const ReadResult& result, const std::string& smiles) {
    const auto found = std::ranges::find_if(
        result.examples, [&](const auto& example) { return moleculeOf(*example).text == smiles; });
    return found == result.examples.end() ? nullptr : found->get();
}

float targetOf(const ReadResult& result, const Example& example, const std::string& name) {
    const auto found = std::ranges::find(result.info.targetNames, name);
    return found == result.info.targetNames.end()
               ? std::numeric_limits<float>::infinity()
               : example.targets.at(static_cast<std::size_t>(found - result.info.targetNames.begin()));
}

bool isSame(float value, const json& expected) {
    return expected.is_null() ? std::isnan(value) : value == expected.get<float>();
}

void compareMolecule(const ReadResult& result, const json& expected) {
    const Example* example = findRecord(result, expected["input"]);
    QVERIFY2(example != nullptr, expected.dump().c_str());
    const Molecule& molecule = moleculeOf(*example);
    const auto heavy =
        std::ranges::count_if(molecule.atoms, [](const auto& atom) { return atom.atomicNumber > 1; });
    QCOMPARE(molecule.canonical, expected["canonical"].get<std::string>());
    QCOMPARE(molecule.formula, expected["formula"].get<std::string>());
    QCOMPARE(heavy, expected["heavy_atoms"].get<std::int64_t>());
    QCOMPARE(molecule.atoms.size(), expected["atoms_in_graph"].get<std::size_t>());
    QCOMPARE(molecule.bonds.size(), expected["bonds_in_graph"].get<std::size_t>());
    QCOMPARE(molecule.charge, expected["charge"].get<std::int32_t>());
    QCOMPARE(molecule.numFragments, expected["fragments"].get<std::int32_t>());
    const json targets = expected.value("targets", json::object());
    for (const auto& [name, value] : targets.items()) {
        QVERIFY2(isSame(targetOf(result, *example, name), value), name.c_str());
    }
}

/// Every number of a case that is a list over its records.
void compareLists(const ReadResult& result, const json& expected) {
    const json targets = expected.value("targets", json::object());
    for (const auto& [name, values] : targets.items()) {
        for (std::size_t i = 0; i < values.size(); ++i) {
            QVERIFY2(isSame(targetOf(result, *result.examples.at(i), name), values[i]), name.c_str());
        }
    }
    for (std::size_t i = 0; i < expected.value("names", json::array()).size(); ++i) {
        QCOMPARE(result.examples.at(i)->id, expected["names"][i].get<std::string>());
    }
    for (std::size_t i = 0; i < expected.value("formulas", json::array()).size(); ++i) {
        QCOMPARE(moleculeOf(*result.examples.at(i)).formula, expected["formulas"][i].get<std::string>());
    }
    for (std::size_t i = 0; i < expected.value("values", json::array()).size(); ++i) {
        QVERIFY(isSame(result.examples.at(i)->targets.at(0), expected["values"][i]));
    }
}

bool isReportedAt(const std::vector<ReadProblem>& problems, std::int64_t line) {
    return std::ranges::any_of(problems, [line](const ReadProblem& problem) {
        return problem.line == line && !problem.message.empty();
    });
}

std::size_t countStructures(const ReadResult& result) {
    std::set<std::string> structures;
    for (const auto& example : result.examples) {
        structures.insert(moleculeOf(*example).canonical);
    }
    return structures.size();
}

/// Features of every atom and bond are finite, whatever the molecule.
bool canBeDescribed(const Molecule& molecule) {
    std::vector<float> atom(static_cast<std::size_t>(numAtomFeatures()));
    std::vector<float> bond(static_cast<std::size_t>(numBondFeatures()));
    const auto isFinite = [](float value) { return std::isfinite(value); };
    bool all = true;
    for (int i = 0; i < static_cast<int>(molecule.atoms.size()); ++i) {
        atomFeatures(molecule, i, atom);
        all = all && std::ranges::all_of(atom, isFinite);
    }
    for (int i = 0; i < static_cast<int>(molecule.bonds.size()); ++i) {
        bondFeatures(molecule, i, bond);
        all = all && std::ranges::all_of(bond, isFinite);
    }
    return all;
}

}  // namespace

class MoleculeCasesTest : public QObject {
    Q_OBJECT

private slots:
    void readsCase_data();
    void readsCase();
    void shipsWhatWasMeasured();
};

void MoleculeCasesTest::readsCase_data() {
    QTest::addColumn<QString>("text");
    const auto cases = findSharedData("cases/cases.json");
    if (!cases) {
        QSKIP(cases.error().text().c_str());
    }
    const json index = json::parse(readFile(*cases));
    for (const json& one : index["cases"]) {
        if (one["format"] == "csv-smiles" || one["format"] == "smi") {
            QTest::newRow(one["id"].get<std::string>().c_str()) << QString::fromStdString(one.dump());
        }
    }
}

void MoleculeCasesTest::readsCase() {
    QFETCH(QString, text);
    const json one = json::parse(text.toStdString());
    const json& expected = one["expect"];
    const std::string file = one["file"];
    const auto result = readTable(file, readFile(*findSharedData("cases/" + file)), {});
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    const auto records = static_cast<std::int64_t>(result->examples.size());
    const json& wanted = expected["records"];
    QVERIFY(wanted.is_array() ? records >= wanted[0] && records <= wanted[1] : records == wanted);
    for (const json& molecule : expected.value("molecules", json::array())) {
        compareMolecule(*result, molecule);
    }
    compareLists(*result, expected);
    for (const json& rejected : expected.value("rejected", json::array())) {
        QVERIFY2(isReportedAt(result->report.rejected, rejected["line"]), rejected.dump().c_str());
    }
    QCOMPARE(result->report.rejected.size() >= expected.value("rejected", json::array()).size(), true);
    for (const json& group : expected.value("groups", json::array())) {
        QVERIFY(isReportedAt(result->report.warnings, group.back()));
    }
    if (expected.contains("distinct_structures")) {
        QCOMPARE(countStructures(*result), expected["distinct_structures"]["with_stereo"].get<std::size_t>());
    }
    if (expected["outcome"] == "load-with-warnings") {
        QVERIFY(!result->report.rejected.empty() || !result->report.warnings.empty());
    } else {
        QVERIFY(result->report.rejected.empty());
    }
    QVERIFY(
        std::ranges::all_of(result->examples, [](const auto& e) { return canBeDescribed(moleculeOf(*e)); }));
}

void MoleculeCasesTest::shipsWhatWasMeasured() {
    struct Shipped {
        const char* file;
        const char* source;
        const char* target;
        const char* sourceTarget;
    };
    constexpr std::array kShipped = {
        Shipped{"esol.csv", "data/esol/delaney-processed.csv", "log_solubility",
                "measured log solubility in mols per litre"},
        Shipped{"freesolv.csv", "data/freesolv/SAMPL.csv", "hydration_free_energy", "expt"}};
    for (const Shipped& one : kShipped) {
        const auto shipped =
            readTable(one.file, readFile(sourceDirectory() / "sample_data/molecules" / one.file), {});
        QVERIFY(shipped && shipped->report.rejected.empty());
        QCOMPARE(shipped->info.targetNames, std::vector<std::string>{one.target});
        QCOMPARE(shipped->info.task, Task::kRegression);
        const auto path = findSharedData(one.source);
        if (!path) {
            QSKIP(path.error().text().c_str());
        }
        const auto source = readTable(path->string(), readFile(*path), {.targetColumns = {one.sourceTarget}});
        QVERIFY(source);
        QCOMPARE(shipped->examples.size(), source->examples.size());
        for (std::size_t i = 0; i < source->examples.size(); ++i) {
            QCOMPARE(shipped->examples[i]->targets, source->examples[i]->targets);
            QVERIFY(shipped->examples[i]->structure == source->examples[i]->structure);
        }
    }
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::MoleculeCasesTest)
#include "molecule_cases_test.moc"
