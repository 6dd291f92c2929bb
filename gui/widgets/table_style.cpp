// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/table_style.h"

#include <QHeaderView>

#include <algorithm>

namespace loomscope {

namespace {

constexpr int kRowHeight = 28;
constexpr int kWidestHeader = 144;

}  // namespace

void styleTable(QTableView& table) {
    table.setSelectionBehavior(QAbstractItemView::SelectRows);
    table.setEditTriggers(QAbstractItemView::NoEditTriggers);
    table.setShowGrid(false);
    table.setAlternatingRowColors(true);
    table.setWordWrap(false);
    table.setTabKeyNavigation(false);
    table.setFrameShape(QFrame::NoFrame);
    table.verticalHeader()->hide();
    table.verticalHeader()->setDefaultSectionSize(kRowHeight);
    table.verticalHeader()->setMinimumSectionSize(kRowHeight);
    table.verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    table.horizontalHeader()->setHighlightSections(false);
    table.setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
}

void setColumnWidths(QTableView& table, const std::vector<int>& widths, int others) {
    QHeaderView* const header = table.horizontalHeader();
    for (int column = 0; column < header->count(); ++column) {
        const auto place = static_cast<std::size_t>(column);
        const bool isListed = place < widths.size();
        const int width =
            isListed ? widths[place] : std::clamp(header->sectionSizeHint(column), others, kWidestHeader);
        header->setSectionResizeMode(column, width == 0 ? QHeaderView::Stretch : QHeaderView::Interactive);
        if (width > 0) {
            header->resizeSection(column, width);
        }
    }
}

}  // namespace loomscope
