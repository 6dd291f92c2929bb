// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/inspect_json.h"

#include "engine/data/chemistry/element.h"
#include "engine/data/statistics.h"
#include "gui/commands/inspect_items.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace loomscope {

namespace {

using Json = nlohmann::json;

Json problemsJson(const std::vector<ReadProblem>& problems) {
    Json list = Json::array();
    for (const ReadProblem& problem : problems) {
        list.push_back({{"record", problem.record},
                        {"line", problem.line},
                        {"column", problem.column},
                        {"message", problem.message}});
    }
    return list;
}

Json spreadJson(const Spread& spread) {
    return {{"min", spread.min}, {"mean", spread.mean}, {"max", spread.max}};
}

Json histogramJson(const Histogram& histogram) {
    return {{"low", histogram.low}, {"width", histogram.width}, {"counts", histogram.counts}};
}

Json countsJson(const std::map<std::int32_t, std::int64_t>& counts) {
    Json object = Json::object();
    for (const auto& [label, count] : counts) {
        object[label < 0 ? "none" : std::to_string(label)] = count;
    }
    return object;
}

Json statisticsJson(const DatasetStatistics& statistics) {
    Json object{{"examples", statistics.examples},
                {"vocabulary", statistics.vocabularySize},
                {"duplicates", statistics.duplicates},
                {"example_labels", countsJson(statistics.exampleLabels)},
                {"node_labels", countsJson(statistics.nodeLabels)}};
    if (statistics.vocabularySize > 0) {
        object["rare_words"] = statistics.rareWords;
        object["common_words"] = statistics.commonWords;
    }
    for (const auto& [element, count] : statistics.elements) {
        object["elements"][std::string(elementSymbol(element))] = count;
    }
    if (!statistics.bondKinds.empty()) {
        object["bond_kinds"] = statistics.bondKinds;
    }
    for (const auto& [what, spread] : statistics.sizes) {
        object[what] = spreadJson(spread);
        object[what]["histogram"] = histogramJson(statistics.histograms.at(what));
    }
    for (const TargetStatistics& target : statistics.targets) {
        Json values = spreadJson(target.values);
        values["name"] = target.name;
        values["missing"] = target.missing;
        values["histogram"] = histogramJson(target.histogram);
        object["targets"].push_back(std::move(values));
    }
    return object;
}

/// All parts behind each other, so that one document speaks of all that was read.
class JoinedDataset final : public Dataset {
public:
    explicit JoinedDataset(const OpenedData& opened) : parts_{opened.train, opened.dev, opened.test} {
        std::erase(parts_, nullptr);
    }
    [[nodiscard]] const DatasetInfo& info() const override { return parts_[0]->info(); }
    [[nodiscard]] std::int64_t size() const override {
        std::int64_t size = 0;
        for (const auto& part : parts_) {
            size += part->size();
        }
        return size;
    }
    [[nodiscard]] std::shared_ptr<const Example> at(std::int64_t index) const override {
        std::size_t part = 0;
        while (index >= parts_[part]->size()) {
            index -= parts_[part++]->size();
        }
        return parts_[part]->at(index);
    }

private:
    std::vector<std::shared_ptr<const Dataset>> parts_;
};

}  // namespace

Result<std::string> inspectJson(const OpenedData& opened, bool hasRecords, const JobControl& control) {
    const JoinedDataset all(opened);
    LOOM_TRY(const DatasetStatistics statistics, computeStatistics(all, control));
    const DatasetInfo& info = all.info();
    Json document{{"format", info.format},
                  {"kind", name(info.kind)},
                  {"task", name(info.task)},
                  {"classes", info.numClasses},
                  {"class_names", info.classNames},
                  {"target_names", info.targetNames},
                  {"records", all.size()},
                  {"rejected", problemsJson(opened.report.rejected)},
                  {"warnings", problemsJson(opened.report.warnings)},
                  {"statistics", statisticsJson(statistics)}};
    for (const auto& [part, dataset] :
         {std::pair{"train", opened.train}, std::pair{"dev", opened.dev}, std::pair{"test", opened.test}}) {
        if (dataset != nullptr) {
            document["parts"][part] = dataset->size();
        }
    }
    if (hasRecords) {
        Json items = Json::array();
        for (std::int64_t i = 0; i < all.size(); ++i) {
            items.push_back(itemJson(*all.at(i), info));
        }
        document["items"] = std::move(items);
    }
    return document.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace loomscope
