// SPDX-License-Identifier: Apache-2.0
// Broken invariants: mistakes of ours, not of the user.
#pragma once

#include <stdexcept>
#include <string>

namespace loomscope {

/// Thrown when an invariant is broken. Caught at thread entry and shown with what to report.
class InternalError final : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// Throws InternalError. Out of line, so that the check itself stays small.
[[noreturn]] void failCheck(const char* condition, const char* file, int line, const std::string& detail);

}  // namespace loomscope

/// Throws InternalError with the condition, the place and `detail` unless `condition` holds.
#define LOOM_CHECK(condition, detail)                                         \
    do {                                                                      \
        if (!(condition)) [[unlikely]] {                                      \
            ::loomscope::failCheck(#condition, __FILE__, __LINE__, (detail)); \
        }                                                                     \
    } while (false)
