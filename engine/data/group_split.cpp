// SPDX-License-Identifier: Apache-2.0
#include "engine/data/group_split.h"

#include "engine/data/chemistry/scaffold.h"
#include "engine/data/identity.h"
#include "engine/data/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace loomscope {

namespace {

constexpr std::int64_t kRecordsPerReport = 256;

enum class Part : std::uint8_t { kNone, kTrain, kDev, kTest };

Part partOf(std::string_view value) {
    constexpr std::array<std::pair<std::string_view, Part>, 7> kNames = {{{"train", Part::kTrain},
                                                                          {"training", Part::kTrain},
                                                                          {"dev", Part::kDev},
                                                                          {"valid", Part::kDev},
                                                                          {"validation", Part::kDev},
                                                                          {"val", Part::kDev},
                                                                          {"test", Part::kTest}}};
    const std::string lower = toLower(value);
    const auto found = std::ranges::find(kNames, lower, &std::pair<std::string_view, Part>::first);
    return found == kNames.end() ? Part::kNone : found->second;
}

/// The value of a field in each record, "" where there is none.
Result<std::vector<std::string>> valuesOf(const Dataset& dataset, std::string_view field) {
    std::vector<std::string> values;
    std::set<std::string> names;
    bool isThere = false;
    for (std::int64_t i = 0; i < dataset.size(); ++i) {
        std::string value;
        const auto example = dataset.at(i);
        for (const auto& [name, text] : example->fields) {
            names.insert(name);
            if (name == field && value.empty()) {
                value = text;
                isThere = true;
            }
        }
        values.push_back(std::move(value));
    }
    if (isThere) {
        return values;
    }
    std::string known;
    for (const std::string& name : names) {
        known += (known.empty() ? "" : ", ") + name;
    }
    return fail(ErrorCode::kInvalid,
                fmt::format("no record has a field '{}' to split by; {}", field,
                            known.empty() ? "the records have no fields" : "the fields are " + known));
}

}  // namespace

Result<Split> splitByGroups(const Dataset& dataset, std::span<const std::string> keys,
                            const SplitOptions& options) {
    std::vector<RecordGroup> groups;
    std::unordered_map<std::string, std::size_t> known;
    for (std::int64_t i = 0; i < dataset.size(); ++i) {
        const std::string& key = keys[static_cast<std::size_t>(i)];
        // The first letter keeps the two kinds of keys apart.
        const auto [place, isNew] =
            known.try_emplace(key.empty() ? "=" + identity(*dataset.at(i)) : "#" + key, groups.size());
        if (isNew) {
            groups.emplace_back();
        }
        groups[place->second].push_back(i);
    }
    return splitGroups(dataset, std::move(groups), options, true);
}

Result<Split> splitByScaffold(const Dataset& dataset, const SplitOptions& options,
                              const JobControl& control) {
    std::vector<std::string> scaffolds;
    for (std::int64_t i = 0; i < dataset.size(); ++i) {
        if (i % kRecordsPerReport == 0) {
            if (control.isCancelled()) {
                return fail(ErrorCode::kCancelled, "splitting was cancelled");
            }
            control.say({"Finding scaffolds", i, dataset.size()});
        }
        const auto example = dataset.at(i);
        const auto* molecule = std::get_if<Molecule>(&example->structure);
        if (molecule == nullptr) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("{} has no scaffolds to split by: its records are no molecules; choose "
                                    "another way to split",
                                    dataset.info().name));
        }
        // A molecule that RDKit can't build again is a group of its own.
        scaffolds.push_back(scaffoldOf(*molecule).value_or(std::string()));
    }
    return splitByGroups(dataset, scaffolds, options);
}

Result<Split> splitByField(const Dataset& dataset, std::string_view field, const SplitOptions& options) {
    LOOM_TRY(const std::vector<std::string> values, valuesOf(dataset, field));
    Split split;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const Part part = partOf(values[i]);
        if (part == Part::kNone) {
            return splitByGroups(dataset, values, options);
        }
        (part == Part::kTrain ? split.train
         : part == Part::kDev ? split.dev
                              : split.test)
            .push_back(static_cast<std::int64_t>(i));
    }
    if (split.train.empty()) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("no record of {} has train for its {}", dataset.info().name, field));
    }
    return split;
}

}  // namespace loomscope
