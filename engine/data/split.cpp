// SPDX-License-Identifier: Apache-2.0
#include "engine/data/split.h"

#include "engine/base/rng.h"
#include "engine/data/identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace loomscope {

namespace {

/// Records that are the same thing, in the order of their first.
std::vector<RecordGroup> groupByIdentity(const Dataset& dataset) {
    std::vector<RecordGroup> groups;
    std::unordered_map<std::string, std::size_t> known;
    for (std::int64_t i = 0; i < dataset.size(); ++i) {
        const auto [place, isNew] = known.try_emplace(identity(*dataset.at(i)), groups.size());
        if (isNew) {
            groups.emplace_back();
        }
        groups[place->second].push_back(i);
    }
    return groups;
}

std::int64_t shareOf(std::int64_t total, double share) {
    return std::llround(static_cast<double>(total) * share);
}

/// Deals groups out: to the test part and the dev part while a group still fits in there, else to the
/// training part. `kept` records are already in the training part, and count.
void deal(std::vector<RecordGroup> groups, const SplitOptions& options, std::int64_t kept, Rng& rng,
          Split& split) {
    rng.shuffle(std::span(groups));
    std::int64_t total = kept;
    for (const RecordGroup& group : groups) {
        total += static_cast<std::int64_t>(group.size());
    }
    std::int64_t testLeft = shareOf(total, options.testShare);
    std::int64_t devLeft = std::min(shareOf(total, options.devShare), total - testLeft);
    for (const RecordGroup& group : groups) {
        const auto size = static_cast<std::int64_t>(group.size());
        std::vector<std::int64_t>* part = &split.train;
        if (size <= testLeft) {
            testLeft -= size;
            part = &split.test;
        } else if (size <= devLeft) {
            devLeft -= size;
            part = &split.dev;
        }
        part->insert(part->end(), group.begin(), group.end());
    }
}

/// Takes one record's group back from the larger of the other parts if training has nothing to learn from.
void ensureTraining(const std::vector<RecordGroup>& groups, Split& split) {
    if (!split.train.empty() || groups.size() < 2) {
        return;
    }
    std::vector<std::int64_t>& giver = split.test.size() >= split.dev.size() ? split.test : split.dev;
    const auto found = std::ranges::find_if(groups, [&](const RecordGroup& group) {
        return std::ranges::find(giver, group.front()) != giver.end();
    });
    for (const std::int64_t index : *found) {
        std::erase(giver, index);
        split.train.push_back(index);
    }
}

Result<void> checkShares(const SplitOptions& options) {
    const bool isUsable =
        options.devShare >= 0.0 && options.testShare >= 0.0 && options.devShare + options.testShare < 1.0;
    if (!isUsable) {
        return fail(
            ErrorCode::kInvalid,
            fmt::format("shares of {} for dev and {} for test leave nothing to train on: each must be "
                        "at least 0, and both together below 1",
                        options.devShare, options.testShare));
    }
    return {};
}

}  // namespace

std::int32_t classOf(const Example& example) {
    if (const auto* tree = std::get_if<Tree>(&example.structure); tree != nullptr && !tree->nodes.empty()) {
        if (const std::int32_t label = tree->nodes.back().label; label >= 0) {
            return label;
        }
    }
    const bool hasTarget = !example.targets.empty() && std::isfinite(example.targets.front());
    return hasTarget
               ? static_cast<std::int32_t>(std::lround(std::clamp(example.targets.front(), -1e6F, 1e6F)))
               : -1;
}

Result<Split> splitGroups(const Dataset& dataset, std::vector<RecordGroup> groups,
                          const SplitOptions& options, bool keepsLarge) {
    LOOM_TRY_VOID(checkShares(options));
    Split split;
    const double share = options.testShare > 0 ? options.testShare : options.devShare;
    const auto most = static_cast<std::size_t>(shareOf(dataset.size(), share) / 2);
    std::map<std::int32_t, std::vector<RecordGroup>> strata;
    for (const RecordGroup& group : groups) {
        if (keepsLarge && group.size() > std::max<std::size_t>(most, 1)) {
            split.train.insert(split.train.end(), group.begin(), group.end());
            continue;
        }
        const bool isByClass = options.stratify == Stratify::kByClass;
        strata[isByClass ? classOf(*dataset.at(group.front())) : 0].push_back(group);
    }
    const auto kept = static_cast<std::int64_t>(split.train.size());
    Rng rng(options.seed,
            0x73706C6974);  // a stream of its own: no other user of the seed sees the same numbers
    for (auto& [label, stratum] : strata) {
        deal(std::move(stratum), options, strata.size() == 1 ? kept : 0, rng, split);
    }
    ensureTraining(groups, split);
    for (std::vector<std::int64_t>* part : {&split.train, &split.dev, &split.test}) {
        std::ranges::sort(*part);
    }
    return split;
}

Result<Split> splitRandomly(const Dataset& dataset, const SplitOptions& options) {
    return splitGroups(dataset, groupByIdentity(dataset), options, false);
}

}  // namespace loomscope
