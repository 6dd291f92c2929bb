// SPDX-License-Identifier: Apache-2.0
#include "engine/base/names.h"
#include "engine/schedule/plan.h"
#include "engine/schedule/policies/agenda.h"
#include "engine/schedule/policies/depth.h"
#include "engine/schedule/policies/fold.h"
#include "engine/schedule/policies/none.h"

#include <fmt/format.h>

#include <array>

namespace loomscope {

namespace {

constexpr std::array<std::string_view, 4> kNames{"none", "fold", "depth", "agenda"};

}  // namespace

std::span<const std::string_view> policyNames() {
    return kNames;
}

Result<std::unique_ptr<BatchingPolicy>> makePolicy(std::string_view name) {
    if (name == "none") {
        return std::make_unique<NonePolicy>();
    }
    if (name == "fold") {
        return std::make_unique<FoldPolicy>();
    }
    if (name == "depth") {
        return std::make_unique<DepthPolicy>();
    }
    if (name == "agenda") {
        return std::make_unique<AgendaPolicy>();
    }
    return fail(ErrorCode::kNotFound,
                fmt::format("there is no batching policy \"{}\"; did you mean \"{}\"? Known: {}", name,
                            nearestName(name, kNames), joinNames(kNames)));
}

}  // namespace loomscope
