// SPDX-License-Identifier: Apache-2.0
#include "engine/train/run_data.h"

#include "engine/data/content_hash.h"
#include "engine/data/group_split.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

namespace loomscope {

namespace {

std::optional<std::string> unlessEmpty(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional(text);
}

void append(ReadReport& report, ReadReport more) {
    report.records += more.records;
    report.rejected.insert(report.rejected.end(), more.rejected.begin(), more.rejected.end());
    report.warnings.insert(report.warnings.end(), more.warnings.begin(), more.warnings.end());
}

/// Opens a part that has a file of its own; leaves it as it is otherwise.
Result<void> openPart(const DataConfig& config, const std::string& path, const JobControl& control,
                      std::shared_ptr<const Dataset>& part, ReadReport& report) {
    if (path.empty()) {
        return {};
    }
    LOOM_TRY(OpenedData opened, openData(dataRequest(config, path), control));
    part = std::move(opened.train);
    append(report, std::move(opened.report));
    return {};
}

Result<Split> splitAsAsked(const DataConfig& config, const Dataset& dataset, const SplitOptions& options,
                           const JobControl& control) {
    if (config.split == "scaffold") {
        return splitByScaffold(dataset, options, control);
    }
    if (config.split == "column") {
        return splitByField(dataset, config.splitColumn, options);
    }
    return splitRandomly(dataset, options);
}

Result<void> splitOff(const RunConfig& config, const JobControl& control, RunData& data) {
    const SplitOptions options{
        .devShare = data.dev ? 0.0 : config.data.devShare,
        .testShare = data.test ? 0.0 : config.data.testShare,
        .seed = config.train.seed,
        .stratify = config.data.split == "stratified" ? Stratify::kByClass : Stratify::kNo};
    if (options.devShare + options.testShare == 0) {
        return {};
    }
    LOOM_TRY(const Split split, splitAsAsked(config.data, *data.train, options, control));
    const std::shared_ptr<const Dataset> whole = data.train;
    if (!split.dev.empty()) {
        data.dev = subset(*whole, split.dev);
    }
    if (!split.test.empty()) {
        data.test = subset(*whole, split.test);
    }
    data.train = subset(*whole, split.train);
    return {};
}

Result<void> checkFits(const DatasetInfo& train, const std::shared_ptr<const Dataset>& part) {
    if (part && (part->info().kind != train.kind || part->info().targetNames != train.targetNames)) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("{} does not fit the training set {}: other structures or other targets",
                                part->info().name, train.name));
    }
    return {};
}

}  // namespace

DataRequest dataRequest(const DataConfig& config, std::string path) {
    DataRequest request{.path = std::move(path),
                        .format = unlessEmpty(config.format),
                        .smilesColumn = unlessEmpty(config.smiles),
                        .targetColumns = config.targets,
                        .companion = unlessEmpty(config.companion),
                        .treeLabels = config.labels,
                        .keptColumn = config.splitColumn,
                        .guessBonds = config.bonds == "distance"};
    if (!config.task.empty()) {
        request.task = config.task == name(Task::kRegression) ? Task::kRegression : Task::kClassification;
    }
    return request;
}

Result<RunData> openRunData(const RunConfig& config, const JobControl& control) {
    LOOM_TRY(OpenedData opened, openData(dataRequest(config.data, config.data.train), control));
    RunData data{.train = std::move(opened.train),
                 .dev = std::move(opened.dev),
                 .test = std::move(opened.test),
                 .report = std::move(opened.report)};
    LOOM_TRY_VOID(openPart(config.data, config.data.dev, control, data.dev, data.report));
    LOOM_TRY_VOID(openPart(config.data, config.data.test, control, data.test, data.report));
    LOOM_TRY_VOID(checkFits(data.train->info(), data.dev));
    LOOM_TRY_VOID(checkFits(data.train->info(), data.test));
    ContentHash hash;
    for (const auto& part : {data.train, data.dev, data.test}) {
        hash.add(part ? part->info().contentHash : std::string());
    }
    data.hash = hash.hex();
    LOOM_TRY_VOID(splitOff(config, control, data));
    if (data.train->size() == 0) {
        return fail(ErrorCode::kInvalid, fmt::format("{} leaves nothing to train on", config.data.train));
    }
    return data;
}

}  // namespace loomscope
