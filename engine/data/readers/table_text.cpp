// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/table_text.h"

#include "engine/data/readers/text_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace loomscope {

namespace {

constexpr std::string_view kNoBreakSpace = "\xC2\xA0";
/// A quote that is still open this far on was not meant to open anything.
constexpr std::size_t kMaxQuotedBytes = 64 * 1024;

bool isLineEnd(char c) {
    return c == '\n' || c == '\r';
}

/// A place in a text that counts lines.
class LineCursor {
public:
    explicit LineCursor(std::string_view text) : text_(text) {}

    [[nodiscard]] bool isAtEnd() const { return at_ >= text_.size(); }
    [[nodiscard]] bool isAtLineEnd() const { return isAtEnd() || isLineEnd(text_[at_]); }
    [[nodiscard]] char peek() const { return text_[at_]; }
    [[nodiscard]] std::size_t offset() const { return at_; }
    [[nodiscard]] std::int64_t line() const { return line_; }

    void skip() { ++at_; }
    /// Moves over one line end, if there is one here.
    void skipLineEnd() {
        if (isAtEnd()) {
            return;
        }
        at_ += text_.substr(at_, 2) == "\r\n" ? 2 : 1;
        ++line_;
    }
    /// Moves to the end of the line and returns what was passed.
    std::string_view takeLine() {
        const std::size_t start = at_;
        at_ = std::min(text_.find_first_of("\r\n", at_), text_.size());
        return text_.substr(start, at_ - start);
    }
    /// Moves to a later place, which may be on another line.
    void moveTo(std::size_t offset) {
        while (at_ < offset) {
            if (isLineEnd(text_[at_])) {
                skipLineEnd();
            } else {
                ++at_;
            }
        }
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    std::int64_t line_ = 1;
};

/// Takes a comment line, or an empty one, and returns whether it was one.
bool takeLineWithoutCells(LineCursor& cursor, TableText& table) {
    LineCursor ahead = cursor;
    const std::string_view line = trimCell(ahead.takeLine());
    const bool isComment = line.starts_with('#');
    if (!line.empty() && !isComment) {
        return false;
    }
    if (isComment && table.rows.empty()) {
        table.comments.push_back(trimCell(line.substr(1)));
    }
    ahead.skipLineEnd();
    cursor = ahead;
    return true;
}

class TableSplitter {
public:
    TableSplitter(std::string_view source, char delimiter)
        : source_(source), delimiter_(delimiter), cursor_(source) {
        table_.source = source;
    }

    TableText run() && {
        while (!cursor_.isAtEnd()) {
            if (!takeLineWithoutCells(cursor_, table_)) {
                takeRow();
            }
        }
        return std::move(table_);
    }

private:
    void takeRow() {
        const LineCursor start = cursor_;
        const std::size_t firstCell = table_.cells.size();
        for (bool goesOn = true; goesOn;) {
            const std::optional<TableCell> cell = takeCell();
            if (!cell) {
                table_.cells.resize(firstCell);
                table_.rows.push_back({.line = start.line(), .firstCell = firstCell, .isBroken = true});
                cursor_ = start;
                cursor_.takeLine();
                cursor_.skipLineEnd();
                return;
            }
            table_.cells.push_back(*cell);
            goesOn = !cursor_.isAtLineEnd();
            if (goesOn) {
                cursor_.skip();
            }
        }
        cursor_.skipLineEnd();
        const std::span<const TableCell> cells = std::span(table_.cells).subspan(firstCell);
        if (std::ranges::all_of(cells, [](const TableCell& cell) { return cell.text.empty(); })) {
            table_.cells.resize(firstCell);
            return;
        }
        table_.rows.push_back({.line = start.line(), .firstCell = firstCell, .numCells = cells.size()});
    }

    /// Reads up to a delimiter or line end. Nothing if a quote is never closed.
    std::optional<TableCell> takeCell() {
        while (!cursor_.isAtEnd() && (cursor_.peek() == ' ' || cursor_.peek() == '\t') &&
               cursor_.peek() != delimiter_) {
            cursor_.skip();
        }
        return !cursor_.isAtEnd() && cursor_.peek() == '"' ? takeQuoted() : takePlain();
    }

    TableCell takePlain() {
        const std::size_t start = cursor_.offset();
        while (!cursor_.isAtLineEnd() && cursor_.peek() != delimiter_) {
            cursor_.skip();
        }
        const std::string_view text = trimCell(source_.substr(start, cursor_.offset() - start));
        return {.text = text, .offset = text.empty() ? start : offsetOf(text)};
    }

    std::optional<TableCell> takeQuoted() {
        const std::size_t start = cursor_.offset() + 1;
        const std::size_t limit = std::min(source_.size(), start + kMaxQuotedBytes);
        std::size_t end = start;
        bool hasDoubled = false;
        while (end < limit && (source_[end] != '"' || source_.substr(end, 2) == "\"\"")) {
            const bool isDoubled = source_[end] == '"';
            hasDoubled = hasDoubled || isDoubled;
            end += isDoubled ? 2 : 1;
        }
        const std::string_view text = source_.substr(start, end - start);
        const bool isOneLine = text.find_first_of("\r\n") == std::string_view::npos;
        if (end >= limit || !endsCell(end + 1)) {
            return isOneLine && end < limit ? std::optional(takePlain()) : std::nullopt;
        }
        cursor_.moveTo(end + 1);
        while (!cursor_.isAtLineEnd() && cursor_.peek() != delimiter_) {
            cursor_.skip();
        }
        return TableCell{.text = trimCell(hasDoubled ? unescape(text) : text), .offset = start};
    }

    /// Whether only blanks lie between a place and the next delimiter or line end.
    [[nodiscard]] bool endsCell(std::size_t offset) const {
        while (offset < source_.size() && (source_[offset] == ' ' || source_[offset] == '\t') &&
               source_[offset] != delimiter_) {
            ++offset;
        }
        return offset >= source_.size() || source_[offset] == delimiter_ || isLineEnd(source_[offset]);
    }

    std::string_view unescape(std::string_view text) {
        std::string& plain = table_.unescaped.emplace_back();
        for (std::size_t i = 0; i < text.size(); ++i) {
            plain += text[i];
            i += text[i] == '"' ? 1 : 0;
        }
        return plain;
    }

    [[nodiscard]] std::size_t offsetOf(std::string_view part) const {
        return static_cast<std::size_t>(part.data() - source_.data());
    }

    std::string_view source_;
    char delimiter_;
    LineCursor cursor_;
    TableText table_;
};

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::int64_t TableText::columnOf(std::size_t offset) const {
    const std::string_view before = source.substr(0, offset);
    const std::size_t lineEnd = before.find_last_of("\r\n");
    return countCharacters(lineEnd == std::string_view::npos ? before : before.substr(lineEnd + 1)) + 1;
}

TableText splitTable(std::string_view source, char delimiter) {
    return TableSplitter(source, delimiter).run();
}

TableText splitSmilesLines(std::string_view source) {
    TableText table;
    table.source = source;
    LineCursor cursor(source);
    while (!cursor.isAtEnd()) {
        if (takeLineWithoutCells(cursor, table)) {
            continue;
        }
        const std::int64_t lineNumber = cursor.line();
        const std::string_view line = trimCell(cursor.takeLine());
        cursor.skipLineEnd();
        std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        const std::string_view rest = trimCell(line.substr(end));
        if (const std::size_t close = rest.find('|', 1);
            rest.starts_with('|') && close != std::string_view::npos) {
            end = static_cast<std::size_t>(rest.data() - line.data()) + close + 1;
        }
        const std::string_view name = trimCell(line.substr(end));
        const auto offset = static_cast<std::size_t>(line.data() - source.data());
        table.rows.push_back({.line = lineNumber, .firstCell = table.cells.size(), .numCells = 2});
        table.cells.push_back({.text = line.substr(0, end), .offset = offset});
        table.cells.push_back(
            {.text = name,
             .offset = name.empty() ? offset + line.size() : offset + line.size() - name.size()});
    }
    return table;
}

SmilesCell splitExtension(std::string_view cell) {
    const std::size_t end = cell.find_first_of(" \t");
    if (end == std::string_view::npos) {
        return {.smiles = cell, .extension = {}};
    }
    const std::string_view rest = trimCell(cell.substr(end));
    const bool isExtension = rest.size() > 1 && rest.front() == '|' && rest.back() == '|';
    return isExtension ? SmilesCell{.smiles = cell.substr(0, end), .extension = rest}
                       : SmilesCell{.smiles = cell, .extension = {}};
}

std::string_view trimCell(std::string_view text) {
    constexpr std::string_view kBlanks = " \t\r\n\v\f";
    for (bool again = true; again;) {
        const std::size_t before = text.size();
        text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
        text.remove_suffix(text.size() - (text.find_last_not_of(kBlanks) + 1));
        if (text.starts_with(kNoBreakSpace)) {
            text.remove_prefix(kNoBreakSpace.size());
        }
        if (text.ends_with(kNoBreakSpace)) {
            text.remove_suffix(kNoBreakSpace.size());
        }
        again = text.size() != before;
    }
    return text;
}

std::string shownCell(std::string_view text) {
    constexpr std::size_t kShownBytes = 60;
    if (text.size() <= kShownBytes) {
        return fmt::format("'{}'", text);
    }
    std::size_t end = kShownBytes;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
        --end;
    }
    return fmt::format("'{}…'", text.substr(0, end));
}

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

}  // namespace loomscope
