// SPDX-License-Identifier: Apache-2.0
#include "engine/base/error.h"

#include <fmt/format.h>

#include <utility>

namespace loomscope {

namespace {

std::string text(const SourcePosition& position) {
    std::string place = position.file;
    const auto add = [&place](std::string_view what, std::int64_t number) {
        if (number > 0) {
            place += fmt::format("{}{} {}", place.empty() ? "" : ", ", what, number);
        }
    };
    add("record", position.record);
    add("line", position.line);
    add("column", position.column);
    return place;
}

}  // namespace

Error Error::withContext(std::string step) && {
    context.push_back(std::move(step));
    return std::move(*this);
}

std::string Error::text() const {
    std::string line;
    for (auto step = context.rbegin(); step != context.rend(); ++step) {
        line += *step + ": ";
    }
    if (const auto place = position ? loomscope::text(*position) : std::string(); !place.empty()) {
        line += place + ": ";
    }
    return line + message;
}

std::string_view name(ErrorCode code) {
    switch (code) {
        case ErrorCode::kNotFound:
            return "not_found";
        case ErrorCode::kParse:
            return "parse";
        case ErrorCode::kType:
            return "type";
        case ErrorCode::kShape:
            return "shape";
        case ErrorCode::kIo:
            return "io";
        case ErrorCode::kVersion:
            return "version";
        case ErrorCode::kDevice:
            return "device";
        case ErrorCode::kCancelled:
            return "cancelled";
        case ErrorCode::kResource:
            return "resource";
        case ErrorCode::kInvalid:
            return "invalid";
        case ErrorCode::kInternal:
            return "internal";
    }
    return "internal";
}

}  // namespace loomscope
