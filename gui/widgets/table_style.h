// SPDX-License-Identifier: GPL-3.0-or-later
// Tables look alike everywhere.
#pragma once

#include <QTableView>

#include <vector>

namespace loomscope {

/// Whole rows are selected, no grid, quiet headers, rows of one height; Tab leaves the table.
void styleTable(QTableView& table);
/// Sets column widths in pixels; a width of 0 takes what is left. Columns beyond the list get `others`.
void setColumnWidths(QTableView& table, const std::vector<int>& widths, int others);

}  // namespace loomscope
