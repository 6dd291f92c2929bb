// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value or an Error. The only place that names tl::expected.
#pragma once

#include "engine/base/error.h"

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace loomscope {

/// A value, or the Error that kept it from being made.
template <class T>
using Result = tl::expected<T, Error>;

/// Makes the error side of any Result.
[[nodiscard]] inline tl::unexpected<Error> fail(Error error) {
    return tl::unexpected<Error>(std::move(error));
}

/// Makes the error side of any Result from a code and a message.
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message) {
    return fail(Error{.code = code, .message = std::move(message)});
}

/// Makes the error side of any Result, with the place in the user's text.
[[nodiscard]] inline tl::unexpected<Error> fail(ErrorCode code, std::string message,
                                                SourcePosition position) {
    return fail(Error{.code = code, .message = std::move(message), .position = std::move(position)});
}

}  // namespace loomscope

#define LOOM_CONCAT_INNER(a, b) a##b
#define LOOM_CONCAT(a, b) LOOM_CONCAT_INNER(a, b)

/// Declares `variable` with the value of `expression`, or returns its error from the enclosing function.
#define LOOM_TRY(variable, expression)                                              \
    auto LOOM_CONCAT(result, __LINE__) = (expression);                              \
    if (!LOOM_CONCAT(result, __LINE__)) {                                           \
        return ::loomscope::fail(std::move(LOOM_CONCAT(result, __LINE__)).error()); \
    }                                                                               \
    variable = std::move(*LOOM_CONCAT(result, __LINE__))

/// Returns the error of a Result<void> expression from the enclosing function, or goes on.
#define LOOM_TRY_VOID(expression)                                                            \
    if (auto LOOM_CONCAT(result, __LINE__) = (expression); !LOOM_CONCAT(result, __LINE__)) { \
        return ::loomscope::fail(std::move(LOOM_CONCAT(result, __LINE__)).error());          \
    }
