// SPDX-License-Identifier: GPL-3.0-or-later
// What the documents show must exist: every command in a block marked `sh`, and every file that is linked.
#include "tests/architecture/document_commands.h"
#include "tests/architecture/source_tree.h"
#include "tests/support/shared_data.h"
#include "tests/support/temporary_directory.h"

#include <QProcess>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <array>
#include <filesystem>

namespace loomscope {

namespace {

constexpr int kTimeLimitMs = 300'000;

struct Finished {
    int status = -1;
    QString output;
    QString errors;
};

/// Runs a program in the root of the source tree, with the user's folders moved to `home`.
Finished execute(const QString& program, const QStringList& arguments, const std::filesystem::path& home) {
    QProcess process;
    auto environment = QProcessEnvironment::systemEnvironment();
    for (const auto* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"}) {
        environment.insert(QString::fromLatin1(name), QString::fromStdString(home.string()));
    }
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(QString::fromStdString(sourceDirectory().string()));
    process.setStandardInputFile(QProcess::nullDevice());
    process.start(program, arguments);
    if (!process.waitForFinished(kTimeLimitMs) || process.exitStatus() != QProcess::NormalExit) {
        process.kill();
        return {.errors = program + QStringLiteral(" ended badly: ") + process.errorString()};
    }
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

bool isProgram(const DocumentCommand& command) {
    return std::filesystem::path(command.words.front()).filename() == "loomscope";
}

/// Commands that are done in a moment are run as they stand: those that only read, and a training of one
/// epoch.
bool isCheap(const DocumentCommand& command) {
    static constexpr std::array<std::string_view, 4> kReading = {"inspect", "graph", "schedule", "devices"};
    const auto& words = command.words;
    const auto epochs = std::ranges::find(words, "--epochs");
    const bool isBrief = epochs != words.end() && epochs + 1 != words.end() && *(epochs + 1) == "1";
    return isProgram(command) && words.size() > 1 &&
           (std::ranges::find(kReading, words[1]) != kReading.end() || (words[1] == "train" && isBrief));
}

QStringList optionsOf(const DocumentCommand& command) {
    QStringList options;
    for (const auto& word : command.words) {
        if (word.starts_with("--")) {
            options << QString::fromStdString(word).section(u'=', 0, 0);
        }
    }
    return options;
}

/// The command's own arguments, with what it writes moved to `folder`.
QStringList argumentsOf(const DocumentCommand& command, const std::filesystem::path& folder) {
    QStringList arguments;
    for (auto word = command.words.begin() + 1; word != command.words.end(); ++word) {
        const bool isOutput = *(word - 1) == "-o" || *(word - 1) == "--output" || *(word - 1) == "--store";
        const auto path =
            isOutput ? folder / std::filesystem::path(*word).filename() : std::filesystem::path(*word);
        arguments << QString::fromStdString(path.string());
    }
    return arguments;
}

QString shown(const DocumentCommand& command) {
    QStringList words;
    for (const auto& word : command.words) {
        words << QString::fromStdString(word);
    }
    return words.join(u' ');
}

}  // namespace

class DocumentsTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void commandExists_data();
    void commandExists();
    void linksLead();

private:
    void requireDevCommand(const DocumentCommand& command);
    void requireProgramCommand(const DocumentCommand& command);

    TemporaryDirectory home_;
    QString program_ = qEnvironmentVariable("LOOMSCOPE_BINARY");
    QString help_;
    std::vector<DocumentCommand> commands_;
};

void DocumentsTest::initTestCase() {
    const auto help = execute(QStringLiteral("./dev"), {QStringLiteral("help")}, home_.path());
    QVERIFY2(help.status == 0, qPrintable(help.errors));
    help_ = help.output;
}

void DocumentsTest::commandExists_data() {
    QTest::addColumn<int>("index");
    for (const auto& document : findDocuments(sourceDirectory())) {
        for (auto& command : readDocumentCommands(splitLines(readFile(document)))) {
            const auto name = QStringLiteral("%1:%2 %3")
                                  .arg(QString::fromStdString(document.filename().string()))
                                  .arg(command.line)
                                  .arg(shown(command));
            QTest::newRow(qPrintable(name)) << static_cast<int>(commands_.size());
            commands_.push_back(std::move(command));
        }
    }
    QVERIFY(!commands_.empty());
}

void DocumentsTest::commandExists() {
    QFETCH(const int, index);
    const auto& command = commands_.at(static_cast<std::size_t>(index));
    if (isProgram(command)) {
        requireProgramCommand(command);
    } else {
        QCOMPARE(QString::fromStdString(command.words.front()), QStringLiteral("./dev"));
        requireDevCommand(command);
    }
}

void DocumentsTest::requireDevCommand(const DocumentCommand& command) {
    QVERIFY2(command.words.size() > 1, "a command of ./dev is missing");
    const auto name = QString::fromStdString(command.words[1]);
    const QRegularExpression line(QStringLiteral("^  %1\\b").arg(QRegularExpression::escape(name)),
                                  QRegularExpression::MultilineOption);
    QVERIFY2(help_.contains(line), qPrintable(QStringLiteral("`./dev help` does not list ") + name));
}

void DocumentsTest::requireProgramCommand(const DocumentCommand& command) {
    QStringList words;
    for (auto word = command.words.begin() + 1; word != command.words.end() && !word->starts_with('-');
         ++word) {
        words << QString::fromStdString(*word);
    }
    if (words.isEmpty() || words.front().contains(u'/')) {
        return;  // opens the window
    }
    const int numNames = words.front() == QStringLiteral("runs") ? 2 : 1;
    const auto help = execute(program_, words.mid(0, numNames) << QStringLiteral("--help"), home_.path());
    QVERIFY2(help.status == 0, qPrintable(help.errors));
    for (const auto& option : optionsOf(command)) {
        QVERIFY2(help.output.contains(option), qPrintable(QStringLiteral("no option ") + option));
    }
    if (isCheap(command)) {
        const auto done = execute(program_, argumentsOf(command, home_.path()), home_.path());
        QVERIFY2(done.status == 0, qPrintable(done.errors));
    }
}

void DocumentsTest::linksLead() {
    static const QRegularExpression link(QStringLiteral(R"(\]\(([^)#:]+)\))"));
    static const QRegularExpression code(QStringLiteral("```.*?```"),
                                         QRegularExpression::DotMatchesEverythingOption);
    for (const auto& document : findDocuments(sourceDirectory())) {
        auto match = link.globalMatch(QString::fromStdString(readFile(document)).remove(code));
        while (match.hasNext()) {
            const auto target = document.parent_path() / match.next().captured(1).toStdString();
            QVERIFY2(std::filesystem::exists(target),
                     (document.filename().string() + " links to a file that is not there: " + target.string())
                         .c_str());
        }
    }
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::DocumentsTest)
#include "documents_test.moc"
