// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/value_text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <utility>

namespace loomscope {

namespace {

/// Builds values as the parser meets them; open lists and dicts lie on a stack.
class ValueBuilder final : public nlohmann::json_sax<nlohmann::json> {
public:
    BlockValue result;
    std::size_t errorPosition = 0;
    std::string errorText;

    bool null() override { return add({}); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(std::int64_t value) override { return add(value); }
    bool number_unsigned(std::uint64_t value) override {
        const bool fits = value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        return fits ? add(static_cast<std::int64_t>(value)) : add(static_cast<double>(value));
    }
    bool number_float(double value, const std::string& /*text*/) override { return add(value); }
    bool string(std::string& value) override { return add(std::string_view(value)); }
    bool binary(binary_t& /*value*/) override { return false; }
    bool start_object(std::size_t /*size*/) override { return open(true); }
    bool start_array(std::size_t /*size*/) override { return open(false); }
    bool key(std::string& name) override {
        open_.back().fields.emplace_back(name, BlockValue());
        return true;
    }
    bool end_object() override { return close(BlockValue::dict(std::move(open_.back().fields))); }
    bool end_array() override { return close(BlockValue::list(std::move(open_.back().items))); }
    bool parse_error(std::size_t position, const std::string& /*token*/,
                     const nlohmann::detail::exception& error) override {
        errorPosition = position;
        errorText = error.what();
        return false;
    }

private:
    struct Open {
        bool isDict = false;
        BlockValue::List items;
        BlockValue::Fields fields;
    };

    bool open(bool isDict) {
        open_.push_back({.isDict = isDict, .items = {}, .fields = {}});
        return true;
    }
    bool close(BlockValue value) {
        open_.pop_back();
        return add(std::move(value));
    }
    bool add(BlockValue value) {
        if (open_.empty()) {
            result = std::move(value);
        } else if (open_.back().isDict) {
            open_.back().fields.back().second = std::move(value);
        } else {
            open_.back().items.push_back(std::move(value));
        }
        return true;
    }

    std::vector<Open> open_;
};

std::string leafText(const BlockValue& value) {
    if (const std::string* letters = value.text()) {
        return '"' + *letters + '"';
    }
    if (const bool* truth = value.boolean()) {
        return *truth ? "true" : "false";
    }
    if (const auto number = value.number()) {
        return fmt::format("{}", *number);
    }
    if (value.isTensor()) {
        return "tensor" + value.tensor().shape().text();
    }
    if (value.part() >= 0) {
        return fmt::format("tree node {}", value.part());
    }
    return value.isEndless() ? "endless value" : "nothing";
}

}  // namespace

Result<BlockValue> parseBlockValue(std::string_view json) {
    ValueBuilder builder;
    if (nlohmann::json::sax_parse(json, &builder)) {
        return std::move(builder.result);
    }
    const auto end = std::min(json.size(), builder.errorPosition);
    const std::string_view before = json.substr(0, end);
    const auto line = 1 + std::ranges::count(before, '\n');
    const auto column = end - (before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1);
    return fail(ErrorCode::kParse, "this is not JSON: " + builder.errorText,
                {.line = line, .column = static_cast<std::int64_t>(std::max<std::size_t>(column, 1))});
}

std::string valueText(const BlockValue& value, std::size_t limit) {
    struct Step {
        BlockValue value;
        std::string before;
        std::string after;
    };
    std::string text;
    std::vector<Step> steps{{value, "", ""}};
    while (!steps.empty() && text.size() < limit) {
        const Step step = std::move(steps.back());
        steps.pop_back();
        text += step.before;
        if (!step.value.isList() && !step.value.isDict()) {
            text += leafText(step.value) + step.after;
            continue;
        }
        text += step.value.isList() ? "[" : "{";
        const std::string end = (step.value.isList() ? "]" : "}") + step.after;
        const auto names = step.value.fieldNames();
        const std::size_t size = std::min(step.value.size(), limit);
        text += size == 0 ? end : "";
        for (std::size_t i = size; i-- > 0;) {
            const std::string key = step.value.isDict() ? '"' + names[i] + "\": " : "";
            steps.push_back({step.value.at(i), (i == 0 ? "" : ", ") + key, i + 1 == size ? end : ""});
        }
    }
    if (text.size() <= limit && steps.empty()) {
        return text;
    }
    return text.substr(0, limit) + "…";
}

bool deepEqual(const BlockValue& a, const BlockValue& b) {
    const auto isDeep = [](const BlockValue& v) { return v.isList() || v.isDict() || v.isEndless(); };
    std::vector<std::pair<BlockValue, BlockValue>> pending{{a, b}};
    while (!pending.empty()) {
        const auto [left, right] = std::move(pending.back());
        pending.pop_back();
        if (!isDeep(left) && !left.isNothing()) {
            if (!(left == right)) {
                return false;
            }
            continue;
        }
        if (left.isList() != right.isList() || left.isDict() != right.isDict() ||
            left.isNothing() != right.isNothing() || left.size() != right.size() ||
            left.fieldNames() != right.fieldNames()) {
            return false;
        }
        for (std::size_t i = 0; i < left.size(); ++i) {
            pending.emplace_back(left.at(i), right.at(i));
        }
    }
    return true;
}

}  // namespace loomscope
