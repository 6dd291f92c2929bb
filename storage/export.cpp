// SPDX-License-Identifier: Apache-2.0
#include "storage/export.h"

#include <nlohmann/json.hpp>

namespace loomscope {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kIndent = 2;

// nlohmann writes null for what is not finite, and U+FFFD for what is not UTF-8.
std::string print(const Json& json) {
    return json.dump(kIndent, ' ', false, Json::error_handler_t::replace);
}

Json toJson(const RunSummary& run) {
    Json json = {
        {"run", run.key},
        {"name", run.name},
        {"status", name(run.status)},
        {"model", run.model},
        {"data", run.data},
        {"started", run.started},
        {"ended", run.ended},
        {"seconds", run.seconds},
        {"steps", run.steps},
        {"epochs", run.epochs},
        {"best_epoch", nullptr},
        {"metrics", run.metrics},
        {"tags", run.tags},
        {"notes", run.notes},
        {"starred", run.isStarred},
        {"archived", run.isArchived},
        {"message", run.message},
    };
    if (run.bestEpoch) {
        json["best_epoch"] = *run.bestEpoch;
    }
    return json;
}

Json toJson(const EpochDone& epoch) {
    const auto chosen = epoch.devMetrics.find(epoch.chosenMetric);
    return {
        {"epoch", epoch.epoch},
        {"step", epoch.step},
        {"train_loss", epoch.trainLoss},
        {"dev_loss", epoch.devLoss},
        {"dev_metric", chosen == epoch.devMetrics.end() ? Json() : Json(chosen->second)},
        {"metric", epoch.chosenMetric},
        {"dev_metrics", epoch.devMetrics},
        {"is_best", epoch.isBest},
        {"examples_per_s", epoch.examplesPerSecond},
        {"seconds", epoch.seconds},
    };
}

void addDefinition(Json& json, const RunRecord& record) {
    Json config = Json::parse(record.config, nullptr, false);
    json["config"] = config.is_discarded() ? Json(record.config) : std::move(config);
    json["seed"] = record.seed;
    json["data_hash"] = record.dataHash;
    json["code_version"] = record.codeVersion;
    json["device"] = record.device;
    json["script"] = record.script ? Json(*record.script) : Json();
    json["parameters"] = record.numParameters;
    json["examples"] = {
        {"train", record.trainExamples}, {"dev", record.devExamples}, {"test", record.testExamples}};
    json["steps_per_epoch"] = record.stepsPerEpoch;
}

}  // namespace

std::string runListJson(std::span<const RunSummary> runs) {
    Json list = Json::array();
    for (const RunSummary& run : runs) {
        list.push_back(toJson(run));
    }
    return print(list);
}

Result<std::string> runJson(const RunStore& store, RunId run) {
    LOOM_TRY(const RunRecord record, store.run(run));
    LOOM_TRY(const auto epochs, store.epochs(run));
    LOOM_TRY(const auto metrics, store.metrics(run));
    LOOM_TRY(const auto events, store.events(run));
    Json json = toJson(record.summary);
    addDefinition(json, record);
    json["epochs"] = Json::array();
    for (const EpochDone& epoch : epochs) {
        json["epochs"].push_back(toJson(epoch));
    }
    json["test"] = Json::object();
    for (const MetricValue& metric : metrics) {
        if (metric.scope == "test") {
            json["test"][metric.name] = metric.value;
        }
    }
    json["events"] = Json::array();
    for (const auto& [notice, time] : events) {
        json["events"].push_back(
            {{"step", notice.step}, {"time", time}, {"kind", notice.kind}, {"text", notice.text}});
    }
    return print(json);
}

}  // namespace loomscope
