// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/matrix_functions.h"

#include <Eigen/Core>
#include <Eigen/LU>
#include <fmt/format.h>

#include <cmath>

namespace loomscope {

namespace {

/// A matrix on the stack: no memory is asked for while a step runs.
using StackMatrix =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor, kLargestMatrix, kLargestMatrix>;
template <class T>
using Square = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T>
Eigen::PartialPivLU<StackMatrix> factorise(const T* x, std::int64_t size) {
    return Eigen::PartialPivLU<StackMatrix>(
        Eigen::Map<const Square<T>>(x, size, size).template cast<double>());
}

template <class T>
void invertInto(const T* x, std::int64_t size, T* inverse) {
    const StackMatrix result = factorise(x, size).inverse();
    Eigen::Map<Square<T>>(inverse, size, size) = result.cast<T>();
}

template <class T>
double logDeterminantOf(const T* x, std::int64_t size) {
    return factorise(x, size).matrixLU().diagonal().array().abs().log().sum();
}

template <class T>
void addInverseTransposedTo(const T* x, std::int64_t size, T factor, T* to) {
    const StackMatrix inverse = factorise(x, size).inverse();
    Eigen::Map<Square<T>>(to, size, size) += factor * inverse.transpose().cast<T>();
}

}  // namespace

Result<void> checkSquare(const Shape& shape) {
    if (shape.rank() != 2 || shape[0] != shape[1] || shape[0] < 1 || shape[0] > kLargestMatrix) {
        return fail(ErrorCode::kShape,
                    fmt::format("the argument must be a square matrix of at most {} rows", kLargestMatrix));
    }
    return {};
}

void invert(const float* x, std::int64_t size, float* inverse) {
    invertInto(x, size, inverse);
}
void invert(const double* x, std::int64_t size, double* inverse) {
    invertInto(x, size, inverse);
}
double logDeterminant(const float* x, std::int64_t size) {
    return logDeterminantOf(x, size);
}
double logDeterminant(const double* x, std::int64_t size) {
    return logDeterminantOf(x, size);
}
void addInverseTransposed(const float* x, std::int64_t size, float factor, float* to) {
    addInverseTransposedTo(x, size, factor, to);
}
void addInverseTransposed(const double* x, std::int64_t size, double factor, double* to) {
    addInverseTransposedTo(x, size, factor, to);
}

}  // namespace loomscope
