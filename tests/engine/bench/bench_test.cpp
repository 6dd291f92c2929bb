// SPDX-License-Identifier: GPL-3.0-or-later
// What benchmarks run and report. How fast they are is not tested.
#include "engine/bench/bench_report.h"
#include "engine/bench/figures.h"
#include "engine/bench/workload.h"
#include "engine/bench/workload_info.h"
#include "tests/support/temporary_directory.h"

#include <QTest>
#include <nlohmann/json.hpp>

#include <set>
#include <string>
#include <vector>

namespace loomscope {

namespace {

/// A workload's options with everything small.
BenchOptions smallOptions(const WorkloadInfo& workload, const std::string& molecules) {
    BenchOptions options{.name = std::string(workload.name), .hidden = 6, .batch = 3};
    if (workload.embed) {
        options.embed = 5;
    }
    if (workload.data.empty()) {
        options.data = molecules;
    } else {
        options.leaves = "3..6";
    }
    return options;
}

Result<WorkloadTotals> measureOnce(const WorkloadInfo& workload, const BenchOptions& given,
                                   WorkloadMode mode) {
    LOOM_TRY(const BenchOptions options, complete(workload, given));
    const RunConfig config = configOf(workload, options);
    LOOM_TRY(const OpenedData data, openData({.path = config.data.train}));
    LOOM_TRY(auto run, Workload::make(config, data.train, mode));
    return run.measure(1e-9);
}

std::string errorOf(const BenchOptions& options) {
    const auto result = runBench(options);
    return result ? std::string("measured") : result.error().message;
}

}  // namespace

class BenchTest final : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void everyWorkloadRuns_data();
    void everyWorkloadRuns();
    void productsAreCountedByHand();
    void stepsNeedWhatTheyHold();
    void equalShapesAreEqual();
    void graphCostsAreMeasured();
    void optionsThatABenchmarkLacksAreErrors();
    void reportHasTheFieldsOfScripts();
    void figuresAreBenchmarks();

private:
    TemporaryDirectory folder_;
    std::string molecules_;
};

void BenchTest::initTestCase() {
    molecules_ = folder_.write("m.csv", "smiles,y\nCCO,1\nc1ccccc1,2\nC,3\nCC(C)C,4\n").string();
}

void BenchTest::everyWorkloadRuns_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("isTraining");
    for (std::size_t i = 0; i < workloads().size(); ++i) {
        for (const bool isTraining : {false, true}) {
            const std::string row = std::string(workloads()[i].name) + (isTraining ? ", train" : ", infer");
            QTest::newRow(row.c_str()) << static_cast<int>(i) << isTraining;
        }
    }
}

void BenchTest::everyWorkloadRuns() {
    QFETCH(const int, index);
    QFETCH(const bool, isTraining);
    const WorkloadInfo& workload = workloads()[static_cast<std::size_t>(index)];
    for (const char* granularity : {"cell", "op"}) {
        BenchOptions options = smallOptions(workload, molecules_);
        options.granularity = granularity;
        const auto totals =
            measureOnce(workload, options, isTraining ? WorkloadMode::kTrain : WorkloadMode::kInfer);
        QVERIFY2(totals.has_value(), totals ? "" : totals.error().text().c_str());
        QVERIFY(totals->steps >= 2);  // one pass
        QCOMPARE(totals->examples, 3 * totals->steps);
        QVERIFY(totals->nodes > 3 && totals->productFlops > 0 && totals->leastBytes > 0);
        QVERIFY((totals->time.update > 0) == isTraining);
        QVERIFY((totals->memory.gradients > 0) == isTraining);
    }
}

void BenchTest::productsAreCountedByHand() {
    // A tree of four leaves has three inner nodes: of two products each for Fold's cell, and one for the
    // root's class.
    BenchOptions options{.name = "fold-cell", .hidden = 6, .batch = 1, .leaves = "4"};
    const WorkloadInfo& workload = *findWorkload("fold-cell");
    const double forward = 3 * 2 * (12 * 6 + 6 * 24) + 2 * 6 * 5;
    const auto infer = measureOnce(workload, options, WorkloadMode::kInfer);
    QCOMPARE(infer->productFlops, forward * static_cast<double>(infer->steps));
    // Backward makes the gradient of the input and that of the weight, each as dear as forward.
    const auto train = measureOnce(workload, options, WorkloadMode::kTrain);
    QCOMPARE(train->productFlops, 3 * forward * static_cast<double>(train->steps));
}

void BenchTest::stepsNeedWhatTheyHold() {
    const auto totals =
        measureOnce(*findWorkload("treelstm"), {.hidden = 32, .embed = 16, .batch = 32, .leaves = "5..40"},
                    WorkloadMode::kTrain);
    const StepMemory& memory = totals->memory;
    QCOMPARE(memory.gradients, memory.values);
    QVERIFY(memory.arenas > 0 && memory.held() >= memory.arenas + memory.parameters);
    QVERIFY2(memory.ratio() > 0.5 && memory.ratio() < 2, qPrintable(QString::number(memory.ratio())));
    // Values and gradients are written and read at least once each.
    QVERIFY(totals->leastBytes > static_cast<double>(2 * (memory.values + memory.gradients)));
}

void BenchTest::equalShapesAreEqual() {
    const auto shapesOf = [](const std::string& path) {
        const auto data = openData({.path = path});
        std::set<std::vector<std::int32_t>> shapes;
        for (std::int64_t i = 0; i < data->train->size(); ++i) {
            shapes.insert(std::get<Tree>(data->train->at(i)->structure).children);
        }
        return shapes.size();
    };
    QCOMPARE(shapesOf("synthetic:trees?n=50&leaves=20"), std::size_t{50});
    QCOMPARE(shapesOf("synthetic:trees?n=50&leaves=20&shapes=1"), std::size_t{1});
    QCOMPARE(shapesOf("synthetic:trees?n=50&leaves=20&shapes=3"), std::size_t{3});
}

void BenchTest::graphCostsAreMeasured() {
    RunConfig config;
    config.data.train = "synthetic:trees?leaves=10&seed=1";
    const std::vector<std::string> granularities{"cell", "op"};
    const std::vector<std::int64_t> sizes{1000, 4000};
    const auto costs = measureGraphCosts(config, granularities, sizes, 2, {});
    QVERIFY2(costs.has_value(), costs ? "" : costs.error().text().c_str());
    QCOMPARE(costs->size(), std::size_t{4});
    for (std::size_t i = 0; i < 4; ++i) {
        const GraphCost& cost = (*costs)[i];
        QCOMPARE(cost.granularity, granularities[i / 2]);
        const double ratio = static_cast<double>(cost.nodes) / static_cast<double>(sizes[i % 2]);
        QVERIFY2(ratio > 0.5 && ratio < 2, qPrintable(QString::number(ratio)));
        QVERIFY(cost.build > 0 && cost.plan > 0 && cost.memory > 0);
        QCOMPARE(cost.repeats.size(), std::size_t{2});
    }
    std::vector<GraphCost> made(3);
    for (std::size_t i = 0; i < 3; ++i) {
        made[i].granularity = i < 2 ? "cell" : "op";
        made[i].build = i == 0 ? 10 : 12;
        made[i].plan = made[i].memory = 0;
    }
    QCOMPARE(linearity(made, "cell"), 1.2);
    QCOMPARE(linearity(made, "op"), 1.0);
    QCOMPARE(linearity(made, "other"), 0.0);
}

void BenchTest::optionsThatABenchmarkLacksAreErrors() {
    const auto contains = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    QVERIFY(contains(errorOf({.name = "tree"}), "there are treelstm, treefc, bilstm"));
    QVERIFY(contains(errorOf({.name = "fold-cell", .embed = 3}), "fold-cell has no option --embed"));
    QVERIFY(contains(errorOf({.name = "gemm", .hidden = 3}), "gemm has no option --hidden; leave it out"));
    QVERIFY(contains(errorOf({.name = "bilstm", .hasEqualShapes = true}), "no option --equal-shapes"));
    QVERIFY(contains(errorOf({.name = "build", .sizes = {0}}), "sizes has 0"));
    QVERIFY(contains(errorOf({.name = "dmpnn"}), "name it with --data"));
    QVERIFY(contains(errorOf({.name = "treelstm", .mode = "test"}), "it can be train or infer"));
    QVERIFY(contains(errorOf({.name = "treelstm", .repeats = 0}), "must be at least 1"));
}

void BenchTest::reportHasTheFieldsOfScripts() {
    const BenchResult result{.options = {.name = "treelstm", .hidden = 4, .hasEqualShapes = true},
                             .gflops = 40,
                             .peakGflops = 80,
                             .memory = {.values = 100, .parameters = 20, .arenas = 110},
                             .roofline = {.floorSeconds = 1, .seconds = 4},
                             .runs = {1, 2, 3}};
    const auto document = nlohmann::json::parse(toJson(result));
    for (const char* field : {"name", "config", "examples_per_s", "nodes_per_s", "gflops", "peak_gflops",
                              "share_of_peak", "ns_per_node", "time", "peak_memory_bytes", "runs"}) {
        QVERIFY2(document.contains(field), field);
    }
    QCOMPARE(document["share_of_peak"].get<double>(), 0.5);
    QCOMPARE(document["config"]["hidden"].get<int>(), 4);
    QVERIFY(!document["config"].contains("embed"));
    QCOMPARE(document["roofline"]["share"].get<double>(), 0.25);
    QCOMPARE(document["step_memory_bytes"]["ratio"].get<double>(), 130.0 / 120.0);
    QCOMPARE(describe(result.options), std::string("treelstm, hidden 4, equal shapes"));
    QVERIFY(toText(result).find("40.0 GFLOP/s of 80.0 (0.50 of peak)") != std::string::npos);
}

void BenchTest::figuresAreBenchmarks() {
    std::set<std::string> names;
    std::vector<BenchResult> results;
    for (const BenchOptions& options : figures({.data = molecules_, .threads = 2})) {
        if (const WorkloadInfo* const workload = findWorkload(options.name)) {
            const auto whole = complete(*workload, options);
            QVERIFY2(whole.has_value(), whole ? "" : whole.error().message.c_str());
            names.insert(describe(*whole));
        } else {
            QCOMPARE(options.name, std::string("schedule"));
            names.insert(options.name);
        }
        results.push_back({.options = options, .examplesPerSecond = 3});
    }
    QCOMPARE(names.size(), results.size());  // no figure twice
    results.back().graphCosts.resize(1);
    const std::string tables = toTables(results);
    QVERIFY(tables.find("| treelstm, train, hidden 150, batch 25 |") != std::string::npos);
    QVERIFY(tables.find("| granularity | nodes |") != std::string::npos);
    const auto ignore = [](const BenchResult&) {};
    QCOMPARE(runFigures({.hidden = 3}, "", {}, ignore).error().code, ErrorCode::kInvalid);
    QCOMPARE(runFigures({}, "gemm", {}, ignore).error().code, ErrorCode::kNotFound);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::BenchTest)
#include "bench_test.moc"
