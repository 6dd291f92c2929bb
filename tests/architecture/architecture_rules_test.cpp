// SPDX-License-Identifier: GPL-3.0-or-later
// The rules of the architecture tests, tried on small samples: each must be able to fail.
#include "tests/architecture/code_text.h"
#include "tests/architecture/document_commands.h"
#include "tests/architecture/function_lengths.h"
#include "tests/architecture/include_rules.h"
#include "tests/architecture/source_tree.h"
#include "tests/architecture/type_names.h"

#include <QTest>

namespace loomscope {

class ArchitectureRulesTest final : public QObject {
    Q_OBJECT

private slots:
    void arrowsPointDown_data();
    void arrowsPointDown();
    void includesAreFound();
    void codeIsKeptAndTheRestBlanked();
    void functionsAreMeasured_data();
    void functionsAreMeasured();
    void longFunctionIsSeen();
    void typesOfTheProgramAreFound();
    void namesThatSayNothingAreSeen();
    void licenceFollowsTheLayer();
    void medianIsTheMiddleFile();
    void commandsAreReadFromShellBlocks();
};

void ArchitectureRulesTest::arrowsPointDown_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("isQuoted");
    QTest::addColumn<bool>("isAllowed");
    const auto quoted = [](const char* name, const char* path, const char* target, bool isAllowed) {
        QTest::newRow(name) << path << target << true << isAllowed;
    };
    quoted("same folder", "engine/graph/expr.cpp", "engine/graph/graph.h", true);
    quoted("lower folder", "engine/graph/expr.cpp", "engine/base/result.h", true);
    quoted("higher folder", "engine/graph/expr.cpp", "engine/schedule/plan.h", false);
    quoted("beside", "engine/optim/adam.cpp", "engine/exec/executor.h", false);
    quoted("unknown folder", "engine/new/x.cpp", "engine/base/result.h", false);
    quoted("engine to storage", "engine/train/trainer.cpp", "storage/run_store.h", false);
    quoted("storage to engine", "storage/run_store.cpp", "engine/train/run_event.h", true);
    quoted("storage to viz", "storage/run_store.cpp", "viz/core/scale.h", false);
    quoted("viz to storage", "viz/core/scale.cpp", "storage/run_store.h", false);
    quoted("gui to viz", "gui/panels/runs/runs_panel.cpp", "viz/core/scale.h", true);
    quoted("viz to gui", "viz/scene/scene.cpp", "gui/app/settings.h", false);
    quoted("program to tests", "gui/app/main.cpp", "tests/support/shared_data.h", false);
    quoted("meta-object code", "gui/app/main.cpp", "main.moc", true);
    const auto library = [](const char* name, const char* path, const char* target, bool isAllowed) {
        QTest::newRow(name) << path << target << false << isAllowed;
    };
    library("Qt in engine", "engine/data/dataset.cpp", "QString", false);
    library("Qt module in storage", "storage/run_store.cpp", "QtCore/QString", false);
    library("Qt in viz core", "viz/core/scale.cpp", "QString", false);
    library("Qt in viz", "viz/scene/scene.cpp", "QGraphicsScene", true);
    library("standard", "engine/data/dataset.cpp", "vector", true);
    library("RDKit at home", "engine/data/chemistry/molecule.cpp", "GraphMol/ROMol.h", true);
    library("RDKit elsewhere", "engine/data/dataset.cpp", "GraphMol/ROMol.h", false);
    library("SQLite at home", "storage/database.cpp", "SQLiteCpp/Database.h", true);
    library("SQLite elsewhere", "gui/app/main.cpp", "SQLiteCpp/Database.h", false);
}

void ArchitectureRulesTest::arrowsPointDown() {
    QFETCH(const QString, path);
    QFETCH(const QString, target);
    QFETCH(const bool, isQuoted);
    QFETCH(const bool, isAllowed);
    const std::string reason =
        whyForbidden(path.toStdString(), {.target = target.toStdString(), .isQuoted = isQuoted});
    QVERIFY2(reason.empty() == isAllowed, reason.c_str());
}

void ArchitectureRulesTest::includesAreFound() {
    const auto includes =
        findIncludes({"#include \"engine/base/error.h\"", "// #include \"no.h\"", "#  include <map>"});
    QCOMPARE(includes.size(), std::size_t{2});
    QCOMPARE(includes[0].target, std::string("engine/base/error.h"));
    QVERIFY(includes[0].isQuoted);
    QCOMPARE(includes[1].target, std::string("map"));
    QCOMPARE(includes[1].line, 3);
}

void ArchitectureRulesTest::codeIsKeptAndTheRestBlanked() {
    QCOMPARE(blankNonCode("a; // {\nb;"), std::string("a;     \nb;"));
    QCOMPARE(blankNonCode("/* {\n } */ c;"), std::string("    \n      c;"));
    QCOMPARE(blankNonCode("#define X { \\\n {\nd;"), std::string(13, ' ') + "\n  \nd;");
    QCOMPARE(blankNonCode("f(\"{\\\"\", '{', 1'000);"), std::string("f(     ,    , 1'000);"));
    QCOMPARE(blankNonCode("R\"x({ )\" )x\" e"), std::string(12, ' ') + " e");
}

void ArchitectureRulesTest::functionsAreMeasured_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("expected");
    QTest::newRow("free function") << "int f(int x) {\n    return x;\n}"
                                   << "f 1 3";
    QTest::newRow("in namespaces and classes")
        << "namespace a {\nclass B final : public C<D> {\npublic:\n    int get() const { return x_; "
           "}\n\nprivate:\n"
           "    int x_ = 0;\n    std::vector<int> y_{1, 2};\n};\n}  // namespace a"
        << "get 4 1";
    QTest::newRow("constructor with initialisers")
        << "A::A(int x)\n    : a_{x},\n      b_(x) {\n    go();\n}\nvoid g() {}"
        << "A::A 1 5, g 6 1";
    QTest::newRow("template")
        << "template <class T>\nT f(T x) {\n    return x;\n}\ntemplate <class T>\nstruct S {\n    T t;\n};"
        << "f 1 4";
    QTest::newRow("lambda inside")
        << "void f() {\n    const auto g = [](int x) {\n        return x;\n    };\n}"
        << "f 1 5";
    QTest::newRow("values")
        << "enum class E { kA, kB };\nconst std::vector<int> v = {1, 2};\nint x{3};\nint f() { return 1; }"
        << "f 4 1";
    QTest::newRow("control flow") << "bool f() {\n    if (a) {\n    }\n    return {};\n}"
                                  << "f 1 5";
}

void ArchitectureRulesTest::functionsAreMeasured() {
    QFETCH(const QString, code);
    QFETCH(const QString, expected);
    QStringList found;
    for (const auto& function : measureFunctions(splitLines(code.toStdString()))) {
        found << QStringLiteral("%1 %2 %3")
                     .arg(QString::fromStdString(function.name))
                     .arg(function.firstLine)
                     .arg(function.numLines);
    }
    QCOMPARE(found.join(QStringLiteral(", ")), expected);
}

void ArchitectureRulesTest::longFunctionIsSeen() {
    std::vector<std::string> lines(61, "    go();");
    lines.front() = "void f() {";
    lines.back() = "}";
    QCOMPARE(measureFunctions(lines).front().numLines, 61);
}

void ArchitectureRulesTest::typesOfTheProgramAreFound() {
    const auto names = findTypeNames(splitLines(
        "namespace loomscope {\nclass Ahead;\nnamespace {\nstruct Local {};\n}\nstruct Outer final : "
        "Base<int> {\n"
        "    struct Inner {};\n};\ntemplate <class T>\nclass List {};\ntemplate <>\nclass List<int> {};\n"
        "enum class Kind : std::uint8_t { kA };\nvoid f(struct Outer x) {\n    struct InFunction {};\n}\n}"));
    QCOMPARE(names, (std::vector<std::string>{"Outer", "List", "Kind"}));
}

void ArchitectureRulesTest::namesThatSayNothingAreSeen() {
    QVERIFY(hasEmptyName("gui/app/string_utils.h"));
    QVERIFY(hasEmptyName("gui/app/WindowManager.cpp"));
    QVERIFY(hasEmptyName("engine/common.h"));
    QVERIFY(!hasEmptyName("engine/base/result.h"));
}

void ArchitectureRulesTest::licenceFollowsTheLayer() {
    QCOMPARE(licenceLine("engine/base/rng.h"), std::string("// SPDX-License-Identifier: Apache-2.0"));
    QCOMPARE(licenceLine("storage/database.h"), std::string("// SPDX-License-Identifier: Apache-2.0"));
    QCOMPARE(licenceLine("gui/app/main.cpp"), std::string("// SPDX-License-Identifier: GPL-3.0-or-later"));
}

void ArchitectureRulesTest::medianIsTheMiddleFile() {
    const auto file = [](std::size_t lines) {
        return SourceFile{.path = {}, .lines = std::vector<std::string>(lines)};
    };
    QCOMPARE(medianLength({file(900), file(10), file(30)}), std::size_t{30});
    QCOMPARE(medianLength({}), std::size_t{0});
}

void ArchitectureRulesTest::commandsAreReadFromShellBlocks() {
    const auto commands =
        readDocumentCommands(splitLines("text\n```sh\n./dev run  # opens it\n\nloomscope train \\\n    "
                                        "--epochs 2\n```\n```cpp\nint x;\n```"));
    QCOMPARE(commands.size(), std::size_t{2});
    QCOMPARE(commands[0].words, (std::vector<std::string>{"./dev", "run"}));
    QCOMPARE(commands[0].line, 3);
    QCOMPARE(commands[1].words, (std::vector<std::string>{"loomscope", "train", "--epochs", "2"}));
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ArchitectureRulesTest)
#include "architecture_rules_test.moc"
