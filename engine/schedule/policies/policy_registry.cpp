// SPDX-License-Identifier: Apache-2.0
#include "engine/base/names.h"
#include "engine/schedule/plan.h"
#include "engine/schedule/policies/agenda.h"
#include "engine/schedule/policies/depth.h"
#include "engine/schedule/policies/fold.h"
#include "engine/schedule/policies/fsm.h"
#include "engine/schedule/policies/lookahead.h"
#include "engine/schedule/policies/none.h"
#include "engine/schedule/policies/optimal.h"
#include "engine/schedule/policies/ratio.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace loomscope {

namespace {

using MadePolicy = Result<std::unique_ptr<BatchingPolicy>>;

struct PolicyEntry {
    std::string_view name;
    MadePolicy (*make)(const PolicyOptions& options);
};

/// For policies without options.
template <class Policy>
MadePolicy make(const PolicyOptions&) {
    return std::make_unique<Policy>();
}

constexpr std::array kPolicies{
    PolicyEntry{"none", make<NonePolicy>},            //
    PolicyEntry{"fold", make<FoldPolicy>},            //
    PolicyEntry{"depth", make<DepthPolicy>},          //
    PolicyEntry{"agenda", make<AgendaPolicy>},        //
    PolicyEntry{"fsm", FsmPolicy::make},              //
    PolicyEntry{"ratio", make<RatioPolicy>},          //
    PolicyEntry{"lookahead", LookaheadPolicy::make},  //
    PolicyEntry{"optimal", OptimalPolicy::make},
};

constexpr auto kNames = [] {
    std::array<std::string_view, kPolicies.size()> names;
    std::ranges::transform(kPolicies, names.begin(), &PolicyEntry::name);
    return names;
}();

}  // namespace

std::span<const std::string_view> policyNames() {
    return kNames;
}

Result<std::unique_ptr<BatchingPolicy>> makePolicy(std::string_view name, const PolicyOptions& options) {
    if (const auto* const found = std::ranges::find(kPolicies, name, &PolicyEntry::name);
        found != kPolicies.end()) {
        return found->make(options);
    }
    return fail(ErrorCode::kNotFound,
                fmt::format("there is no batching policy \"{}\"; did you mean \"{}\"? Known: {}", name,
                            nearestName(name, kNames), joinNames(kNames)));
}

}  // namespace loomscope
