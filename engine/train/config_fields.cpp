// SPDX-License-Identifier: Apache-2.0
#include "engine/train/config_fields.h"

#include <fmt/format.h>

#include <charconv>
#include <type_traits>

namespace loomscope {

namespace {

std::vector<std::string> splitAtCommas(std::string_view text) {
    std::vector<std::string> parts;
    while (!text.empty()) {
        const std::size_t comma = text.find(',');
        parts.emplace_back(text.substr(0, comma));
        text = comma == std::string_view::npos ? std::string_view() : text.substr(comma + 1);
    }
    return parts;
}

template <class Number>
Result<void> setNumber(const ConfigField& field, std::string_view text, Number& target) {
    Number number{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        const std::string_view kind = std::is_floating_point_v<Number> ? "a number" : "a whole number";
        return fail(ErrorCode::kInvalid,
                    fmt::format("'{}' must be {}, not '{}'", field.dotted(), kind, text));
    }
    target = number;
    return {};
}

}  // namespace

std::string ConfigField::dotted() const {
    return section.empty() ? std::string(key) : fmt::format("{}.{}", section, key);
}

std::vector<ConfigField> fieldsOf(RunConfig& config) {
    DataConfig& data = config.data;
    OptimiserConfig& optimiser = config.optimiser;
    TrainConfig& train = config.train;
    EngineConfig& engine = config.engine;
    return {
        {"", "name", &config.name},
        {"data", "train", &data.train},
        {"data", "dev", &data.dev},
        {"data", "test", &data.test},
        {"data", "labels", &data.labels},
        {"data", "format", &data.format},
        {"data", "smiles", &data.smiles},
        {"data", "targets", &data.targets},
        {"data", "task", &data.task},
        {"data", "companion", &data.companion},
        {"data", "vectors", &data.vectors},
        {"data", "bonds", &data.bonds},
        {"data", "split", &data.split},
        {"data", "split_column", &data.splitColumn},
        {"data", "dev_share", &data.devShare},
        {"data", "test_share", &data.testShare},
        {"model", "name", &config.model},
        {"optimiser", "name", &optimiser.name},
        {"optimiser", "rate", &optimiser.rate},
        {"optimiser", "embedding_rate", &optimiser.embeddingRate},
        {"optimiser", "l2", &optimiser.l2},
        {"optimiser", "clip", &optimiser.clip},
        {"optimiser", "schedule", &optimiser.schedule.kind},
        {"optimiser", "warmup", &optimiser.schedule.warmup},
        {"optimiser", "decay", &optimiser.schedule.decay},
        {"optimiser", "decay_every", &optimiser.schedule.every},
        {"optimiser", "least", &optimiser.schedule.least},
        {"optimiser", "average", &optimiser.average},
        {"train", "epochs", &train.epochs},
        {"train", "batch", &train.batch},
        {"train", "seed", &train.seed},
        {"train", "stop_after", &train.stopAfter},
        {"train", "metric", &train.metric},
        {"engine", "device", &engine.device},
        {"engine", "threads", &engine.threads},
        {"engine", "policy", &engine.policy},
        {"engine", "granularity", &engine.granularity},
        {"engine", "check", &engine.check},
    };
}

Result<void> setFromText(const ConfigField& field, std::string_view text) {
    return std::visit(
        [&](auto* target) -> Result<void> {
            using Field = std::remove_pointer_t<decltype(target)>;
            if constexpr (std::is_same_v<Field, std::string>) {
                *target = text;
                return {};
            } else if constexpr (std::is_same_v<Field, std::vector<std::string>>) {
                *target = splitAtCommas(text);
                return {};
            } else {
                return setNumber(field, text, *target);
            }
        },
        field.value);
}

}  // namespace loomscope
