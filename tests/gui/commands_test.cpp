// SPDX-License-Identifier: GPL-3.0-or-later
// Each command as scripts use it: the fields of its document, and that the same seed is the same run.
#include "tests/gui/command_process.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <csignal>

namespace loomscope {

namespace {

const QString kTrees = QStringLiteral("synthetic:trees?n=60&leaves=2..6");

/// A training run of a moment on `data`.
QStringList training(const QString& data, const QStringList& more = {}) {
    return QStringList{"train", "--data",  data,       "--set", "hidden=8",
                       "--set", "embed=8", "--epochs", "2",     "--json"} +
           more;
}

/// Waits until a process has said `text`; false if it ends or half a minute passes first.
bool hasSaid(QProcess& process, const QByteArray& text) {
    QByteArray said;
    QElapsedTimer timer;
    for (timer.start(); timer.elapsed() < 30'000 && !said.contains(text);) {
        if (!process.waitForReadyRead(1000) && process.state() == QProcess::NotRunning) {
            return false;
        }
        said += process.readAllStandardError();
    }
    return said.contains(text);
}

}  // namespace

class CommandsTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        const QString program = qEnvironmentVariable("LOOMSCOPE_BINARY");
        QVERIFY2(QFile::exists(program), "LOOMSCOPE_BINARY names the program under test");
    }

    void helpTellsTheOptions_data();
    void helpTellsTheOptions();
    void inspectCountsTrees();
    void inspectListsMolecules();
    void scheduleComparesPolicies();
    void scheduleIsATableOrATrace();
    void scheduleSaysWhy();
    void machineIsStoredAndLoaded();
    void graphIsADocumentOrAPicture();
    void graphIsDrawnWithoutDot();
    void trainedRunIsFoundShownAndApplied();
    void sameSeedIsTheSameRun();
    void checkedTrainingComparesBatchedAndUnbatched();
    void lastOfAnOptionCounts();
    void interruptedTrainingIsKept();
    void benchMeasures();
    void benchMeasuresGraphs();
    void devicesAreListed();
    void storeThatIsNotMadeYetHasNoRuns();
    void runIsRepeatedAndCompared();
    void runIsNamedTaggedAndDeleted();
};

void CommandsTest::helpTellsTheOptions_data() {
    QTest::addColumn<QString>("command");
    for (const char* command : {"inspect", "graph", "schedule", "train", "predict", "runs", "replay", "bench",
                                "devices", "first-run"}) {
        QTest::newRow(command) << command;
    }
}

void CommandsTest::helpTellsTheOptions() {
    QFETCH(QString, command);
    const CommandOutcome outcome = CommandUser().run({command, "--help"});
    QCOMPARE(outcome.status, 0);
    QVERIFY(outcome.output.contains("Usage:"));
    QCOMPARE(outcome.messages, QByteArray());
}

void CommandsTest::inspectCountsTrees() {
    const CommandUser user;
    const CommandOutcome outcome = user.run({"inspect", kTrees, "--json", "--records"});
    QCOMPARE(outcome.status, 0);
    const QJsonObject document = outcome.object();
    QCOMPARE(lacking(document, {"format", "records", "rejected", "warnings", "statistics", "items"}),
             QStringList());
    QCOMPARE(document["records"].toInt(), 60);
    const QJsonObject statistics = document["statistics"].toObject();
    for (const char* size : {"nodes", "leaves", "depth"}) {
        QCOMPARE(lacking(statistics[size].toObject(), {"min", "mean", "max"}), QStringList());
    }
    QVERIFY(statistics["leaves"]["max"].toInt() <= 6);
    const QJsonArray items = document["items"].toArray();
    QCOMPARE(items.size(), 60);
    QCOMPARE(lacking(items[0].toObject(), {"root_label", "tokens", "nodes", "depth"}), QStringList());
    QVERIFY(user.run({"inspect", kTrees}).output.contains("60 records of tree"));
}

void CommandsTest::inspectListsMolecules() {
    const CommandUser user;
    user.write("m.csv", "smiles,y\nOCC,1.5\nCC,\n[Na+].[Cl-],3\n");
    const QJsonObject document =
        user.run({"inspect", "m.csv", "--target", "y", "--json", "--records"}).object();
    const QJsonArray items = document["items"].toArray();
    QCOMPARE(items.size(), 3);
    const QJsonObject first = items[0].toObject();
    QCOMPARE(lacking(first, {"canonical", "atoms", "bonds", "charge", "fragments", "targets"}),
             QStringList());
    QCOMPARE(first["canonical"].toString(), QStringLiteral("CCO"));
    QCOMPARE(first["targets"][0].toDouble(), 1.5);
    QVERIFY(items[1]["targets"][0].isNull());
    QCOMPARE(items[2]["fragments"].toInt(), 2);
}

void CommandsTest::scheduleComparesPolicies() {
    const CommandUser user;
    const CommandOutcome outcome = user.run({"schedule", kTrees, "--json", "--set", "hidden=8"});
    QCOMPARE(outcome.status, 0);
    const QJsonObject document = outcome.object();
    QCOMPARE(lacking(document, {"examples", "nodes", "lower_bound", "longest_path", "policies"}),
             QStringList());
    QCOMPARE(document["examples"].toInt(), 25);
    QStringList names;
    for (const QJsonValue policy : document["policies"].toArray()) {
        QCOMPARE(
            lacking(policy.toObject(), {"name", "batches", "rows", "pass_through_rows", "launches", "gathers",
                                        "gathered_bytes", "largest_batch", "mean_batch", "plan_us"}),
            QStringList());
        QVERIFY(policy["batches"].toInt() >= document["lower_bound"].toInt());
        names.append(policy["name"].toString());
    }
    QCOMPARE(names, (QStringList{"none", "fold", "depth", "agenda", "fsm", "ratio", "lookahead", "optimal"}));
    QVERIFY(user.run({"schedule", kTrees}).output.contains("agenda"));
}

void CommandsTest::scheduleIsATableOrATrace() {
    const CommandUser user;
    const CommandOutcome table = user.run({"schedule", kTrees, "--policy", "all", "--format", "csv"});
    QCOMPARE(table.status, 0);
    QVERIFY(table.output.startsWith("policy,batches,lower_bound,longest_path,"));
    QCOMPARE(table.output.count('\n'), 9);
    QVERIFY(user.run({"schedule", kTrees, "--format", "json"}).object().contains("policies"));
    const QJsonArray events =
        user.run({"schedule", kTrees, "--format", "trace"}).object()["traceEvents"].toArray();
    int processes = 0;
    int batches = 0;
    for (const QJsonValue event : events) {
        processes += event["name"] == "process_name" ? 1 : 0;
        batches += event["ph"] == "X" ? 1 : 0;
        QVERIFY(event["pid"].isDouble() && event["tid"].isDouble());
    }
    QCOMPARE(processes, 8);
    QVERIFY(batches > 8);
}

void CommandsTest::scheduleSaysWhy() {
    const CommandUser user;
    const QJsonObject document =
        user.run({"schedule", kTrees, "--policy", "depth", "--why", "0,1", "--json"}).object();
    QCOMPARE(document["nodes"].toArray(), (QJsonArray{0, 1}));
    const QJsonObject answer = document["policies"][0].toObject();
    QCOMPARE(lacking(answer, {"name", "together", "batches", "reasons"}), QStringList());
    QCOMPARE(lacking(answer["reasons"][0].toObject(), {"kind", "text", "path"}), QStringList());
    QVERIFY(user.run({"schedule", kTrees, "--why", "0,1"}).output.contains("depth: "));
    const CommandOutcome wrong = user.run({"schedule", kTrees, "--why", "0,99999"});
    QCOMPARE(wrong.status, 2);
    QVERIFY2(wrong.messages.contains("there is no node 99999"), wrong.messages);
}

void CommandsTest::machineIsStoredAndLoaded() {
    const CommandUser user;
    const QStringList schedule{"schedule", kTrees, "--policy", "fsm", "--json"};
    const CommandOutcome learned = user.run(schedule + QStringList{"--save-machine", "m.txt"});
    QVERIFY2(learned.status == 0, learned.messages);
    const CommandOutcome loaded =
        user.run(schedule + QStringList{"--machine", "m.txt", "--save-machine", "m.dot"});
    QVERIFY2(loaded.status == 0, loaded.messages);
    QCOMPARE(loaded.object()["policies"][0]["batches"], learned.object()["policies"][0]["batches"]);
    QFile drawing(user.path("m.dot"));
    QVERIFY(drawing.open(QIODevice::ReadOnly));
    QVERIFY(drawing.readAll().startsWith("digraph"));
    const CommandOutcome other = user.run({"schedule", "synthetic:lattices?n=30", "--policy", "fsm",
                                           "--machine", "m.txt", "--granularity", "op"});
    QCOMPARE(other.status, 2);
    QVERIFY2(other.messages.contains("the machine was learned for graphs of another kind"), other.messages);
    const CommandOutcome limit = user.run({"schedule", kTrees, "--policy", "optimal", "--time-limit", "0"});
    QCOMPARE(limit.status, 2);
    QVERIFY2(limit.messages.contains("must be more than 0"), limit.messages);
}

void CommandsTest::graphIsADocumentOrAPicture() {
    const CommandUser user;
    const CommandOutcome document = user.run({"graph", kTrees, "--set", "hidden=8"});
    QCOMPARE(document.status, 0);
    QCOMPARE(document.messages, QByteArray());
    QVERIFY(!document.object()["nodes"].toArray().isEmpty());
    for (const char* command : {"graph", "schedule"}) {
        const CommandOutcome picture = user.run({command, kTrees, "-o", "picture.svg"});
        QCOMPARE(picture.status, 0);
        QCOMPARE(picture.messages, QByteArray());
        QFile file(user.path("picture.svg"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        QVERIFY(file.readAll().contains("<svg"));
        QVERIFY(file.remove());
    }
}

void CommandsTest::graphIsDrawnWithoutDot() {
    CommandUser user;
    user.setVariable("PATH", user.path("."));
    const CommandOutcome outcome = user.run({"graph", kTrees, "-o", "graph.svg"});
    QCOMPARE(outcome.status, 0);
    QVERIFY(QFile::exists(user.path("graph.svg")));
    QVERIFY2(outcome.messages.contains("Install the package graphviz"), outcome.messages);
    QVERIFY2(outcome.messages.contains("built-in layout"), outcome.messages);
}

void CommandsTest::trainedRunIsFoundShownAndApplied() {
    const CommandUser user;
    const QStringList store{"--store", "new/folder/runs.sqlite"};
    const CommandOutcome trained = user.run(training(kTrees, store));
    QVERIFY2(trained.status == 0, trained.messages);
    const QJsonObject result = trained.object();
    QCOMPARE(lacking(result, {"run", "parameters", "epochs", "test", "best_epoch", "seconds"}),
             QStringList());
    QCOMPARE(result["epochs"].toArray().size(), 2);
    QCOMPARE(lacking(result["epochs"][0].toObject(),
                     {"epoch", "train_loss", "dev_loss", "dev_metric", "examples_per_s"}),
             QStringList());
    QVERIFY(!result["test"].toObject().isEmpty());
    const QString run = result["run"].toString();

    const QJsonArray list = user.run(QStringList{"runs", "list", "--json"} + store).array();
    QCOMPARE(list.size(), 1);
    QCOMPARE(lacking(list[0].toObject(),
                     {"run", "name", "status", "model", "data", "started", "steps", "metrics"}),
             QStringList());
    QCOMPARE(list[0]["run"].toString(), run);
    QCOMPARE(list[0]["status"].toString(), QStringLiteral("finished"));

    const CommandOutcome shown = user.run(QStringList{"runs", "show", run} + store);
    QCOMPARE(shown.status, 0);
    QVERIFY(shown.output.contains("finished"));

    const CommandOutcome predicted = user.run(QStringList{"predict", run, kTrees} + store);
    QCOMPARE(predicted.status, 0);
    const QList<QByteArray> lines = predicted.output.trimmed().split('\n');
    QCOMPARE(lines.size(), 60);
    const QJsonObject line = QJsonDocument::fromJson(lines[0]).object();
    QCOMPARE(line["record"].toInt(), 1);
    QCOMPARE(line["outputs"].toArray().size(), 5);
}

void CommandsTest::sameSeedIsTheSameRun() {
    const CommandUser user;
    const auto metrics = [&user](const QStringList& more) {
        const QJsonObject result = user.run(training(kTrees, more)).object();
        return QJsonArray{result["test"], result["epochs"][1]["train_loss"], result["epochs"][1]["dev_loss"]};
    };
    const QJsonArray first = metrics({"--seed", "7"});
    QVERIFY(first[1].isDouble());
    QCOMPARE(metrics({"--seed", "7"}), first);
    QCOMPARE(metrics({"--seed", "7", "--threads", "2"}), first);
    QVERIFY(metrics({"--seed", "8"}) != first);
}

void CommandsTest::checkedTrainingComparesBatchedAndUnbatched() {
    const CommandUser user;
    const CommandOutcome same = user.run(training(kTrees, {"--check"}));
    QVERIFY2(same.status == 0, same.messages);
    QVERIFY2(same.messages.contains("steps were run unbatched, too"), same.messages);
    const QJsonObject check = same.object()["check"].toObject();
    QCOMPARE(lacking(check, {"steps", "values", "gradients", "largest_difference"}), QStringList());
    QVERIFY(check["steps"].toInt() > 0 && check["largest_difference"].toDouble() < 1e-3);

    const CommandOutcome different = user.run(training(kTrees, {"--check=1e-12"}));
    QCOMPARE(different.status, 1);
    QVERIFY2(different.messages.contains("is not the same batched and unbatched"), different.messages);
    const QJsonArray list = user.run({"runs", "list", "--json"}).array();
    QCOMPARE(list[0]["status"].toString(), QStringLiteral("failed"));
}

void CommandsTest::lastOfAnOptionCounts() {
    const CommandUser user;
    const CommandOutcome outcome =
        user.run({"schedule", kTrees, "--batch", "5", "--policy", "none", "--set", "hidden=8", "--json",
                  "--policy", "depth", "--batch", "7", "--set", "embed=8", "--json"});
    QVERIFY2(outcome.status == 0, outcome.messages);
    const QJsonObject document = outcome.object();
    QCOMPARE(document["examples"].toInt(), 7);
    const QJsonArray policies = document["policies"].toArray();
    QCOMPARE(policies.size(), 1);
    QCOMPARE(policies[0]["name"].toString(), QStringLiteral("depth"));
}

void CommandsTest::interruptedTrainingIsKept() {
    const CommandUser user;
    const auto process =
        user.start(training("synthetic:trees?n=2000&leaves=2..6",
                            {"--set", "train.epochs=100000", "--set", "train.stop_after=0"}));
    QVERIFY(hasSaid(*process, "epoch 1:"));
    QElapsedTimer timer;
    timer.start();
    QCOMPARE(::kill(static_cast<pid_t>(process->processId()), SIGINT), 0);
    const CommandOutcome outcome = outcomeOf(*process);
    QVERIFY2(timer.elapsed() < 10'000, "stopping takes a batch and a test pass, no more");
    QCOMPARE(outcome.status, 1);
    QVERIFY2(outcome.messages.contains("stopped after"), outcome.messages);

    const QJsonArray list = user.run({"runs", "list", "--json"}).array();
    QCOMPARE(list.size(), 1);
    QCOMPARE(list[0]["status"].toString(), QStringLiteral("stopped"));
    QVERIFY(list[0]["steps"].toInt() > 0);
    QCOMPARE(user.run({"predict", list[0]["run"].toString(), kTrees}).status, 0);

    // It goes on to the same weights as a run that was never interrupted.
    const QString key = list[0]["run"].toString();
    const int steps = list[0]["steps"].toInt();
    const QString epochs = QString::number(list[0]["epochs"].toInt() + 3);
    const CommandOutcome resumed = user.run({"train", "--resume", key, "--epochs", epochs, "--json"});
    QVERIFY2(resumed.status == 0, resumed.messages);
    QVERIFY2(resumed.messages.contains("going on after step " + QByteArray::number(steps)), resumed.messages);
    QCOMPARE(resumed.object()["run"].toString(), key);
    const CommandOutcome whole = user.run(training(
        "synthetic:trees?n=2000&leaves=2..6", {"--set", "train.stop_after=0", "--epochs", epochs, "--json"}));
    QCOMPARE(resumed.object()["test"], whole.object()["test"]);
    QCOMPARE(resumed.object()["epochs"].toArray().last()["train_loss"],
             whole.object()["epochs"].toArray().last()["train_loss"]);
    const CommandOutcome other = user.run({"train", "--resume", key, "--batch", "3"});
    QCOMPARE(other.status, 2);
    QVERIFY2(other.messages.contains("--resume goes on with the run's own configuration"), other.messages);
}

void CommandsTest::benchMeasures() {
    const CommandOutcome outcome =
        CommandUser().run({"bench", "treelstm", "--hidden", "8", "--embed", "8", "--batch", "4", "--leaves",
                           "2..4", "--repeats", "5", "--json"});
    QCOMPARE(outcome.status, 0);
    const QJsonObject document = outcome.object();
    QCOMPARE(lacking(document, {"name", "config", "examples_per_s", "nodes_per_s", "gflops", "peak_gflops",
                                "share_of_peak", "ns_per_node", "time", "peak_memory_bytes", "runs"}),
             QStringList());
    QCOMPARE(lacking(document["time"].toObject(),
                     {"build", "plan", "gather", "product", "elementwise", "scatter", "update", "other"}),
             QStringList());
    QCOMPARE(document["runs"].toArray().size(), 5);
    QVERIFY(document["examples_per_s"].toDouble() > 0);
}

void CommandsTest::benchMeasuresGraphs() {
    const CommandOutcome outcome =
        CommandUser().run({"bench", "schedule", "--sizes", "300,600", "--repeats", "5", "--json"});
    QVERIFY2(outcome.status == 0, outcome.messages);
    const QJsonObject document = outcome.object();
    const QJsonArray sizes = document["sizes"].toArray();
    QCOMPARE(sizes.size(), 4);
    QCOMPARE(lacking(sizes[0].toObject(), {"granularity", "nodes", "build_ns_per_node", "plan_ns_per_node",
                                           "memory_plan_ns_per_node", "ns_per_node"}),
             QStringList());
    QCOMPARE(lacking(document["linearity"].toObject(), {"cell", "op"}), QStringList());
    QCOMPARE(document["runs"].toArray().size(), 5);
    QVERIFY(document["ns_per_node"].toDouble() > 0);
}

void CommandsTest::devicesAreListed() {
    const CommandOutcome outcome = CommandUser().run({"devices", "--json"});
    QCOMPARE(outcome.status, 0);
    const QJsonArray devices = outcome.array();
    QVERIFY(!devices.isEmpty());
    for (const QJsonValue device : devices) {
        QCOMPARE(lacking(device.toObject(), {"name", "available", "reason", "threads", "memory_bytes"}),
                 QStringList());
        QVERIFY(device["available"].toBool() == device["reason"].toString().isEmpty());
    }
    QCOMPARE(devices[0]["name"].toString(), QStringLiteral("cpu"));
}

void CommandsTest::storeThatIsNotMadeYetHasNoRuns() {
    const CommandUser user;
    const CommandOutcome outcome = user.run({"runs", "list", "--json"});
    QCOMPARE(outcome.status, 0);
    QCOMPARE(outcome.output.trimmed(), QByteArray("[]"));
    QCOMPARE(outcome.messages, QByteArray());
    QCOMPARE(user.run({"runs", "list"}).status, 0);
    QVERIFY2(!QFile::exists(user.path("data")), "looking makes no file");
}

void CommandsTest::runIsRepeatedAndCompared() {
    const CommandUser user;
    const CommandOutcome trained = user.run(training(kTrees));
    QCOMPARE(trained.status, 0);
    const QString run = trained.object()["run"].toString();
    const CommandOutcome replayed = user.run({"replay", run, "--verify", "--threads", "2", "--json"});
    QVERIFY2(replayed.status == 0, replayed.messages.constData());
    QCOMPARE(replayed.object()["identical"].toBool(), true);
    QVERIFY(replayed.object()["first_difference"].isNull());
    const CommandOutcome viewed = user.run({"replay", run, "--json"});
    QCOMPARE(viewed.status, 0);
    QCOMPARE(viewed.object()["steps"].toArray().size(), replayed.object()["steps"].toInteger());
    QCOMPARE(user.run({"replay", "nobody", "--verify"}).status, 2);
}

void CommandsTest::runIsNamedTaggedAndDeleted() {
    const CommandUser user;
    QCOMPARE(user.run({"runs", "star", "nobody"}).status, 2);
    QVERIFY2(user.run({"runs", "list", "--json"}).array().isEmpty(), "nothing was made");
    QCOMPARE(user.run(training(kTrees)).status, 0);
    const QList<QStringList> changes = {
        {"runs", "rename", "tree-lstm-1", "first"},
        {"runs", "tag", "first", "small", "kept"},
        {"runs", "tag", "first", "small", "--remove"},
        {"runs", "note", "first", "a note"},
        {"runs", "star", "first"},
        {"runs", "archive", "first"},
    };
    for (const QStringList& change : changes) {
        const CommandOutcome outcome = user.run(change);
        QVERIFY2(outcome.status == 0, outcome.messages.constData());
    }
    const QJsonObject run = user.run({"runs", "show", "first", "--json"}).object();
    QCOMPARE(run["name"].toString(), QStringLiteral("first"));
    QCOMPARE(run["tags"].toArray(), QJsonArray{QStringLiteral("kept")});
    QCOMPARE(run["notes"].toString(), QStringLiteral("a note"));
    QVERIFY(run["starred"].toBool() && run["archived"].toBool());
    QCOMPARE(user.run({"runs", "star", "first", "--remove"}).status, 0);
    QCOMPARE(user.run({"runs", "archive", "first", "--undo"}).status, 0);
    const QJsonObject undone = user.run({"runs", "show", "first", "--json"}).object();
    QVERIFY(!undone["starred"].toBool() && !undone["archived"].toBool());
    QCOMPARE(user.run({"runs", "delete", "first"}).status, 0);
    QVERIFY(user.run({"runs", "list", "--json"}).array().isEmpty());
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::CommandsTest)
#include "commands_test.moc"
