// SPDX-License-Identifier: Apache-2.0
// Expressions of products, matrix functions and normalisation.
#pragma once

#include "engine/graph/expr.h"

#include <initializer_list>

namespace loomscope {

/// Σ a·b over all elements.
Expr dotProduct(Expr a, Expr b);
/// a·b of two row values, matrices or vectors: [m, k]·[k, n]; a vector on the left is a row, on the right a
/// column. With a parameter on the right use product.
Expr matrixProduct(Expr a, Expr b);
/// tr(a·b) of a [m, n] and b [n, m].
Expr traceOfProduct(Expr a, Expr b);
/// Of a square matrix of at most 128 rows. What isn't invertible gives numbers that aren't finite.
Expr inverse(Expr matrix);
/// log |det| of a square matrix of at most 128 rows.
Expr logDeterminant(Expr matrix);

/// x·W of one term of a sum.
struct AffineTerm {
    Expr x;
    Expr weight;
};
/// Σ x·W + b. The products of different terms are nodes of their own.
Expr affine(std::initializer_list<AffineTerm> terms, Expr bias);

/// Y_ij = Σ_k x_k·A_ijk: vector x [k], parameter A [i, j, k].
Expr contract3d1d(Expr x, Expr tensor);
/// The same plus a bias [i, j].
Expr contract3d1d(Expr x, Expr tensor, Expr bias);
/// y_i = Σ_jk z_j·A_ijk·x_k: vectors x [k] and z [j], parameter A [i, j, k].
Expr contract3d1d1d(Expr x, Expr z, Expr tensor);
/// The same plus a bias [i].
Expr contract3d1d1d(Expr x, Expr z, Expr tensor, Expr bias);

/// gain·(x − mean)/√(variance + epsilon) + bias along the last axis; gain and bias are parameters.
Expr layerNorm(Expr x, Expr gain, Expr bias, float epsilon = 1e-5F);
/// length·W/|W|: a parameter W as direction and length; a value, to be read by matrixProduct.
Expr weightNorm(Expr weight, Expr length);

}  // namespace loomscope
