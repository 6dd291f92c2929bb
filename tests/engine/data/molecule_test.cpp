// SPDX-License-Identifier: GPL-3.0-or-later
// Molecules: what a SMILES gives, what a bad one is told, how molecules are drawn, and their features.
#include "engine/base/check.h"
#include "engine/data/chemistry/depiction.h"
#include "engine/data/chemistry/smiles.h"
#include "engine/data/molecule_features.h"

#include <QTest>
#include <QXmlStreamReader>

#include <algorithm>
#include <map>
#include <thread>

namespace loomscope {

namespace {

Molecule molecule(std::string_view smiles) {
    Result<Molecule> result = parseSmiles(smiles);
    if (!result) {
        throw std::runtime_error(result.error().text());
    }
    return *std::move(result);
}

/// The names of the columns that are not 0, with their value where it is not 1.
std::map<std::string, float> named(std::span<const std::string_view> names, std::span<const float> row) {
    std::map<std::string, float> columns;
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (row[i] != 0.0F) {
            columns.emplace(names[i], row[i]);
        }
    }
    return columns;
}

std::map<std::string, float> atomColumns(const Molecule& of, int atom) {
    std::vector<float> row(static_cast<std::size_t>(numAtomFeatures()), -7.0F);
    atomFeatures(of, atom, row);
    return named(atomFeatureNames(), row);
}

std::map<std::string, float> bondColumns(const Molecule& of, int bond) {
    std::vector<float> row(static_cast<std::size_t>(numBondFeatures()), -7.0F);
    bondFeatures(of, bond, row);
    return named(bondFeatureNames(), row);
}

bool has(const std::map<std::string, float>& columns, const std::vector<std::string>& names) {
    return std::ranges::all_of(names, [&](const std::string& name) { return columns.contains(name); });
}

bool isWellFormed(const std::string& xml) {
    QXmlStreamReader reader(QByteArray::fromStdString(xml));
    while (!reader.atEnd()) {
        reader.readNext();
    }
    return !reader.hasError();
}

}  // namespace

class MoleculeTest : public QObject {
    Q_OBJECT

private slots:
    void statesFacts();
    void keepsAtomsInTextOrder();
    void ignoresAtomMapsInCanonicalForm();
    void explainsMistakes_data();
    void explainsMistakes();
    void limitsSize();
    void survivesCutsAtEveryByte();
    void parsesAlikeOnAllThreads();
    void namesEveryFeature();
    void describesAtoms();
    void describesBonds();
    void drawsMolecules();
    void drawsHighlights();
    void refusesWhatCannotBeDrawn();
};

void MoleculeTest::statesFacts() {
    const Molecule m = molecule("  C[C@H](N)c1ccccc1.[Na+].[13CH3][O]\r\n");
    QCOMPARE(m.text, std::string("C[C@H](N)c1ccccc1.[Na+].[13CH3][O]"));
    QCOMPARE(m.formula, std::string("C9H14NNaO+"));
    QCOMPARE(m.charge, 1);
    QCOMPARE(m.numFragments, 3);
    QCOMPARE(m.atoms.size(), 12U);
    QCOMPARE(m.bonds.size(), 10U);
    const Molecule::Atom centre = m.atoms[1];
    QCOMPARE(centre.atomicNumber, 6);
    QCOMPARE(centre.degree, 3);
    QCOMPARE(centre.hydrogens, 1);
    QVERIFY(centre.chirality == 1 || centre.chirality == 2);
    QCOMPARE(centre.hybridization, 4);
    QVERIFY(m.atoms[3].isAromatic && m.atoms[3].isInRing && m.atoms[3].hybridization == 3);
    QVERIFY(m.bonds[3].kind == Molecule::BondKind::kAromatic && m.bonds[3].isConjugated &&
            m.bonds[3].isInRing);
    QCOMPARE(m.atoms[9].charge, 1);
    QCOMPARE(m.atoms[10].isotope, 13);
    QVERIFY(m.atoms[10].mass > 13.0F && m.atoms[10].mass < 13.01F);
    QCOMPARE(m.atoms[11].radicalElectrons, 1);

    const auto chirality = [](std::string_view smiles) { return molecule(smiles).atoms[1].chirality; };
    QVERIFY(chirality("N[C@@H](C)C(=O)O") != chirality("N[C@H](C)C(=O)O"));
    QCOMPARE(chirality("NC(C)C(=O)O"), 0);
    QCOMPARE(molecule("F/C=C/F").bonds[1].stereo, 3);
    QCOMPARE(molecule("F/C=C\\F").bonds[1].stereo, 2);
    QCOMPARE(molecule("[2H]O[2H]").atoms.size(), 3U);
    QCOMPARE(molecule("[H]O[H]").atoms.size(), 1U);
}

void MoleculeTest::keepsAtomsInTextOrder() {
    const Molecule m = molecule("OC([H])=[CH]N");
    QCOMPARE(m.atoms.size(), 4U);
    QCOMPARE(m.atoms[0].atomicNumber, 8);
    QCOMPARE(m.atoms[3].atomicNumber, 7);
    QVERIFY(m.bonds[1].kind == Molecule::BondKind::kDouble && m.bonds[1].begin == 1 && m.bonds[1].end == 2);
}

void MoleculeTest::ignoresAtomMapsInCanonicalForm() {
    QCOMPARE(molecule("[CH3:1][CH2:2][OH:3]").canonical, molecule("OCC").canonical);
    QCOMPARE(molecule("[H:5][O:6][H:7]").formula, std::string("H2O"));
    QVERIFY(molecule("[13CH4]").canonical != molecule("C").canonical);
}

void MoleculeTest::explainsMistakes_data() {
    QTest::addColumn<QString>("smiles");
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char* smiles, int column, const char* reason) {
        QTest::newRow(smiles) << smiles << column << reason;
    };
    row("C1CC", 2, "ring 1 is never closed");
    row("C%10C", 2, "ring 10 is never closed");
    row("C%1", 2, "'%' needs two digits");
    row("1CC", 1, "no atom before it");
    row("C11", 3, "with itself");
    row("C1C1", 4, "doubles a bond");
    row("CC(=O", 3, "'(' is never closed");
    row("CC)", 3, "closes no branch");
    row("C()C", 2, "a branch is empty");
    row("(C)C", 1, "no atom before it");
    row("C(=)C", 3, "a bond has no atom behind it");
    row("CC[O", 3, "'[' is never closed");
    row("C[Xx]", 2, "'Xx' is no element");
    row("C[]", 2, "names no element");
    row("[C@@@H4]", 1, "can't be read as an atom");
    row("CCX", 3, "'X' is no atom");
    row("RCC", 1, "attachment point is written *");
    row("C=", 2, "a bond has no atom behind it");
    row("=C", 1, "a bond has no atom before it");
    row("C==C", 3, "two bonds");
    row("CC.", 3, "an atom on either side");
    row("CCO>>CC", 4, "a reaction");
    row("CO C", 3, "a blank");
    row("C\xE2\x88\x92O", 2, "not printable ASCII");
    row("C\x01O", 2, "not printable ASCII");
    row("C\nO", 2, "not printable ASCII");
    row("CN(C)(C)C", 2, "atom 2 (N) has valence 4, but uncharged N takes at most 3");
    row("[H]OCN(C)(C)[H]", 6, "atom 4 (N) has valence 4");
    row("FC(F)(F)(F)F", 2, "valence 5");
    row("c1cccn1", 1, "cannot be kekulized");
    row("Ccc", 2, "aromatic but in no ring");
    row("", 0, "empty");
    row(" \t", 0, "empty");
}

void MoleculeTest::explainsMistakes() {
    QFETCH(QString, smiles);
    QFETCH(int, column);
    QFETCH(QString, reason);
    const auto result = parseSmiles(smiles.toStdString());
    QVERIFY(!result);
    const QString message = QString::fromStdString(result.error().message);
    QVERIFY2(message.contains(reason), qPrintable(message));
    QVERIFY2(message.size() < 140, qPrintable(message));
    QCOMPARE(result.error().position.value_or(SourcePosition{}).column, column);
}

void MoleculeTest::limitsSize() {
    const auto longChain = parseSmiles(std::string(kMaxMoleculeAtoms + 1, 'C'));
    QVERIFY(!longChain);
    QCOMPARE(longChain.error().code, ErrorCode::kResource);
    QVERIFY(longChain.error().message.find("1501 atoms") != std::string::npos);
    const auto longText = parseSmiles(std::string(kMaxSmilesBytes + 1, '('));
    QVERIFY(!longText);
    QCOMPARE(longText.error().code, ErrorCode::kResource);
    QCOMPARE(molecule(std::string(1000, 'C')).atoms.size(), 1000U);
}

void MoleculeTest::survivesCutsAtEveryByte() {
    const std::string text = "F/C(=C\\[13C@@H](N)c1cc[nH]c1)C%12CC(Br)CC%12.[NH4+].*[Si](C)(C)#N->[Fe++]";
    for (std::size_t first = 0; first < text.size(); ++first) {
        for (std::size_t count = 1; count <= text.size() - first; count += 1 + first % 3) {
            const std::string part = text.substr(first, count);
            const auto result = parseSmiles(part);
            QVERIFY(result ? !result->atoms.empty() : !result.error().message.empty());
        }
    }
}

void MoleculeTest::parsesAlikeOnAllThreads() {
    const std::vector<std::string> texts = {"CCO",     "c1ccccc1C(=O)O", "CC(=O", "N[C@@H](C)C(=O)O",
                                            "c1cccn1", "[Fe+2]"};
    const auto parseAll = [&texts] {
        std::vector<std::string> canonical;
        for (int i = 0; i < 600; ++i) {
            const auto result = parseSmiles(texts[static_cast<std::size_t>(i) % texts.size()]);
            canonical.push_back(result ? result->canonical : result.error().message);
        }
        return canonical;
    };
    std::vector<std::vector<std::string>> found(3);
    {
        std::vector<std::jthread> threads;
        for (std::vector<std::string>& one : found) {
            threads.emplace_back([&one, &parseAll] { one = parseAll(); });
        }
    }
    QVERIFY(found[0] == parseAll() && found[0] == found[1] && found[0] == found[2]);
}

void MoleculeTest::namesEveryFeature() {
    for (const auto names : {atomFeatureNames(), bondFeatureNames()}) {
        std::vector<std::string_view> sorted(names.begin(), names.end());
        std::ranges::sort(sorted);
        QVERIFY(std::ranges::adjacent_find(sorted) == sorted.end());
        QVERIFY(!sorted.front().empty());
    }
    QCOMPARE(numAtomFeatures(), 67);
    QCOMPARE(numBondFeatures(), 13);
    std::vector<float> narrow(3);
    QVERIFY_THROWS_EXCEPTION(InternalError, atomFeatures(molecule("C"), 0, narrow));
}

void MoleculeTest::describesAtoms() {
    const auto methane = atomColumns(molecule("C"), 0);
    QCOMPARE(methane.size(), 7U);
    QVERIFY(has(methane,
                {"element_C", "degree_0", "charge_0", "hydrogens_4", "hybrid_sp3", "chiral_none", "mass"}));
    QCOMPARE(methane.at("mass"), 0.12011F);

    const auto oxide = atomColumns(molecule("[O-][n+]1ccccc1"), 0);
    QVERIFY(has(oxide, {"element_O", "degree_1", "charge_-1", "hydrogens_0"}));
    const auto nitrogen = atomColumns(molecule("[O-][n+]1ccccc1"), 1);
    QVERIFY(has(nitrogen, {"element_N", "degree_3", "charge_1", "hybrid_sp2", "aromatic", "ring"}));

    QVERIFY(has(atomColumns(molecule("[Fe+3]"), 0), {"element_Fe", "charge_other"}));
    QVERIFY(has(atomColumns(molecule("*CC"), 0), {"element_other", "degree_1"}));
    QVERIFY(has(atomColumns(molecule("[U]"), 0), {"element_other"}));
    QVERIFY(has(atomColumns(molecule("[CH3]"), 0), {"hydrogens_3", "radical"}));
    QVERIFY(has(atomColumns(molecule("FS(F)(F)(F)(F)F"), 1), {"degree_other", "hybrid_sp3d2"}));
    const auto left = atomColumns(molecule("N[C@@H](C)C(=O)O"), 1);
    const auto right = atomColumns(molecule("N[C@H](C)C(=O)O"), 1);
    QVERIFY(left.contains("chiral_cw") != right.contains("chiral_cw"));
    QVERIFY(left.contains("chiral_ccw") != right.contains("chiral_ccw"));
}

void MoleculeTest::describesBonds() {
    const Molecule acid = molecule("CC(=O)O");
    QCOMPARE(bondColumns(acid, 0),
             (std::map<std::string, float>{{"bond_single", 1.0F}, {"stereo_none", 1.0F}}));
    QVERIFY(has(bondColumns(acid, 1), {"bond_double", "conjugated"}));
    QVERIFY(has(bondColumns(molecule("C#N"), 0), {"bond_triple"}));
    QVERIFY(has(bondColumns(molecule("c1ccccc1"), 0), {"bond_aromatic", "conjugated", "ring"}));
    QVERIFY(has(bondColumns(molecule("C->[Fe]"), 0), {"bond_other"}));
    QVERIFY(has(bondColumns(molecule("F/C=C/F"), 1), {"stereo_E"}));
    QVERIFY(has(bondColumns(molecule("F/C=C\\F"), 1), {"stereo_Z"}));
}

void MoleculeTest::drawsMolecules() {
    const Molecule caffeine = molecule("Cn1cnc2c1c(=O)n(C)c(=O)n2C");
    const auto light = drawSvg(caffeine, {.width = 320, .height = 200});
    const auto dark = drawSvg(caffeine, {.width = 320, .height = 200, .palette = DepictionPalette::kDark});
    QVERIFY(light && dark);
    QVERIFY(isWellFormed(*light) && isWellFormed(*dark));
    QVERIFY(*light != *dark);
    QVERIFY(light->find("width='320px' height='200px'") != std::string::npos);
    QVERIFY(light->find("<rect") == std::string::npos);  // no background
    QVERIFY(light->find("#000000") == std::string::npos && dark->find("#000000") == std::string::npos);
    for (std::size_t bond = 0; bond < caffeine.bonds.size(); ++bond) {
        const std::string classes = "class='bond-" + std::to_string(bond) + " atom-";
        QVERIFY2(light->find(classes) != std::string::npos, classes.c_str());
    }
    QVERIFY(drawSvg(molecule("[He]")) && drawSvg(molecule("*C.[Na+]")));
}

void MoleculeTest::drawsHighlights() {
    const DepictionColour red{.red = 1.0, .green = 0.0, .blue = 0.2};
    const DepictionColour blue{.red = 0.0, .green = 0.2, .blue = 1.0};
    const auto svg = drawSvg(molecule("CCO"), {.atoms = {{2, red}}, .bonds = {{0, blue}}});
    QVERIFY(svg);
    QVERIFY(isWellFormed(*svg));
    QVERIFY(svg->find("#FF0033") != std::string::npos);
    QVERIFY(svg->find("#0033FF") != std::string::npos);
}

void MoleculeTest::refusesWhatCannotBeDrawn() {
    QCOMPARE(drawSvg("C1CC").error().code, ErrorCode::kParse);
    QCOMPARE(drawSvg("CC", {.width = 0}).error().code, ErrorCode::kInvalid);
    QCOMPARE(drawSvg("CC", {.atoms = {{2, {}}}}).error().code, ErrorCode::kInvalid);
    QCOMPARE(drawSvg("CC", {.bonds = {{-1, {}}}}).error().code, ErrorCode::kInvalid);
    QCOMPARE(drawSvg(std::string(kMaxDrawnAtoms + 1, 'C')).error().code, ErrorCode::kResource);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::MoleculeTest)
#include "molecule_test.moc"
