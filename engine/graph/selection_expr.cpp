// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/selection_expr.h"

#include "engine/ops/axis.h"

#include <fmt/format.h>

#include <vector>

namespace loomscope {

Expr reshape(Expr x, Shape shape) {
    return applyOp("reshape", {x},
                   {.first = shape[0], .second = shape[1], .third = shape[2], .fourth = shape[3]});
}
Expr transpose(Expr matrix) {
    return transpose(matrix, {1, 0});
}
Expr transpose(Expr x, std::initializer_list<std::int32_t> order) {
    const Shape axes(order);
    return applyOp("transpose", {x},
                   {.first = axes[0], .second = axes[1], .third = axes[2], .fourth = axes[3]});
}
Expr pick(Expr x, std::int32_t index, std::int32_t axis) {
    return applyOp("pick", {x}, {.first = axis}, index);
}
Expr pickRange(Expr x, std::int32_t first, std::int32_t size, std::int32_t axis) {
    return stridedSelect(x, first, size, 1, axis);
}
Expr stridedSelect(Expr x, std::int32_t first, std::int32_t size, std::int32_t stride, std::int32_t axis) {
    return applyOp("strided_select", {x}, {.first = axis, .second = first, .third = size, .fourth = stride});
}
Expr select(Expr x, std::span<const std::int32_t> indices, std::int32_t axis) {
    return applyOp("select", {x, axisIndices("select", x, axis, indices)}, {.first = axis});
}
Expr selectRows(Expr matrix, std::span<const std::int32_t> rows) {
    return select(matrix, rows, 0);
}
Expr selectColumns(Expr matrix, std::span<const std::int32_t> columns) {
    return select(matrix, columns, 1);
}

Expr axisIndices(std::string_view op, Expr x, std::int32_t axis, std::span<const std::int32_t> indices) {
    if (!x.isValid()) {
        return {.builder = x.builder};
    }
    const auto refuse = [&](std::string_view reason) {
        return x.builder->refuse(
            {.code = ErrorCode::kInvalid,
             .message = fmt::format("{}({}), node {} of the graph: {}", op, x.shape().text(),
                                    x.builder->graph().numNodes(), reason)});
    };
    if (auto ok = checkAxis(x.shape(), axis); !ok) {
        return refuse(ok.error().message);
    }
    if (indices.empty()) {
        return refuse("there are no indices");
    }
    std::vector<float> data;
    for (const std::int32_t index : indices) {
        if (index < 0 || index >= x.shape()[axis]) {
            return refuse(fmt::format("index {} is outside 0 … {}", index, x.shape()[axis] - 1));
        }
        data.push_back(static_cast<float>(index));
    }
    return x.builder->input(Shape{static_cast<std::int32_t>(data.size())}, data);
}

}  // namespace loomscope
