// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/metrics.h"

#include "engine/train/digest.h"
#include "engine/train/sampler.h"
#include "engine/train/target_metrics.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace loomscope {

namespace {

constexpr float kMissing = std::numeric_limits<float>::quiet_NaN();

bool isNear(double value, double expected) {
    return std::abs(value - expected) < 1e-9;
}

DatasetInfo targetInfo(Task task, std::vector<std::string> names) {
    return {.kind = StructureKind::kMolecule, .task = task, .targetNames = std::move(names)};
}

void add(MetricCollector& metrics, std::vector<float> outputs, std::vector<float> targets) {
    metrics.add({.isRoot = true}, outputs, Example{.targets = std::move(targets)});
}

std::vector<std::int64_t> orderOf(const Sampler& sampler) {
    std::vector<std::int64_t> order;
    for (std::int64_t i = 0; i < sampler.numBatches(); ++i) {
        order.insert(order.end(), sampler.batch(i).begin(), sampler.batch(i).end());
    }
    return order;
}

}  // namespace

class MetricsTest : public QObject {
    Q_OBJECT

private slots:
    void accuraciesCountLabelledNodes();
    void regressionIsMeasuredInTheTargetsUnit();
    void severalTargetsAreAveraged();
    void areaUnderTheCurve();
    void binaryTargetsSkipWhatIsUndefined();
    void betterIsLargerOrSmaller();

    void eachExampleComesOnceAnEpoch();
    void digestsSeeEveryBit();
};

void MetricsTest::accuraciesCountLabelledNodes() {
    const auto metrics = makeMetrics({.numClasses = 3});
    QVERIFY(metrics->values().empty());
    const std::vector<float> second{0.1F, 0.7F, 0.2F};
    metrics->add({.label = 1}, second, {});
    metrics->add({.label = 0}, second, {});
    metrics->add({.label = -1}, second, {});
    QVERIFY(!metrics->values().contains("root_accuracy"));
    metrics->add({.label = 1, .isRoot = true}, second, {});
    metrics->add({.label = -1, .isRoot = true}, second, {});
    QVERIFY(isNear(metrics->values().at("node_accuracy"), 2.0 / 3));
    QVERIFY(isNear(metrics->values().at("root_accuracy"), 1.0));
}

void MetricsTest::regressionIsMeasuredInTheTargetsUnit() {
    const auto metrics = makeMetrics(targetInfo(Task::kRegression, {"y"}));
    add(*metrics, {1.0F}, {2.0F});
    add(*metrics, {4.0F}, {4.0F});
    add(*metrics, {9.0F}, {6.0F});
    add(*metrics, {100.0F}, {kMissing});
    const auto values = metrics->values();
    QVERIFY(isNear(values.at("rmse"), std::sqrt(10.0 / 3)));
    QVERIFY(isNear(values.at("mae"), 4.0 / 3));
    QVERIFY(isNear(values.at("r2"), 1 - 10.0 / 8));
    QCOMPARE(values.size(), std::size_t{3});
}

void MetricsTest::severalTargetsAreAveraged() {
    const auto metrics = makeMetrics(targetInfo(Task::kRegression, {"a", "b", "never"}));
    add(*metrics, {1.0F, 5.0F, 0.0F}, {2.0F, kMissing, kMissing});
    add(*metrics, {1.0F, 5.0F, 0.0F}, {2.0F, 8.0F, kMissing});
    const auto values = metrics->values();
    QVERIFY(isNear(values.at("rmse/a"), 1.0));
    QVERIFY(isNear(values.at("rmse/b"), 3.0));
    QVERIFY(isNear(values.at("rmse"), 2.0));
    QVERIFY(!values.contains("rmse/never"));
    QVERIFY(!values.contains("r2"));  // neither target varies
}

void MetricsTest::areaUnderTheCurve() {
    QVERIFY(isNear(*rocAuc({{0.1F, 0}, {0.4F, 0}, {0.35F, 1}, {0.8F, 1}}), 0.75));
    QVERIFY(isNear(*rocAuc({{0.5F, 0}, {0.5F, 1}, {0.5F, 1}}), 0.5));
    QVERIFY(isNear(*rocAuc({{0.2F, 0}, {0.5F, 0}, {0.5F, 1}, {0.9F, 1}}), 0.875));
    QVERIFY(isNear(*rocAuc({{0.9F, 0}, {0.1F, 1}}), 0.0));
    QVERIFY(!rocAuc({{0.9F, 1}, {0.1F, 1}}).has_value());
    QVERIFY(!rocAuc({}).has_value());
}

void MetricsTest::binaryTargetsSkipWhatIsUndefined() {
    const auto metrics = makeMetrics(targetInfo(Task::kClassification, {"a", "b"}));
    add(*metrics, {0.9F, 0.6F}, {1.0F, 1.0F});
    add(*metrics, {0.2F, 0.7F}, {0.0F, 1.0F});
    add(*metrics, {0.95F, 0.4F}, {0.0F, 1.0F});
    const auto values = metrics->values();
    QVERIFY(isNear(values.at("accuracy/a"), 2.0 / 3));
    QVERIFY(isNear(values.at("roc_auc/a"), 0.5));
    QVERIFY(!values.contains("roc_auc/b"));
    QVERIFY(isNear(values.at("roc_auc"), 0.5));
    QVERIFY(isNear(values.at("accuracy"), 2.0 / 3));
}

void MetricsTest::betterIsLargerOrSmaller() {
    QVERIFY(isBetter("rmse", 1, 2) && !isBetter("rmse", 2, 2) && !isBetter("rmse", 3, 2));
    QVERIFY(isBetter("root_accuracy", 0.5, 0.4) && !isBetter("root_accuracy", 0.4, 0.4));
    QVERIFY(!isBetter("loss", std::nan(""), 2) && !isBetter("r2", std::nan(""), -5));
    QCOMPARE(defaultMetric({.numClasses = 5}), std::string_view("root_accuracy"));
    QCOMPARE(defaultMetric({.kind = StructureKind::kSequence, .numClasses = 5}),
             std::string_view("node_accuracy"));
    QCOMPARE(defaultMetric(targetInfo(Task::kClassification, {"a"})), std::string_view("roc_auc"));
    QCOMPARE(defaultMetric(targetInfo(Task::kRegression, {"a"})), std::string_view("rmse"));
}

void MetricsTest::eachExampleComesOnceAnEpoch() {
    Sampler sampler(23, 5, 9);
    QCOMPARE(sampler.numBatches(), 5);
    sampler.startEpoch(2);
    QCOMPARE(sampler.batch(4).size(), std::size_t{3});
    const auto second = orderOf(sampler);
    auto sorted = second;
    std::ranges::sort(sorted);
    for (std::int64_t i = 0; i < 23; ++i) {
        QCOMPARE(sorted[static_cast<std::size_t>(i)], i);
    }
    sampler.startEpoch(3);
    QVERIFY(orderOf(sampler) != second);
    sampler.startEpoch(2);
    QCOMPARE(orderOf(sampler), second);
    Sampler other(23, 5, 10);
    other.startEpoch(2);
    QVERIFY(orderOf(other) != second);
}

void MetricsTest::digestsSeeEveryBit() {
    std::vector<float> values(1003);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(i) / 7;
    }
    const std::uint64_t whole = hashBits(values, 1);
    QCOMPARE(hashBits(values, 1), whole);
    QVERIFY(hashBits(values, 2) != whole);
    for (const std::size_t i : {std::size_t{0}, std::size_t{500}, std::size_t{1002}}) {
        std::vector<float> changed = values;
        changed[i] = std::nextafter(changed[i], 1e9F);
        QVERIFY(hashBits(changed, 1) != whole);
    }
    std::swap(values[3], values[11]);
    QVERIFY(hashBits(values, 1) != whole);
}

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::MetricsTest)
#include "metrics_test.moc"
