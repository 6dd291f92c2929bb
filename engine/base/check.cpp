// SPDX-License-Identifier: Apache-2.0
#include "engine/base/check.h"

#include <fmt/format.h>

namespace loomscope {

void failCheck(const char* condition, const char* file, int line, const std::string& detail) {
    throw InternalError(fmt::format("{} ({}:{}: {})", detail, file, line, condition));
}

}  // namespace loomscope
