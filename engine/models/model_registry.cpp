// SPDX-License-Identifier: Apache-2.0
// The table of all models: adding one is its files and one line here.
#include "engine/base/check.h"
#include "engine/base/names.h"
#include "engine/models/bilstm_tagger.h"
#include "engine/models/child_sum_tree_lstm.h"
#include "engine/models/dmpnn.h"
#include "engine/models/fold_cell.h"
#include "engine/models/gcn.h"
#include "engine/models/lattice_lstm.h"
#include "engine/models/model.h"
#include "engine/models/model_options.h"
#include "engine/models/tree_fc.h"
#include "engine/models/tree_lstm.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace loomscope {

namespace {

struct Entry {
    const ModelInfo* info;
    Result<std::unique_ptr<Model>> (*make)(const ModelOptions&, const Dataset&, std::uint64_t seed);
    Result<std::unique_ptr<Model>> (*restore)(const ModelOptions&, std::string_view state,
                                              std::uint64_t seed);
};

template <class Zoo>
Result<std::unique_ptr<Model>> makeZooModel(const ModelOptions& options, const Dataset& train,
                                            std::uint64_t seed) {
    const ModelOptions complete = completeOptions(Zoo::info(), options);
    LOOM_TRY(auto facts, Zoo::Facts::of(Zoo::info(), complete, train));
    return std::make_unique<Zoo>(complete, std::move(facts), seed);
}

template <class Zoo>
Result<std::unique_ptr<Model>> restoreZooModel(const ModelOptions& options, std::string_view state,
                                               std::uint64_t seed) {
    const auto json = nlohmann::json::parse(state, nullptr, /*allow_exceptions=*/false);
    LOOM_TRY(auto facts, Zoo::Facts::fromJson(json));
    return std::make_unique<Zoo>(completeOptions(Zoo::info(), options), std::move(facts), seed);
}

template <class... Zoo>
std::array<Entry, sizeof...(Zoo)> entriesOf() {
    return {Entry{&Zoo::info(), &makeZooModel<Zoo>, &restoreZooModel<Zoo>}...};
}

/// In the order in which people should see them; the first that reads a kind of structure is its default.
std::span<const Entry> entries() {
    static const auto kEntries =
        entriesOf<TreeLstm, ChildSumTreeLstm, TreeFc, FoldCell, Dmpnn, Gcn, BilstmTagger, LatticeLstm>();
    return kEntries;
}

Result<const Entry*> findEntry(std::string_view name) {
    const auto found =
        std::ranges::find(entries(), name, [](const Entry& entry) { return entry.info->name; });
    if (found != entries().end()) {
        return &*found;
    }
    std::vector<std::string_view> known;
    std::ranges::transform(entries(), std::back_inserter(known),
                           [](const Entry& entry) { return entry.info->name; });
    return fail(ErrorCode::kNotFound, fmt::format("no model '{}'; did you mean '{}'? Known are {}", name,
                                                  nearestName(name, known), joinNames(known)));
}

}  // namespace

std::span<const ModelInfo> modelInfos() {
    static const std::vector<ModelInfo> kInfos = [] {
        std::vector<ModelInfo> infos;
        std::ranges::transform(entries(), std::back_inserter(infos),
                               [](const Entry& entry) { return *entry.info; });
        return infos;
    }();
    return kInfos;
}

Result<const ModelInfo*> findModel(std::string_view name) {
    LOOM_TRY(const Entry* const entry, findEntry(name));
    return entry->info;
}

const ModelInfo& defaultModel(StructureKind kind) {
    const auto found =
        std::ranges::find(entries(), kind, [](const Entry& entry) { return entry.info->reads; });
    LOOM_CHECK(found != entries().end(), std::string(name(kind)));
    return *found->info;
}

Result<std::unique_ptr<Model>> makeModel(std::string_view name, const ModelOptions& options,
                                         const Dataset& train, std::uint64_t seed) {
    LOOM_TRY(const Entry* const entry, findEntry(name));
    LOOM_TRY_VOID(checkOptions(*entry->info, options));
    return entry->make(options, train, seed);
}

Result<std::unique_ptr<Model>> restoreModel(std::string_view name, const ModelOptions& options,
                                            std::string_view state, std::uint64_t seed) {
    LOOM_TRY(const Entry* const entry, findEntry(name));
    LOOM_TRY_VOID(checkOptions(*entry->info, options));
    return entry->restore(options, state, seed);
}

}  // namespace loomscope
