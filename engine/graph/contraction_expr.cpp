// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/contraction_expr.h"

namespace loomscope {

Expr dotProduct(Expr a, Expr b) {
    return applyOp("dot_product", {a, b});
}
Expr matrixProduct(Expr a, Expr b) {
    return applyOp("matrix_product", {a, b});
}
Expr traceOfProduct(Expr a, Expr b) {
    return applyOp("trace_of_product", {a, b});
}
Expr inverse(Expr matrix) {
    return applyOp("inverse", {matrix});
}
Expr logDeterminant(Expr matrix) {
    return applyOp("log_determinant", {matrix});
}
Expr affine(std::initializer_list<AffineTerm> terms, Expr bias) {
    Expr total;
    for (const AffineTerm& term : terms) {
        const bool isFirst = &term == terms.begin();
        total = isFirst ? affine(term.x, term.weight, bias) : total + product(term.x, term.weight);
    }
    return total;
}
Expr contract3d1d(Expr x, Expr tensor) {
    return applyOp("contract3d_1d", {x, tensor});
}
Expr contract3d1d(Expr x, Expr tensor, Expr bias) {
    return applyOp("contract3d_1d_bias", {x, tensor, bias});
}
Expr contract3d1d1d(Expr x, Expr z, Expr tensor) {
    return applyOp("contract3d_1d_1d", {x, z, tensor});
}
Expr contract3d1d1d(Expr x, Expr z, Expr tensor, Expr bias) {
    return applyOp("contract3d_1d_1d_bias", {x, z, tensor, bias});
}
Expr layerNorm(Expr x, Expr gain, Expr bias, float epsilon) {
    return applyOp("layer_norm", {x, gain, bias}, {.real = epsilon});
}
Expr weightNorm(Expr weight, Expr length) {
    return applyOp("weight_norm", {weight, length});
}

}  // namespace loomscope
