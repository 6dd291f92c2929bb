// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/fsm/fsm_table.h"

#include "engine/base/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace loomscope {

namespace {

constexpr std::array<std::string_view, 3> kEncodings{"set", "sorted", "largest"};

}  // namespace

std::span<const std::string_view> fsmEncodingNames() {
    return kEncodings;
}

std::string_view name(FsmEncoding encoding) {
    return kEncodings[static_cast<std::size_t>(encoding)];
}

Result<FsmEncoding> parseFsmEncoding(std::string_view name) {
    const auto found = std::ranges::find(kEncodings, name);
    if (found == kEncodings.end()) {
        return fail(ErrorCode::kInvalid, fmt::format("a machine can't see states as \"{}\"; known are {}",
                                                     name, joinNames(kEncodings)));
    }
    return static_cast<FsmEncoding>(found - kEncodings.begin());
}

}  // namespace loomscope
