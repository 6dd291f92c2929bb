// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/field_targets.h"

#include "engine/data/readers/table_layout.h"
#include "engine/data/readers/table_targets.h"
#include "engine/data/readers/table_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace loomscope {

namespace {

/// How often a field is there, and a number.
struct FieldCount {
    std::string name;
    std::int64_t present = 0;
    std::int64_t numbers = 0;
};

std::vector<FieldCount> countFields(std::span<const std::shared_ptr<Example>> examples) {
    std::vector<FieldCount> fields;
    std::unordered_map<std::string_view, std::size_t> placeOf;
    for (const auto& example : examples) {
        for (const auto& [name, value] : example->fields) {
            const auto [place, isNew] = placeOf.emplace(name, fields.size());
            if (isNew) {
                fields.push_back({.name = name});
            }
            FieldCount& field = fields[place->second];
            const CellKind kind = classifyCell(value);
            field.present += kind == CellKind::kMissing ? 0 : 1;
            field.numbers += kind == CellKind::kNumber ? 1 : 0;
        }
    }
    return fields;
}

std::vector<std::string> chooseFields(const std::vector<FieldCount>& fields) {
    std::vector<std::string> names;
    for (const FieldCount& field : fields) {
        if (!isIdentifierName(field.name) && field.numbers > 0 && field.numbers * 2 >= field.present) {
            names.push_back(field.name);
        }
    }
    return names;
}

void readTargets(Example& example, const std::vector<std::string>& names, ReadReport& report) {
    example.targets.assign(names.size(), std::numeric_limits<float>::quiet_NaN());
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto field =
            std::ranges::find(example.fields, names[i], &std::pair<std::string, std::string>::first);
        if (field == example.fields.end()) {
            continue;
        }
        if (const Result<float> target = parseTarget(field->second)) {
            example.targets[i] = *target;
        } else {
            report.warnings.push_back(
                {.record = example.record,
                 .line = example.line,
                 .message = fmt::format("{}: {}; taken as missing", names[i], target.error().message)});
        }
    }
}

}  // namespace

Result<void> readFieldTargets(std::span<const std::shared_ptr<Example>> examples,
                              std::span<const std::string> wanted, ReadResult& result) {
    const std::vector<FieldCount> fields = countFields(examples);
    std::vector<std::string> names;
    if (wanted.empty()) {
        names = chooseFields(fields);
    } else {
        std::vector<std::string> known;
        std::ranges::transform(fields, std::back_inserter(known), &FieldCount::name);
        for (const std::string& name : wanted) {
            const auto found = findColumn(known, name);
            if (!found) {
                return fail(ErrorCode::kInvalid,
                            fmt::format("no record of {} has a field '{}'; the fields are {}",
                                        result.info.path, name, listNames(known)));
            }
            names.push_back(known[*found]);
        }
    }
    for (const auto& example : examples) {
        readTargets(*example, names, result.report);
    }
    result.info.targetNames = std::move(names);
    return {};
}

}  // namespace loomscope
