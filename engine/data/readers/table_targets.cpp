// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/table_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

namespace loomscope {

namespace {

constexpr std::array<std::string_view, 8> kMissing = {"", "na", "n/a", "nan", "null", "none", "?", "-"};
template <std::size_t n>
bool isOneOf(const std::array<std::string_view, n>& words, std::string_view cell) {
    return std::ranges::any_of(words,
                               [cell](std::string_view word) { return equalsIgnoringCase(cell, word); });
}

std::optional<double> toNumber(std::string_view cell) {
    if (equalsIgnoringCase(cell, "true") || equalsIgnoringCase(cell, "false")) {
        return cell.size() == 4 ? 1.0 : 0.0;
    }
    if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-') {
        cell.remove_prefix(1);
    }
    double value = 0.0;
    const auto [end, status] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
    const bool isWhole = status == std::errc() && end == cell.data() + cell.size();
    return isWhole && std::abs(value) <= std::numeric_limits<float>::max() ? std::optional(value)
                                                                           : std::nullopt;
}

/// Digits with signs, points, commas and exponents, perhaps behind a comparison; or an infinity.
bool looksLikeNumber(std::string_view cell) {
    cell.remove_prefix(std::min(cell.find_first_not_of("<>=~ "), cell.size()));
    cell.remove_prefix(std::min(cell.find_first_not_of("+-"), cell.size()));
    constexpr std::array<std::string_view, 2> kInfinities = {"inf", "infinity"};
    if (isOneOf(kInfinities, cell)) {
        return true;
    }
    const bool startsAsNumber =
        !cell.empty() && std::string_view("0123456789.,").find(cell[0]) != std::string_view::npos;
    std::size_t digits = 0;
    for (std::size_t i = 0; i < cell.size(); ++i) {
        const char c = cell[i];
        const bool isExponent = (c == 'e' || c == 'E') && digits > 0;
        const bool isExponentSign =
            (c == '+' || c == '-') && i > 0 && (cell[i - 1] == 'e' || cell[i - 1] == 'E');
        digits += c >= '0' && c <= '9' ? 1 : 0;
        if (!isExponent && !isExponentSign && (c < '0' || c > '9') && c != '.' && c != ',') {
            return false;
        }
    }
    return startsAsNumber && digits > 0;
}

/// How many cells of a column are of which kind.
struct ColumnCount {
    std::size_t numbers = 0;
    std::size_t numberLike = 0;
    std::size_t text = 0;
    std::string_view firstText;

    [[nodiscard]] bool isNumeric() const { return numbers + numberLike > 0 && numbers + numberLike >= text; }
};

ColumnCount countCells(const TableText& table, const TableLayout& layout, std::size_t column) {
    ColumnCount count;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto cells = table.cellsOf(row);
        if (row == layout.headerRow || cells.size() < layout.names.size()) {
            continue;
        }
        switch (classifyCell(cells[column].text)) {
            case CellKind::kMissing:
                break;
            case CellKind::kNumber:
                ++count.numbers;
                break;
            case CellKind::kNumberLike:
                ++count.numberLike;
                break;
            case CellKind::kText:
                count.firstText = count.text++ == 0 ? cells[column].text : count.firstText;
                break;
        }
    }
    return count;
}

}  // namespace

CellKind classifyCell(std::string_view cell) {
    if (isOneOf(kMissing, cell)) {
        return CellKind::kMissing;
    }
    return toNumber(cell)          ? CellKind::kNumber
           : looksLikeNumber(cell) ? CellKind::kNumberLike
                                   : CellKind::kText;
}

Result<float> parseTarget(std::string_view cell) {
    if (isOneOf(kMissing, cell)) {
        return std::numeric_limits<float>::quiet_NaN();
    }
    if (const auto value = toNumber(cell)) {
        return static_cast<float>(*value);
    }
    const bool hasComma = cell.find(',') != std::string_view::npos;
    return fail(ErrorCode::kParse, fmt::format("{} is no finite number{}", shownCell(cell),
                                               hasComma ? "; decimals are written with a point" : ""));
}

Result<std::vector<std::size_t>> chooseTargets(const TableText& table, const TableLayout& layout,
                                               std::span<const std::string> wanted) {
    std::vector<std::size_t> columns;
    for (const std::string& name : wanted) {
        LOOM_TRY(const std::size_t column, findColumn(layout.names, name));
        if (column == layout.smiles) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("column '{}' holds the SMILES and can't be a target", name));
        }
        const ColumnCount count = countCells(table, layout, column);
        if (count.numbers + count.numberLike == 0 && count.text > 0) {
            return fail(
                ErrorCode::kInvalid,
                fmt::format("column '{}' holds no number (but, for example, {}) and can't be a target; the "
                            "columns are {}",
                            name, shownCell(count.firstText), listNames(layout.names)));
        }
        if (std::ranges::find(columns, column) == columns.end()) {
            columns.push_back(column);
        }
    }
    for (std::size_t column = 0; wanted.empty() && column < layout.names.size(); ++column) {
        const bool isCandidate =
            column != layout.smiles && column != layout.id && !isIdentifierName(layout.names[column]);
        if (isCandidate && countCells(table, layout, column).isNumeric()) {
            columns.push_back(column);
        }
    }
    return columns;
}

Task recogniseTask(std::span<const std::shared_ptr<const Example>> examples) {
    bool hasTarget = false;
    for (const auto& example : examples) {
        for (const float target : example->targets) {
            if (std::isnan(target)) {
                continue;
            }
            hasTarget = true;
            if (target != 0.0F && target != 1.0F) {
                return Task::kRegression;
            }
        }
    }
    return hasTarget ? Task::kClassification : Task::kNone;
}

}  // namespace loomscope
