// SPDX-License-Identifier: GPL-3.0-or-later
// Input that is wrong: a message that names the thing and the way out, a status, and nothing lost.
#include "tests/gui/command_process.h"

#include <QDir>
#include <QFile>
#include <QTest>

namespace loomscope {

namespace {

const QStringList kTraining{"train",   "--data",   "synthetic:trees?n=20&leaves=2..4",
                            "--set",   "hidden=4", "--set",
                            "embed=4", "--epochs", "1",
                            "--json"};

/// What the commands below are given.
void writeFiles(const CommandUser& user) {
    user.write("empty.txt", "");
    user.write("empty.csv", "smiles,y\n");
    user.write("binary.csv", std::string_view("\x01\x00\x02\x00\xff\n\x00\x03", 8));
    user.write("picture.png", "\x89PNG");
    user.write("table.csv", "smiles,y\nCCO,1\nCC,2\n");
    user.write("trees.txt", "(3 (2 a) (2 b))\n(1 (2 c\n(4 (2 d) (2 e))\n");
    user.write("labels.txt", "(3 (2 a) (2 b))\n(9 (2 c) (2 d))\n(4 (2 d) (2 e))\n");
    user.write("config.json", "{\"modle\": {}}");
    user.write("broken.json", "{");
    user.write("noise.sqlite", "hello");
    user.write("folder/readme.md", "nothing");
    user.write("parent/notes.txt", "nothing");
    QDir(user.path("parent")).mkdir("folder");
}

/// Makes a file unwritable even for root, for as long as the object lives.
class Immutable {
public:
    explicit Immutable(QString path) : path_(std::move(path)) {
        isSet_ = QProcess::execute("chattr", {"+i", path_}) == 0;
    }
    ~Immutable() { QProcess::execute("chattr", {"-i", path_}); }
    Immutable(const Immutable&) = delete;
    Immutable& operator=(const Immutable&) = delete;
    [[nodiscard]] bool isSet() const { return isSet_; }

private:
    QString path_;
    bool isSet_ = false;
};

QByteArray contentOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class BadInputTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        QVERIFY(QFile::exists(qEnvironmentVariable("LOOMSCOPE_BINARY")));
        writeFiles(user_);
    }
    void saysWhatToDo_data();
    void saysWhatToDo();
    void badRecordIsLeftOut_data();
    void badRecordIsLeftOut();
    void predictNeedsFittingData();
    void newerStoreIsLeftAsItIs();
    void readOnlyStoreIsLeftAsItIs();
    void damagedStoreIsLeftAsItIs();

private:
    CommandUser user_;
};

void BadInputTest::saysWhatToDo_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("message");
    const auto add = [](const char* command, const char* message) {
        QTest::newRow(command) << QString(command) << QByteArray(message);
    };
    add("inspect missing.csv", "missing.csv does not exist: check the path");
    add("inspect /proc/self/mem", "/proc/self/mem can't be read: Input/output error");
    add("inspect folder",
        "folder has no file called train (beside it, dev and test are read). It has readme.md; open one of "
        "these by its own path");
    add("inspect parent", "It has folder/, notes.txt; open one of these by its own path");
    add("inspect table.csv trees.txt", "trees.txt");
    add("inspect picture.png", "picture.png");
    add("inspect binary.csv", "binary.csv is not a text file");
    add("inspect table.csv --format ptb", "no trees in file table.csv");
    add("inspect table.csv --format cvs", "did you mean csv?");
    add("inspect empty.txt", "no trees in file empty.txt: it is empty");
    add("inspect empty.csv", "empty.csv");
    add("inspect table.csv --target z", "there is no column 'z'; the columns are smiles, y");
    add("inspect table.csv --smiles z", "there is no column 'z'; the columns are smiles, y");
    add("inspect table.csv --task guess", "it can be regression or classification");
    add("inspect table.csv --delimiter ab", "give one character, or tab");
    add("inspect labels.txt --labels stars", "choose none, sst or sst-binary");
    add("inspect synthetic:tree", "did you mean trees?");
    add("inspect synthetic:trees?n=x", "n takes a whole number");
    add("inspect", "PATH is required");
    add("graph trees.txt -e 3", "trees.txt has examples 1 to 2");
    add("graph trees.txt -o graph.doc", "does not tell the format");
    add("graph trees.txt -o no/folder/g.svg", "choose another folder or name");
    add("graph trees.txt --model tree-lsm", "did you mean 'tree-lstm'?");
    add("graph trees.txt --set hiden=3", "did you mean 'hidden'?");
    add("graph synthetic:sequences --model tree-fc", "tree-fc learns from trees with class labels");
    add("schedule trees.txt --policy dept", "did you mean \"depth\"?");
    add("schedule trees.txt --batch 0", "minibatches of 0");
    add("schedule trees.txt --examples -1", "-1 examples");
    add("train", "give --data PATH or a config file");
    add("train missing.json", "missing.json does not exist; check its name");
    add("train folder", "folder can't be read: Is a directory");
    add("train config.json", "did you mean 'model'?");
    add("train broken.json", "reading broken.json: line ");
    add("train --data trees.txt --epochs 0", "must be from 1 to");
    add("train --data trees.txt --epochs two", "--epochs");
    add("train --data trees.txt --check=2", "'engine.check' must be from 0 to 1, not 2");
    add("train --data trees.txt --labels none", "Choose other data, another model");
    add("train --data trees.txt --store folder", "Name a file in it, for example folder/runs.sqlite");
    add("train --data trees.txt --store /proc/no/runs.sqlite", "Use another store with --store");
    add("predict nothing trees.txt --store missing.sqlite", "Train a run to make it");
    add("runs show nothing --store missing.sqlite", "Train a run to make it");
    add("runs list --store missing.sqlite", "name another with --store");
    add("bench tree", "there are treelstm, treefc, bilstm, gcn, dmpnn, lattice, fold-cell, gemm, build");
    add("bench gemm --hidden 3", "the benchmark gemm has no option --hidden; leave it out");
    add("bench dmpnn --data missing.csv", "missing.csv does not exist: check the path");
    add("bench treelstm --granularity fine", "it can be cell or op");
    add("bench treelstm --mode test", "it can be train or infer");
    add("bench treelstm --device gpu", "there are cpu and cuda");
    add("first-run -o /proc/no", "choose another with -o");
    add("trees.txt", "there is no display to open a window on");
    add("--nonsense", "--nonsense");
}

void BadInputTest::saysWhatToDo() {
    QFETCH(QString, command);
    QFETCH(QByteArray, message);
    const CommandOutcome outcome = user_.run(command.split(' '));
    QVERIFY2(outcome.messages.contains(message), outcome.messages);
    QCOMPARE(outcome.status, 2);
    QCOMPARE(outcome.output, QByteArray());
    QVERIFY2(!outcome.messages.contains("QStandardPaths"), outcome.messages);
}

void BadInputTest::badRecordIsLeftOut_data() {
    QTest::addColumn<QString>("file");
    QTest::addColumn<QString>("message");
    QTest::newRow("cut off") << "trees.txt"
                             << "lacks 2 closing brackets";
    QTest::newRow("label out of range") << "labels.txt"
                                        << "label 9 is not one of the classes 0 to 4";
}

void BadInputTest::badRecordIsLeftOut() {
    QFETCH(QString, file);
    QFETCH(QString, message);
    const CommandOutcome inspected = user_.run({"inspect", file, "--json"});
    QCOMPARE(inspected.status, 0);
    const QJsonObject document = inspected.object();
    QCOMPARE(document["records"].toInt(), 2);
    const QJsonArray rejected = document["rejected"].toArray();
    QCOMPARE(rejected.size(), 1);
    QCOMPARE(lacking(rejected[0].toObject(), {"record", "line", "column", "message"}), QStringList());
    QCOMPARE(rejected[0]["record"].toInt(), 2);
    QCOMPARE(rejected[0]["line"].toInt(), 2);
    QVERIFY(rejected[0]["message"].toString().contains(message));

    for (const QStringList& command :
         {QStringList{"graph", file}, {"schedule", file}, {"train", "--data", file, "--epochs", "1"}}) {
        const CommandOutcome outcome = user_.run(command + QStringList{"--set", "hidden=4"});
        QCOMPARE(outcome.status, 0);
        QVERIFY2(outcome.messages.contains(message.toUtf8()), outcome.messages);
    }
}

void BadInputTest::predictNeedsFittingData() {
    const QStringList store{"--store", "fitting.sqlite"};
    const QString run = user_.run(kTraining + store).object()["run"].toString();
    QVERIFY(!run.isEmpty());
    const CommandOutcome outcome = user_.run(QStringList{"predict", run, "table.csv"} + store);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.messages.contains("reads a tree, and table.csv holds records of molecule"),
             outcome.messages);
}

void BadInputTest::newerStoreIsLeftAsItIs() {
    const QStringList store{"--store", "newer.sqlite"};
    QCOMPARE(user_.run(kTraining + store).status, 0);
    // The user version of an SQLite file is the big-endian number at byte 60.
    QFile file(user_.path("newer.sqlite"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QVERIFY(file.seek(60));
    QCOMPARE(file.write(QByteArray("\x00\x00\x00\x63", 4)), 4);
    file.close();
    const QByteArray before = contentOf(file.fileName());

    const CommandOutcome outcome = user_.run(kTraining + store);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.messages.contains("Update Loomscope, or use another store"), outcome.messages);
    QCOMPARE(contentOf(file.fileName()), before);
}

void BadInputTest::readOnlyStoreIsLeftAsItIs() {
    const QStringList store{"--store", "fixed.sqlite"};
    QCOMPARE(user_.run(kTraining + store).status, 0);
    const QString path = user_.path("fixed.sqlite");
    const Immutable immutable(path);
    if (!immutable.isSet()) {
        QSKIP("no file can be made immutable here, and root may write any other");
    }
    const QByteArray before = contentOf(path);
    const CommandOutcome outcome = user_.run(kTraining + store);
    QCOMPARE(outcome.status, 2);
    QVERIFY2(outcome.messages.contains("read-only. Make both writable"), outcome.messages);
    QCOMPARE(contentOf(path), before);
    QCOMPARE(user_.run(QStringList{"runs", "list", "--json"} + store).array().size(), 1);
}

void BadInputTest::damagedStoreIsLeftAsItIs() {
    for (const QStringList& command : {kTraining, QStringList{"runs", "list"}}) {
        const CommandOutcome outcome = user_.run(command + QStringList{"--store", "noise.sqlite"});
        QCOMPARE(outcome.status, 2);
        QVERIFY2(outcome.messages.contains("noise.sqlite is damaged"), outcome.messages);
        QCOMPARE(contentOf(user_.path("noise.sqlite")), QByteArray("hello"));
    }
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::BadInputTest)
#include "bad_input_test.moc"
