// SPDX-License-Identifier: GPL-3.0-or-later
// Random sources have the distribution that they are named after, and depend on seed, stream and element
// alone; sparse input names what is wrong.
#include "engine/exec/reference_executor.h"
#include "engine/graph/source_expr.h"

#include <QTest>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

using namespace loomscope;

namespace {

constexpr std::int32_t kSize = 20'000;

using Make = std::function<Expr(GraphBuilder&, std::int32_t)>;

std::vector<double> draw(const Make& make, std::uint64_t seed, std::int32_t stream) {
    const ParameterStore store;
    Graph graph;
    GraphBuilder g(graph, store);
    const Expr x = make(g, stream);
    return runReference(graph, store, {}, seed).values[x.id.index()];
}

double meanOf(const std::vector<double>& numbers) {
    double total = 0;
    for (const double number : numbers) {
        total += number;
    }
    return total / static_cast<double>(numbers.size());
}

}  // namespace

Q_DECLARE_METATYPE(Make)

class SourceTest : public QObject {
    Q_OBJECT

private slots:
    void distributions_data();
    void distributions();
    void wholeValuesAreDropped();
    void sparseInputIsChecked();
};

void SourceTest::distributions_data() {
    QTest::addColumn<Make>("make");
    QTest::addColumn<double>("mean");
    QTest::addColumn<double>("deviation");
    const Shape shape{kSize};
    QTest::newRow("normal") << Make([shape](GraphBuilder& g, std::int32_t stream) {
        return randomNormal(g, shape, stream, 1.0F, 2.0F);
    }) << 1.0 << 2.0;
    QTest::newRow("uniform") << Make([shape](GraphBuilder& g, std::int32_t stream) {
        return randomUniform(g, shape, stream, -1.0F, 3.0F);
    }) << 1.0 << 4.0 / std::sqrt(12.0);
    QTest::newRow("bernoulli") << Make([shape](GraphBuilder& g, std::int32_t stream) {
        return randomBernoulli(g, shape, stream, 0.25F, 2.0F);
    }) << 0.5 << 2.0 * std::sqrt(0.1875);
    QTest::newRow("gumbel") << Make([shape](GraphBuilder& g, std::int32_t stream) {
        return randomGumbel(g, shape, stream);
    }) << 0.5772157 << 1.2825498;
    QTest::newRow("noise") << Make([shape](GraphBuilder& g, std::int32_t stream) {
        return gaussianNoise(constant(g, shape, 3.0F), 0.5F, stream);
    }) << 3.0 << 0.5;
    QTest::newRow("line dropout") << Make([](GraphBuilder& g, std::int32_t stream) {
        return lineDropout(ones(g, {kSize / 2, 2}), 0.5F, stream, 1);
    }) << 1.0 << 1.0;
}

void SourceTest::distributions() {
    QFETCH(Make, make);
    QFETCH(double, mean);
    QFETCH(double, deviation);
    const std::vector<double> numbers = draw(make, 1, 5);
    std::vector<double> squares = numbers;
    std::ranges::transform(squares, squares.begin(), [mean](double x) { return (x - mean) * (x - mean); });
    // Five standard errors, twice as many elements as independent draws allowed for.
    const double error = 5.0 * deviation / std::sqrt(kSize / 2.0);
    QVERIFY2(std::abs(meanOf(numbers) - mean) < error, fmt::format("mean {}", meanOf(numbers)).c_str());
    QVERIFY2(std::abs(std::sqrt(meanOf(squares)) - deviation) < 2.0 * error,
             fmt::format("deviation {}", std::sqrt(meanOf(squares))).c_str());
    QCOMPARE(draw(make, 1, 5), numbers);
    QVERIFY(draw(make, 1, 6) != numbers);
    QVERIFY(draw(make, 2, 5) != numbers);
}

void SourceTest::wholeValuesAreDropped() {
    int dropped = 0;
    for (std::int32_t stream = 0; stream < 100; ++stream) {
        const auto numbers = draw(
            [](GraphBuilder& g, std::int32_t key) {
                return blockDropout(ones(g, {3, 2}), 0.5F, key);
            },
            1, stream);
        QVERIFY(numbers == std::vector<double>(6, 0.0) || numbers == std::vector<double>(6, 2.0));
        dropped += numbers[0] == 0.0 ? 1 : 0;
    }
    QVERIFY(dropped > 25 && dropped < 75);
}

void SourceTest::sparseInputIsChecked() {
    const auto sparse = [](const std::vector<std::int32_t>& places, const std::vector<float>& numbers) {
        return [places, numbers](GraphBuilder& g, std::int32_t) {
            return sparseInput(g, {2, 2}, places, numbers, -1.0F);
        };
    };
    QCOMPARE(draw(sparse({3, 1}, {7, 8}), 0, 0), (std::vector<double>{-1, 8, -1, 7}));
    const ParameterStore store;
    Graph graph;
    GraphBuilder outside(graph, store);
    sparse({4}, {1})(outside, 0);
    QCOMPARE(outside.finish().error().message,
             std::string("sparse input of shape [2, 2]: place 4 is outside 0 … 3"));
    GraphBuilder uneven(graph, store);
    sparse({0}, {})(uneven, 0);
    QCOMPARE(uneven.finish().error().message,
             std::string("sparse input of shape [2, 2]: 1 places for 0 numbers"));
}

QTEST_GUILESS_MAIN(SourceTest)
#include "source_test.moc"
