// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products of the CPU: every form against plain sums in double, and their bits.
#include "engine/base/rng.h"
#include "engine/tensor/device.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <vector>

namespace loomscope {

namespace {

struct Matrix {
    Matrix(std::int64_t ownRows, std::int64_t ownColumns, std::uint64_t seed)
        : rows(ownRows), columns(ownColumns), numbers(static_cast<std::size_t>(ownRows * ownColumns)) {
        Rng rng(seed);
        std::ranges::generate(numbers, [&rng] { return static_cast<float>(rng.uniform(-1, 1)); });
    }
    [[nodiscard]] float at(std::int64_t row, std::int64_t column) const {
        return numbers[static_cast<std::size_t>(row * columns + column)];
    }
    std::int64_t rows;
    std::int64_t columns;
    std::vector<float> numbers;
};

std::vector<float> packed(Device& device, const Matrix& b, Transpose transpose) {
    const bool isTransposed = transpose == Transpose::kYes;
    const std::int64_t k = isTransposed ? b.columns : b.rows;
    const std::int64_t n = isTransposed ? b.rows : b.columns;
    std::vector<float> result(static_cast<std::size_t>(device.packedFloats(k, n)), 99.0F);
    device.pack({.transpose = transpose, .data = b.numbers.data(), .stride = b.columns}, k, n, result.data());
    return result;
}

/// A·op(B) plus what `call` adds, into a copy of `c`.
Matrix multiplied(Device& device, ProductCall call, const Matrix& a, const Matrix& b, Matrix c) {
    call.m = c.rows;
    call.n = c.columns;
    call.k = a.columns;
    call.a = a.numbers.data();
    call.strideA = a.columns;
    call.b = b.numbers.data();
    call.strideB = b.columns;
    call.c = c.numbers.data();
    call.strideC = c.columns;
    device.product(call);
    return c;
}

double largestError(const ProductCall& call, const Matrix& a, const Matrix& b, const Matrix& before,
                    const Matrix& c) {
    double largest = 0;
    for (std::int64_t row = 0; row < c.rows; ++row) {
        for (std::int64_t column = 0; column < c.columns; ++column) {
            double sum = call.beta == 0.0F ? 0.0 : before.at(row, column);
            for (std::int64_t i = 0; call.bias != nullptr && i < call.numBiases; ++i) {
                sum += call.bias[i * c.columns + column];
            }
            for (std::int64_t p = 0; p < a.columns; ++p) {
                const double right = call.transposeB == Transpose::kYes ? b.at(column, p) : b.at(p, column);
                sum += a.at(row, p) * right;
            }
            largest = std::max(largest, std::abs(sum - c.at(row, column)));
        }
    }
    return largest;
}

}  // namespace

class ProductTest : public QObject {
    Q_OBJECT

private slots:
    /// All heights of tiles, widths with and without a rest, depths that are cut and that are not.
    void packedIsTheSum_data() {
        QTest::addColumn<int>("m");
        QTest::addColumn<int>("n");
        QTest::addColumn<int>("k");
        for (const int m : {1, 2, 3, 4, 5, 6, 7, 8, 9, 13, 19, 20, 31, 97, 200}) {
            for (const auto& [n, k] : {std::pair{5, 3}, {8, 16}, {21, 385}, {200, 7}, {391, 769}}) {
                QTest::addRow("%d x %d x %d", m, n, k) << m << n << k;
            }
        }
    }
    void packedIsTheSum() {
        QFETCH(const int, m);
        QFETCH(const int, n);
        QFETCH(const int, k);
        const auto device = std::move(makeDevice("cpu", 2).value());
        const Matrix a(m, k, 1);
        const Matrix before(m, n, 3);
        const Matrix bias(2, n, 4);
        for (const Transpose transpose : {Transpose::kNo, Transpose::kYes}) {
            const Matrix b = transpose == Transpose::kYes ? Matrix(n, k, 2) : Matrix(k, n, 2);
            const std::vector<float> layout = packed(*device, b, transpose);
            const ProductCall plain{.transposeB = transpose, .packedB = layout.data()};
            ProductCall adding = plain;
            adding.beta = 1.0F;
            ProductCall oneBias = plain;
            oneBias.bias = bias.numbers.data();
            ProductCall twoBiases = oneBias;
            twoBiases.numBiases = 2;
            for (const ProductCall& call : {plain, adding, oneBias, twoBiases}) {
                const Matrix c = multiplied(*device, call, a, b, before);
                const double error = largestError(call, a, b, before, c);
                QVERIFY2(error < 2e-6 * std::sqrt(k) + 1e-6, qPrintable(QString::number(error)));
            }
        }
    }

    void bitsDependNeitherOnThreadsNorOnOtherRows() {
        const auto one = std::move(makeDevice("cpu", 1).value());
        const auto three = std::move(makeDevice("cpu", 3).value());
        const Matrix a(211, 500, 1);
        const Matrix b(500, 430, 2);
        const std::vector<float> layout = packed(*one, b, Transpose::kNo);
        QVERIFY(packed(*three, b, Transpose::kNo) == layout);
        const ProductCall call{.packedB = layout.data()};
        const Matrix all = multiplied(*one, call, a, b, Matrix(211, 430, 3));
        QVERIFY(multiplied(*three, call, a, b, Matrix(211, 430, 3)).numbers == all.numbers);
        for (const std::int64_t row : {0, 7, 210}) {
            Matrix single(1, 500, 0);
            std::copy_n(a.numbers.begin() + row * 500, 500, single.numbers.begin());
            const Matrix c = multiplied(*three, call, single, b, Matrix(1, 430, 3));
            QVERIFY(std::equal(c.numbers.begin(), c.numbers.end(), all.numbers.begin() + row * 430));
        }
    }

    void libraryDoesNotDependOnThreads() {
        const auto one = std::move(makeDevice("cpu", 1).value());
        const auto three = std::move(makeDevice("cpu", 3).value());
        const Matrix a(211, 500, 1);
        const Matrix b(500, 430, 2);
        const Matrix c = multiplied(*one, {}, a, b, Matrix(211, 430, 3));
        QVERIFY(largestError({}, a, b, c, c) < 1e-4);
        QVERIFY(multiplied(*three, {}, a, b, Matrix(211, 430, 3)).numbers == c.numbers);
    }
};

}  // namespace loomscope

QTEST_GUILESS_MAIN(loomscope::ProductTest)
#include "product_test.moc"
