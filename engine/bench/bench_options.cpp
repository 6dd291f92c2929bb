// SPDX-License-Identifier: Apache-2.0
#include "engine/bench/bench_options.h"

#include "engine/base/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace loomscope {

namespace {

Result<void> checkChoice(std::string_view option, const std::optional<std::string>& value,
                         std::string_view first, std::string_view second) {
    if (value && *value != first && *value != second) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("{} is '{}'; it can be {} or {}", option, *value, first, second));
    }
    return {};
}

}  // namespace

Result<void> check(const BenchOptions& options, std::span<const std::string_view> allowed) {
    const std::array<std::pair<std::string_view, bool>, 10> given{
        {{"hidden", options.hidden.has_value()},
         {"embed", options.embed.has_value()},
         {"batch", options.batch.has_value()},
         {"leaves", options.leaves.has_value()},
         {"mode", options.mode.has_value()},
         {"policy", options.policy.has_value()},
         {"granularity", options.granularity.has_value()},
         {"data", options.data.has_value()},
         {"equal-shapes", options.hasEqualShapes},
         {"sizes", !options.sizes.empty()}}};
    for (const auto& [option, isGiven] : given) {
        if (isGiven && std::ranges::find(allowed, option) == allowed.end()) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("the benchmark {} has no option --{}; leave it out{}", options.name,
                                    option, allowed.empty() ? "" : ". It has " + joinNames(allowed)));
        }
    }
    LOOM_TRY_VOID(checkChoice("mode", options.mode, "train", "infer"));
    LOOM_TRY_VOID(checkChoice("granularity", options.granularity, "cell", "op"));
    if (options.batch.value_or(1) < 1 || options.repeats < 1) {
        return fail(ErrorCode::kInvalid, "batch and repeats must be at least 1");
    }
    constexpr std::int64_t kMostNodes = 100'000'000;
    for (const std::int64_t size : options.sizes) {
        if (size < 1 || size > kMostNodes) {
            return fail(
                ErrorCode::kInvalid,
                fmt::format("sizes has {}; it takes numbers of nodes from 1 to {}", size, kMostNodes));
        }
    }
    return {};
}

}  // namespace loomscope
