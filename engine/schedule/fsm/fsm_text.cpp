// SPDX-License-Identifier: Apache-2.0
// The text form of a machine: a word that says what the line is, then its numbers.
#include "engine/schedule/fsm/fsm_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

namespace loomscope {

namespace {

constexpr std::string_view kFirstLine = "loomscope machine 1";

/// Cuts the part before the next `separator` off `text`.
std::string_view cut(std::string_view& text, char separator) {
    const std::size_t end = std::min(text.find(separator), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

template <class Number>
bool read(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

class FsmReader {
public:
    Result<FsmTable> read(std::string_view text) {
        std::int64_t line = 1;
        if (cut(text, '\n') != kFirstLine) {
            return problem(line, fmt::format("this is not a batching machine: its first line must be \"{}\"",
                                             kFirstLine));
        }
        while (!text.empty()) {
            ++line;
            const std::string_view content = cut(text, '\n');
            if (!content.empty() && !readLine(content)) {
                return problem(line, fmt::format("a batching machine can't have the line \"{}\"",
                                                 content.substr(0, 60)));
            }
        }
        return std::move(table_);
    }

private:
    static tl::unexpected<Error> problem(std::int64_t line, std::string message) {
        return fail(ErrorCode::kParse, std::move(message), {.line = line});
    }

    bool readLine(std::string_view rest) {
        const std::string_view word = cut(rest, ' ');
        if (word == "encoding") {
            const Result<FsmEncoding> encoding = parseFsmEncoding(rest);
            table_.encoding = encoding.value_or(FsmEncoding::kSet);
            return encoding.has_value();
        }
        if (word == "type") {
            table_.types.emplace_back(rest);
            return true;
        }
        return word == "seed"       ? loomscope::read(rest, table_.seed)
               : word == "episodes" ? loomscope::read(rest, table_.episodes)
               : word == "batches"  ? loomscope::read(rest, table_.batches)
               : word == "bound"    ? loomscope::read(rest, table_.bound)
               : word == "state"    ? readState(rest)
               : word == "step"     ? readStep(rest)
                                    : false;
    }

    /// 3,5 3:-0.25 5:0
    bool readState(std::string_view rest) {
        FsmState& state = table_.states.emplace_back();
        std::string_view key = cut(rest, ' ');
        while (!key.empty()) {
            if (!readType(cut(key, ','), state.key.emplace_back())) {
                return false;
            }
        }
        while (!rest.empty()) {
            std::string_view action = cut(rest, ' ');
            FsmAction& made = state.actions.emplace_back();
            if (!readType(cut(action, ':'), made.type) || !loomscope::read(action, made.value)) {
                return false;
            }
        }
        return true;
    }

    /// 0 3 1 17, or 0 3 end 17
    bool readStep(std::string_view rest) {
        FsmStep& step = table_.steps.emplace_back();
        const bool hasFrom = loomscope::read(cut(rest, ' '), step.from) && step.from < table_.states.size();
        const bool hasType = readType(cut(rest, ' '), step.type);
        const std::string_view to = cut(rest, ' ');
        const bool hasTo = to == "end" || (loomscope::read(to, step.to) && step.to < table_.states.size());
        return hasFrom && hasType && hasTo && loomscope::read(rest, step.count);
    }

    bool readType(std::string_view text, std::uint32_t& type) const {
        return loomscope::read(text, type) && type < table_.types.size();
    }

    FsmTable table_;
};

}  // namespace

std::string toText(const FsmTable& table) {
    std::string text =
        fmt::format("{}\nencoding {}\nseed {}\nepisodes {}\nbatches {}\nbound {}\n", kFirstLine,
                    name(table.encoding), table.seed, table.episodes, table.batches, table.bound);
    const auto out = std::back_inserter(text);
    for (const std::string& type : table.types) {
        fmt::format_to(out, "type {}\n", type);
    }
    for (const FsmState& state : table.states) {
        for (std::size_t i = 0; i < state.key.size(); ++i) {
            fmt::format_to(out, "{}{}", i == 0 ? "state " : ",", state.key[i]);
        }
        for (const FsmAction& action : state.actions) {
            fmt::format_to(out, " {}:{}", action.type, action.value);
        }
        text += '\n';
    }
    for (const FsmStep& step : table.steps) {
        fmt::format_to(out, "step {} {} {} {}\n", step.from, step.type,
                       step.to == FsmStep::kEnd ? "end" : std::to_string(step.to), step.count);
    }
    return text;
}

Result<FsmTable> parseFsmTable(std::string_view text) {
    return FsmReader().read(text);
}

}  // namespace loomscope
