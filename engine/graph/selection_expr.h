// SPDX-License-Identifier: Apache-2.0
// Expressions that take elements of a value, or arrange them anew.
#pragma once

#include "engine/graph/expr.h"

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

namespace loomscope {

/// The same elements in another shape of at least one axis, row-major.
Expr reshape(Expr x, Shape shape);
/// Rows and columns of a matrix exchanged.
Expr transpose(Expr matrix);
/// Axis i of the result is axis order[i] of x.
Expr transpose(Expr x, std::initializer_list<std::int32_t> order);
/// The elements at `index` of an axis; the axis is gone afterwards. Nodes with different indices share a
/// batch. In a cell's body the call gives the index.
Expr pick(Expr x, std::int32_t index = 0, std::int32_t axis = 0);
/// `size` elements along an axis from `first` on.
Expr pickRange(Expr x, std::int32_t first, std::int32_t size, std::int32_t axis = 0);
/// `size` elements along an axis from `first` on, every `stride`-th.
Expr stridedSelect(Expr x, std::int32_t first, std::int32_t size, std::int32_t stride, std::int32_t axis = 0);
/// The elements along an axis at the given indices, in their order; an index may occur twice. Nodes with
/// different indices share a batch.
Expr select(Expr x, std::span<const std::int32_t> indices, std::int32_t axis = 0);
Expr selectRows(Expr matrix, std::span<const std::int32_t> rows);
Expr selectColumns(Expr matrix, std::span<const std::int32_t> columns);

/// Indices along an axis of x as the data of an input node, for ops that take them as a row. Invalid, with an
/// error that names `op`, if one is outside the axis or there are none.
Expr axisIndices(std::string_view op, Expr x, std::int32_t axis, std::span<const std::int32_t> indices);

}  // namespace loomscope
