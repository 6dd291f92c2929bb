// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/json_document.h"

#include "engine/data/readers/json_string.h"
#include "engine/data/readers/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

using Kind = JsonValue::Kind;

/// Builds the values in one pass with a list of the containers that are open.
class JsonParser {
public:
    explicit JsonParser(std::string_view text) : text_(text) {}

    Result<JsonDocument> run() {
        LOOM_TRY_VOID(value({}));
        while (!open_.empty()) {
            LOOM_TRY_VOID(nextInContainer());
        }
        document_.end = at_;
        return std::move(document_);
    }

private:
    [[nodiscard]] tl::unexpected<Error> failHere(std::string message) const {
        return fail(ErrorCode::kParse, std::move(message), {.column = static_cast<std::int64_t>(at_) + 1});
    }
    [[nodiscard]] std::string found() const {
        return at_ == text_.size() ? std::string("the end") : fmt::format("'{}'", text_[at_]);
    }
    void skipBlanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
    [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    /// One value, or the opening of a container.
    Result<void> value(std::string_view key) {
        skipBlanks();
        JsonValue value{.parent = open_.empty() ? -1 : open_.back(), .offset = at_, .key = key};
        switch (peek()) {
            case '{':
            case '[':
                value.kind = peek() == '{' ? Kind::kObject : Kind::kArray;
                ++at_;
                add(value);
                open_.push_back(static_cast<std::int32_t>(document_.values.size()) - 1);
                isFirst_ = true;
                return {};
            case '"': {
                value.kind = Kind::kString;
                LOOM_TRY(value.text, string());
                add(value);
                return {};
            }
            default:
                return plainValue(value);
        }
    }

    /// A number, true, false or null.
    Result<void> plainValue(JsonValue& value) {
        const std::size_t end = std::min(text_.find_first_of(" \t\r\n,:[]{}\"", at_), text_.size());
        value.text = text_.substr(at_, end - at_);
        if (value.text == "true" || value.text == "false") {
            value.kind = Kind::kBoolean;
        } else if (value.text != "null") {
            const bool looksRight = !value.text.empty() &&
                                    (value.text[0] == '-' || (value.text[0] >= '0' && value.text[0] <= '9'));
            if (!looksRight || !parseFinite(value.text)) {
                return failHere(value.text.empty()
                                    ? fmt::format("a value is missing: found {}", found())
                                    : fmt::format("'{}' is no JSON value; text stands in double quotes",
                                                  value.text.substr(0, 40)));
            }
            value.kind = Kind::kNumber;
        }
        at_ = end;
        add(value);
        return {};
    }

    void add(const JsonValue& value) {
        const auto index = static_cast<std::int32_t>(document_.values.size());
        if (value.parent >= 0) {
            JsonValue& parent = document_.values[static_cast<std::size_t>(value.parent)];
            if (parent.lastChild >= 0) {
                document_.values[static_cast<std::size_t>(parent.lastChild)].nextSibling = index;
            } else {
                parent.firstChild = index;
            }
            parent.lastChild = index;
        }
        document_.values.push_back(value);
    }

    /// What follows inside the innermost container: its end, or its next element.
    Result<void> nextInContainer() {
        const bool isObject = document_.at(open_.back()).kind == Kind::kObject;
        const char close = isObject ? '}' : ']';
        skipBlanks();
        const bool isFirst = std::exchange(isFirst_, false);
        if (peek() == close) {
            ++at_;
            open_.pop_back();
            return {};
        }
        if (!isFirst) {
            if (peek() != ',') {
                return failHere(fmt::format("expected ',' or '{}', found {}", close, found()));
            }
            ++at_;
            skipBlanks();
            if (peek() == close) {
                return failHere(fmt::format("a comma before '{}', with nothing behind it", close));
            }
        }
        std::string_view key;
        if (isObject) {
            if (peek() != '"') {
                return failHere(fmt::format("expected a name in double quotes, found {}", found()));
            }
            LOOM_TRY(key, string());
            skipBlanks();
            if (peek() != ':') {
                return failHere(fmt::format("expected ':' behind a name, found {}", found()));
            }
            ++at_;
        }
        return value(key);
    }

    Result<std::string_view> string() {
        LOOM_TRY(JsonString read, readJsonString(text_, at_));
        at_ = read.end;
        if (!read.unescaped) {
            return read.text;
        }
        return std::string_view(document_.unescaped.emplace_back(std::move(*read.unescaped)));
    }

    std::string_view text_;
    std::size_t at_ = 0;
    bool isFirst_ = false;
    std::vector<std::int32_t> open_;
    JsonDocument document_;
};

}  // namespace

std::int32_t JsonDocument::member(std::int32_t object, std::string_view key) const {
    std::int32_t found = -1;
    for (std::int32_t child = at(object).firstChild; child >= 0; child = at(child).nextSibling) {
        if (at(child).key == key) {
            found = child;
        }
    }
    return found;
}

std::string JsonDocument::pathOf(std::int32_t index) const {
    constexpr std::size_t kMaxSteps = 40;
    std::vector<std::string> steps;
    for (; at(index).parent >= 0 && steps.size() < kMaxSteps; index = at(index).parent) {
        const std::int32_t parent = at(index).parent;
        if (at(parent).kind == Kind::kObject) {
            steps.emplace_back(at(index).key);
            continue;
        }
        int place = 0;
        for (std::int32_t child = at(parent).firstChild; child != index; child = at(child).nextSibling) {
            ++place;
        }
        steps.push_back(std::to_string(place));
    }
    if (at(index).parent >= 0) {
        steps.emplace_back("…");
    }
    std::string path;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        path += "/" + *step;
    }
    return path.empty() ? "/" : path;
}

Result<JsonDocument> parseJson(std::string_view text) {
    return JsonParser(text).run();
}

}  // namespace loomscope
