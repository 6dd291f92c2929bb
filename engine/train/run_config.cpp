// SPDX-License-Identifier: Apache-2.0
#include "engine/train/run_config.h"

#include "engine/base/names.h"
#include "engine/models/model_options.h"
#include "engine/train/config_fields.h"
#include "engine/train/default_config.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

namespace loomscope {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 5> kSections{"data", "model", "optimiser", "train", "engine"};

tl::unexpected<Error> unknownKey(std::string_view key, std::span<const std::string> known) {
    const std::vector<std::string_view> names(known.begin(), known.end());
    return fail(ErrorCode::kInvalid,
                fmt::format("unknown key '{}'; did you mean '{}'?", key, nearestName(key, names)));
}

tl::unexpected<Error> wrongType(const ConfigField& field, std::string_view needed) {
    return fail(ErrorCode::kInvalid, fmt::format("'{}' must be {}", field.dotted(), needed));
}

Result<void> setFromJson(const ConfigField& field, const Json& json) {
    if (auto* const* text = std::get_if<std::string*>(&field.value)) {
        if (!json.is_string()) {
            return wrongType(field, "a text in quotes");
        }
        **text = json.get<std::string>();
    } else if (auto* const* number = std::get_if<double*>(&field.value)) {
        if (!json.is_number()) {
            return wrongType(field, "a number");
        }
        **number = json.get<double>();
    } else if (auto* const* integer = std::get_if<int*>(&field.value)) {
        constexpr std::int64_t kLargest = std::numeric_limits<int>::max();
        if (!json.is_number_integer() || json.get<std::int64_t>() < -kLargest ||
            json.get<std::int64_t>() > kLargest) {
            return wrongType(field, "a whole number");
        }
        **integer = json.get<int>();
    } else if (auto* const* seed = std::get_if<std::uint64_t*>(&field.value)) {
        if (!json.is_number_unsigned()) {
            return wrongType(field, "a whole number that is not negative");
        }
        **seed = json.get<std::uint64_t>();
    } else {
        if (!json.is_array() ||
            !std::ranges::all_of(json, [](const Json& entry) { return entry.is_string(); })) {
            return wrongType(field, "a list of texts");
        }
        *std::get<std::vector<std::string>*>(field.value) = json.get<std::vector<std::string>>();
    }
    return {};
}

Result<void> setOption(RunConfig& config, const std::string& key, const Json& value) {
    if (!value.is_number() && !value.is_boolean()) {
        return fail(ErrorCode::kInvalid, fmt::format("'model.{}' must be a number", key));
    }
    config.modelOptions[key] = value.is_boolean() ? (value.get<bool>() ? 1.0 : 0.0) : value.get<double>();
    return {};
}

/// Keys of one section, for messages; those of the model are its options, too.
std::vector<std::string> keysOf(std::string_view section, RunConfig& config) {
    std::vector<std::string> keys;
    for (const ConfigField& field : fieldsOf(config)) {
        if (field.section == section) {
            keys.emplace_back(field.key);
        }
    }
    if (section.empty()) {
        keys.insert(keys.end(), kSections.begin(), kSections.end());
    }
    if (const auto info = findModel(config.model); section == "model" && info) {
        for (const ModelOption& option : (*info)->options) {
            keys.emplace_back(option.name);
        }
    }
    return keys;
}

Result<void> readSection(RunConfig& config, std::string_view section, const Json& json) {
    if (!json.is_object()) {
        return fail(ErrorCode::kInvalid, fmt::format("'{}' must be an object in braces", section));
    }
    const std::vector<ConfigField> fields = fieldsOf(config);
    const std::vector<std::string> known = keysOf(section, config);
    for (const auto& [key, value] : json.items()) {
        const auto field = std::ranges::find_if(fields, [&, &name = key](const ConfigField& candidate) {
            return candidate.section == section && candidate.key == name;
        });
        if (field != fields.end()) {
            LOOM_TRY_VOID(setFromJson(*field, value));
        } else if (section.empty() && std::ranges::find(kSections, key) != kSections.end()) {
            continue;
        } else if (section == "model" &&
                   (std::ranges::find(known, key) != known.end() || !findModel(config.model))) {
            LOOM_TRY_VOID(setOption(config, key, value));
        } else {
            const std::string dotted = section.empty() ? key : fmt::format("{}.{}", section, key);
            std::vector<std::string> names = known;
            for (std::string& name : names) {
                name = section.empty() ? name : fmt::format("{}.{}", section, name);
            }
            return unknownKey(dotted, names);
        }
    }
    return {};
}

/// Reads the text as a JSON object, or says where it is not one.
Result<Json> parseObject(std::string_view text) {
    try {
        Json json = Json::parse(text);
        if (json.is_object()) {
            return json;
        }
        return fail(ErrorCode::kParse, "a configuration is an object in braces", {.line = 1, .column = 1});
    } catch (const nlohmann::json::parse_error& error) {
        const std::string_view before = text.substr(0, error.byte == 0 ? 0 : error.byte - 1);
        const std::size_t lineStart =
            before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
        const std::string_view what = error.what();
        // The library's sentence starts with its own error number and place.
        const std::size_t start = what.find(": ");
        return fail(
            ErrorCode::kParse,
            fmt::format("not valid JSON: {}", what.substr(start == std::string_view::npos ? 0 : start + 2)),
            {.line = 1 + std::ranges::count(before, '\n'),
             .column = static_cast<std::int64_t>(before.size() - lineStart) + 1});
    } catch (const nlohmann::json::exception& error) {
        return fail(ErrorCode::kParse, fmt::format("not valid JSON: {}", error.what()));
    }
}

}  // namespace

std::string toJson(const RunConfig& config) {
    RunConfig copy = config;
    Json json = Json::object();
    for (const ConfigField& field : fieldsOf(copy)) {
        Json& target = field.section.empty() ? json : json[std::string(field.section)];
        std::visit([&](const auto* value) { target[std::string(field.key)] = *value; }, field.value);
    }
    for (const auto& [name, value] : config.modelOptions) {
        json["model"][name] = value;
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

Result<RunConfig> parseRunConfig(std::string_view json) {
    LOOM_TRY(const Json root, parseObject(json));
    RunConfig config;
    // The model's name decides which defaults the rest of the text overrides.
    if (const auto model = root.find("model"); model != root.end() && model->is_object()) {
        if (const auto name = model->find("name"); name != model->end() && name->is_string()) {
            config = defaultConfig(name->get<std::string>());
        }
    }
    LOOM_TRY_VOID(readSection(config, "", root));
    for (const std::string_view section : kSections) {
        if (const auto part = root.find(std::string(section)); part != root.end()) {
            LOOM_TRY_VOID(readSection(config, section, *part));
        }
    }
    return config;
}

Result<void> setKey(RunConfig& config, std::string_view assignment) {
    const std::size_t equals = assignment.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        return fail(ErrorCode::kInvalid, fmt::format("'{}' sets nothing; write key=value", assignment));
    }
    const std::string_view key = assignment.substr(0, equals);
    const std::string_view value = assignment.substr(equals + 1);
    const std::vector<ConfigField> fields = fieldsOf(config);
    const auto field = std::ranges::find(fields, key, &ConfigField::dotted);
    if (field != fields.end()) {
        return setFromText(*field, value);
    }
    const std::string_view option = key.starts_with("model.") ? key.substr(6) : key;
    std::vector<std::string> known = keysOf("model", config);
    if (std::ranges::find(known, option) != known.end() && option != "name") {
        double number = 0;
        LOOM_TRY_VOID(setFromText({"model", option, &number}, value));
        config.modelOptions[std::string(option)] = number;
        return {};
    }
    std::erase(known, "name");
    std::ranges::transform(fields, std::back_inserter(known), &ConfigField::dotted);
    return unknownKey(key, known);
}

}  // namespace loomscope
