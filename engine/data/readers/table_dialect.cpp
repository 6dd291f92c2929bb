// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/table_dialect.h"

#include <algorithm>
#include <array>

namespace loomscope {

namespace {

constexpr std::size_t kSampleBytes = 64 * 1024;
/// In the order tried: at a tie the earlier one, which is rarer inside a cell, is meant.
constexpr std::array kDelimiters = {'\t', ';', ',', '|'};

bool hasSmilesExtension(std::string_view path) {
    if (path.ends_with(".gz")) {
        path.remove_suffix(3);
    }
    const std::size_t dot = path.rfind('.');
    const std::string_view extension =
        dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    constexpr std::array<std::string_view, 3> kExtensions = {"smi", "smiles", "ism"};
    return std::ranges::any_of(kExtensions,
                               [&](std::string_view known) { return equalsIgnoringCase(known, extension); });
}

/// Whole lines from the start of a text.
std::string_view sampleOf(std::string_view text) {
    if (text.size() <= kSampleBytes) {
        return text;
    }
    const std::size_t end = text.find_last_of("\r\n", kSampleBytes);
    return text.substr(0, end == std::string_view::npos ? kSampleBytes : end);
}

/// Share of the rows that have as many cells as the first; 0 if that has only one.
double regularity(std::string_view sample, char delimiter) {
    const TableText table = splitTable(sample, delimiter);
    if (table.rows.empty() || table.rows.front().numCells < 2) {
        return 0.0;
    }
    const auto alike = std::ranges::count(table.rows, table.rows.front().numCells, &TableRow::numCells);
    return static_cast<double>(alike) / static_cast<double>(table.rows.size());
}

}  // namespace

TableDialect recogniseDialect(std::string_view text, const DataRequest& request, std::string_view path) {
    if (request.delimiter) {
        return {.delimiter = request.delimiter};
    }
    if (request.format == "tsv") {
        return {.delimiter = '\t'};
    }
    const bool asksForColumns = request.smilesColumn.has_value() || !request.targetColumns.empty();
    if (request.format == "smi" || (hasSmilesExtension(path) && !asksForColumns)) {
        return {};
    }
    const std::string_view sample = sampleOf(text);
    TableDialect best;
    double bestRegularity = 0.0;
    for (const char delimiter : kDelimiters) {
        if (const double r = regularity(sample, delimiter); r > bestRegularity) {
            best.delimiter = delimiter;
            bestRegularity = r;
        }
    }
    if (!best.delimiter && (request.format == "csv" || sample.find('"') != std::string_view::npos)) {
        best.delimiter = ',';
    }
    return best;
}

TableText splitTable(std::string_view text, const TableDialect& dialect) {
    return dialect.delimiter ? splitTable(text, *dialect.delimiter) : splitSmilesLines(text);
}

std::string_view formatName(const TableDialect& dialect) {
    return !dialect.delimiter ? "smi" : *dialect.delimiter == '\t' ? "tsv" : "csv";
}

}  // namespace loomscope
