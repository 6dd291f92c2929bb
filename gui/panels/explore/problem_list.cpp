// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/explore/problem_list.h"

#include "gui/widgets/empty_state.h"
#include "gui/widgets/table_style.h"

#include <algorithm>

namespace loomscope {

namespace {

constexpr std::size_t kMaxShown = 1000;

}  // namespace

ProblemList::ProblemList(QWidget* parent) : QStackedWidget(parent), table_(new QTableWidget(0, 4, this)) {
    table_->setObjectName(QStringLiteral("problemTable"));
    table_->setAccessibleName(tr("Problems of the file"));
    table_->setHorizontalHeaderLabels({tr("Line"), tr("Column"), tr("Kind"), tr("Problem")});
    table_->horizontalHeaderItem(3)->setTextAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    styleTable(*table_);
    setColumnWidths(*table_, {64, 64, 80, 0}, 0);
    addWidget(new EmptyState(tr("No problems"), tr("Every record of the file was read."), this));
    addWidget(table_);
}

void ProblemList::show(const ReadReport& report) {
    table_->setRowCount(0);
    const std::size_t all = report.rejected.size() + report.warnings.size();
    setCurrentIndex(all == 0 ? 0 : 1);
    for (std::size_t i = 0; i < std::min(all, kMaxShown); ++i) {
        const bool isRejected = i < report.rejected.size();
        addRow(isRejected ? report.rejected[i] : report.warnings[i - report.rejected.size()],
               isRejected ? tr("left out") : tr("doubt"));
    }
    if (all > kMaxShown) {
        addRow({.message = tr("… and %1 more").arg(all - kMaxShown).toStdString()}, {});
    }
}

void ProblemList::addRow(const ReadProblem& problem, const QString& kind) {
    const int row = table_->rowCount();
    table_->insertRow(row);
    const auto number = [](std::int64_t value) { return value > 0 ? QString::number(value) : QString(); };
    const QStringList cells{number(problem.line), number(problem.column), kind,
                            QString::fromStdString(problem.message)};
    for (int column = 0; column < cells.size(); ++column) {
        auto* const item = new QTableWidgetItem(cells[column]);
        item->setToolTip(cells[column]);
        item->setTextAlignment(Qt::AlignVCenter | (column < 2 ? Qt::AlignRight : Qt::AlignLeft));
        table_->setItem(row, column, item);
    }
}

}  // namespace loomscope
