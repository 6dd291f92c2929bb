// SPDX-License-Identifier: Apache-2.0
// Argument kinds and shape rules that many rowwise ops share.
#pragma once

#include "engine/ops/op_info.h"

#include <array>

namespace loomscope {

/// One row in.
struct OneRow {
    static constexpr std::array kArguments{ArgumentKind::kRows};
    static constexpr Payload kPayload = Payload::kNone;
};

/// Two rows in.
struct TwoRows {
    static constexpr std::array kArguments{ArgumentKind::kRows, ArgumentKind::kRows};
    static constexpr Payload kPayload = Payload::kNone;
};

/// One row in, one number out.
struct RowToNumber : OneRow {
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape>, const Attributes&) {
        return std::vector{Shape{1}};
    }
};

/// Two rows of one shape in, one number out.
struct PairToNumber : TwoRows {
    static Result<std::vector<Shape>> inferShapes(std::span<const Shape> x, const Attributes&) {
        if (x[0] != x[1]) {
            return fail(ErrorCode::kShape, "the arguments must have one shape");
        }
        return std::vector{Shape{1}};
    }
};

}  // namespace loomscope
