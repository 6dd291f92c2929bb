// SPDX-License-Identifier: GPL-3.0-or-later
// Learning to batch, and what has been learned: as a value, as text, and on other graphs.
#include "engine/schedule/fsm/fsm_machine.h"
#include "engine/schedule/fsm/learn_fsm.h"
#include "engine/schedule/plan.h"
#include "tests/support/random_graph.h"
#include "tests/support/tree_graph.h"

#include <QTest>

namespace loomscope {

namespace {

using Granularity = TreeLstmGraphs::Granularity;

Graph trees(const TreeLstmGraphs& model, int number, std::uint64_t seed, Granularity granularity) {
    Graph graph = model.newGraph();
    Rng rng(seed);
    for (int tree = 0; tree < number; ++tree) {
        model.add(graph, randomTree(2 + static_cast<std::int32_t>(rng.below(20)), rng), granularity,
                  TreeLstmGraphs::Losses::kEachNode);
    }
    return graph;
}

std::size_t batchesWith(const Graph& graph, const FsmTable& table) {
    const auto policy = makePolicy("fsm", {.machine = std::make_shared<FsmMachine>(table)}).value();
    const Schedule schedule = plan(graph, *policy);
    return checkSchedule(graph, schedule) ? schedule.batches.size() : 0;
}

void verifyUnreadable(const std::string& text, std::int64_t line) {
    const Result<FsmTable> table = parseFsmTable(text);
    QVERIFY(!table.has_value());
    QCOMPARE(table.error().code, ErrorCode::kParse);
    QCOMPARE(table.error().position->line, line);
}

}  // namespace

class FsmTest : public QObject {
    Q_OBJECT

private slots:
    void everyEncodingLearns_data();
    void everyEncodingLearns();
    void learningIsRepeatable();
    void learningStops();
    void textIsReadBack();
    void brokenTextIsNamed();
    void machineOfAnotherFamilyIsAnError();
    void policyKeepsWhatItLearned();
};

void FsmTest::everyEncodingLearns_data() {
    QTest::addColumn<QString>("encoding");
    for (const std::string_view encoding : fsmEncodingNames()) {
        QTest::newRow(std::string(encoding).c_str()) << QString::fromStdString(std::string(encoding));
    }
}

void FsmTest::everyEncodingLearns() {
    QFETCH(QString, encoding);
    const FsmTraining training{.encoding = parseFsmEncoding(encoding.toStdString()).value()};
    const TreeLstmGraphs model;
    const FsmTable table = learnFsm(trees(model, 8, 1, Granularity::kCells), training);
    QCOMPARE(table.batches, table.bound);
    // Trees that it has not seen.
    const Graph unseen = trees(model, 16, 2, Granularity::kCells);
    QCOMPARE(batchesWith(unseen, table), static_cast<std::size_t>(lowerBound(unseen)));
    QVERIFY(plan(unseen, **makePolicy("agenda")).batches.size() > batchesWith(unseen, table));
}

void FsmTest::learningIsRepeatable() {
    Rng rng(4);
    const Graph graph = randomGraph(rng, 70);
    const FsmTraining training{.episodes = 60};
    const FsmTable table = learnFsm(graph, training);
    QVERIFY(table == learnFsm(graph, training));
    QVERIFY(table.batches >= table.bound);
    QCOMPARE(static_cast<std::int64_t>(batchesWith(graph, table)), table.batches);
    // What it did leads from state to state, a step a batch.
    std::int64_t steps = 0;
    for (const FsmStep& step : table.steps) {
        steps += step.count;
    }
    QVERIFY(steps <= table.batches);
    QVERIFY(learnFsm(graph, {.seed = 2, .episodes = 60}).seed == 2);
    QCOMPARE(learnFsm(Graph(), {}).batches, std::int64_t{0});
}

void FsmTest::learningStops() {
    Rng rng(4);
    const Graph graph = randomGraph(rng, 70);
    std::stop_source source;
    std::vector<Progress> said;
    const JobControl control{.stop = source.get_token(), .report = [&](const Progress& progress) {
                                 said.push_back(progress);
                                 if (progress.done >= 100) {
                                     source.request_stop();
                                 }
                             }};
    const FsmTable table = learnFsm(graph, {.episodes = 100'000}, control);
    QVERIFY(table.episodes <= 101);
    QVERIFY(said.size() >= 2);
    QCOMPARE(said.front().done, std::int64_t{0});
    QVERIFY(said.front().what.starts_with("Learning to batch"));
}

void FsmTest::textIsReadBack() {
    Rng rng(4);
    const FsmTable table = learnFsm(randomGraph(rng, 70), {.encoding = FsmEncoding::kSet, .episodes = 30});
    QVERIFY(!table.states.empty());
    QVERIFY(!table.steps.empty());
    const Result<FsmTable> again = parseFsmTable(toText(table));
    QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
    QVERIFY(*again == table);
}

void FsmTest::brokenTextIsNamed() {
    const std::string head = "loomscope machine 1\nencoding sorted\ntype tanh [2]\nstate 0 0:-1.5\n";
    QVERIFY(parseFsmTable(head).has_value());
    verifyUnreadable("", 1);
    verifyUnreadable("loomscope machine 2\n", 1);
    verifyUnreadable("loomscope machine 1\nencoding round\n", 2);
    verifyUnreadable(head + "state 1 0:0\n", 5);
    verifyUnreadable(head + "state 0 0:x\n", 5);
    verifyUnreadable(head + "\nstep 0 0 7 1\n", 6);
    verifyUnreadable(head + "seed one\n", 5);
    verifyUnreadable(head + "colour red\n", 5);
}

void FsmTest::machineOfAnotherFamilyIsAnError() {
    const TreeLstmGraphs model;
    const TreeLstmGraphs wider(8, 16);
    const FsmTable table = learnFsm(trees(model, 4, 1, Granularity::kOps), {.episodes = 4});
    const auto policy = makePolicy("fsm", {.machine = std::make_shared<FsmMachine>(table)}).value();
    QVERIFY(policy->check(trees(model, 2, 2, Granularity::kOps)).has_value());
    for (const Graph& graph :
         {trees(model, 2, 2, Granularity::kCells), trees(wider, 2, 2, Granularity::kOps)}) {
        const Result<void> fits = policy->check(graph);
        QVERIFY(!fits.has_value());
        QCOMPARE(fits.error().code, ErrorCode::kInvalid);
        QVERIFY2(fits.error().message.starts_with("the machine was learned for graphs of another kind"),
                 fits.error().message.c_str());
        QVERIFY(checkSchedule(graph, plan(graph, *policy)).has_value());
    }
    QVERIFY(!makePolicy("fsm", {.training = {.episodes = -1}}).has_value());
}

void FsmTest::policyKeepsWhatItLearned() {
    const TreeLstmGraphs model;
    const Graph first = trees(model, 8, 1, Granularity::kOps);
    const Graph second = trees(model, 8, 2, Granularity::kOps);
    const FsmTraining training{.episodes = 8};
    const auto policy = makePolicy("fsm", {.training = training}).value();
    const FsmTable table = learnFsm(first, training);
    QCOMPARE(plan(first, *policy).batches.size(), batchesWith(first, table));
    QCOMPARE(plan(second, *policy).batches.size(), batchesWith(second, table));
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::FsmTest)
#include "fsm_test.moc"
