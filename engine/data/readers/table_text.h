// SPDX-License-Identifier: Apache-2.0
// Text of a table as rows of cells: CSV by RFC 4180 with any delimiter, and lines of SMILES.
#pragma once

#include "engine/data/dataset.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// One cell without the blanks around it and without its quotes.
struct TableCell {
    std::string_view text;
    std::size_t offset = 0;  ///< byte of the source where it begins
};

/// One record of the table.
struct TableRow {
    std::int64_t line = 0;
    std::size_t firstCell = 0;
    std::size_t numCells = 0;
    bool isBroken = false;  ///< a quote in it is never closed; it has no cells
};

/// Rows and cells of a text. Cells borrow the source, which must outlive it.
struct TableText {
    std::string_view source;
    std::vector<TableRow> rows;
    std::vector<TableCell> cells;
    std::vector<std::string_view> comments;  ///< comment lines before the first row, without the '#'
    std::deque<std::string> unescaped;       ///< cells that held doubled quotes

    [[nodiscard]] std::span<const TableCell> cellsOf(std::size_t row) const {
        return std::span(cells).subspan(rows[row].firstCell, rows[row].numCells);
    }
    /// 1-based column, in characters, of a byte of the source.
    [[nodiscard]] std::int64_t columnOf(std::size_t offset) const;
};

/// Splits a table. Lines that are empty, or hold empty cells only, and lines that begin with '#' make no row.
/// Quoted cells may hold delimiters, line ends and doubled quotes. Line ends are LF, CRLF or CR. Cost:
/// linear.
[[nodiscard]] TableText splitTable(std::string_view source, char delimiter);

/// Splits lines of the form `SMILES name`: what follows the first blank, and a CXSMILES part `|…|` if there
/// is one, is the name. Rows have two cells.
[[nodiscard]] TableText splitSmilesLines(std::string_view source);

/// A SMILES and the CXSMILES part `|…|` behind it, empty if there is none.
struct SmilesCell {
    std::string_view smiles;
    std::string_view extension;
};
[[nodiscard]] SmilesCell splitExtension(std::string_view cell);

/// Removes blanks, tabs and no-break spaces on both sides.
[[nodiscard]] std::string_view trimCell(std::string_view text);

/// A cell's text in quotation marks for a message, cut at a character if it is long.
[[nodiscard]] std::string shownCell(std::string_view text);

/// Returns whether two names are equal but for the case of ASCII letters.
[[nodiscard]] bool equalsIgnoringCase(std::string_view a, std::string_view b);

}  // namespace loomscope
