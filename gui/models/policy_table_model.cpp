// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/policy_table_model.h"

#include "gui/widgets/number_text.h"

#include <QFont>

#include <utility>

namespace loomscope {

namespace {

struct Heading {
    const char* title;
    const char* tip;
};

constexpr Heading kHeadings[PolicyTableModel::kNumColumns] = {
    {QT_TRANSLATE_NOOP("PolicyTableModel", "Policy"),
     QT_TRANSLATE_NOOP("PolicyTableModel", "How ready nodes are grouped")},
    {QT_TRANSLATE_NOOP("PolicyTableModel", "Batches"),
     QT_TRANSLATE_NOOP("PolicyTableModel", "Groups of nodes that run as one")},
    {QT_TRANSLATE_NOOP("PolicyTableModel", "× bound"),
     QT_TRANSLATE_NOOP("PolicyTableModel", "Batches divided by the lower bound: 1.00 can't be beaten")},
    {QT_TRANSLATE_NOOP("PolicyTableModel", "Rows"),
     QT_TRANSLATE_NOOP("PolicyTableModel", "Nodes and pass-through rows together")},
    {QT_TRANSLATE_NOOP("PolicyTableModel", "Pass-through"),
     QT_TRANSLATE_NOOP("PolicyTableModel", "Rows that only carry a value to a later depth")},
    {QT_TRANSLATE_NOOP("PolicyTableModel", "Largest"),
     QT_TRANSLATE_NOOP("PolicyTableModel", "Nodes in the largest batch")},
    {QT_TRANSLATE_NOOP("PolicyTableModel", "Mean"),
     QT_TRANSLATE_NOOP("PolicyTableModel", "Nodes in a batch on average")},
    {QT_TRANSLATE_NOOP("PolicyTableModel", "Plan time"),
     QT_TRANSLATE_NOOP("PolicyTableModel", "Time to plan this minibatch")},
};

}  // namespace

void PolicyTableModel::setFigures(std::vector<PolicyFigures> figures, std::int64_t bound) {
    beginResetModel();
    figures_ = std::move(figures);
    bound_ = bound;
    endResetModel();
}

QString PolicyTableModel::policyAt(int row) const {
    return row >= 0 && row < static_cast<int>(figures_.size())
               ? figures_[static_cast<std::size_t>(row)].policy
               : QString();
}

int PolicyTableModel::rowOf(const QString& policy) const {
    for (std::size_t i = 0; i < figures_.size(); ++i) {
        if (figures_[i].policy == policy) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

int PolicyTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || figures_.empty() ? 0 : static_cast<int>(figures_.size()) + 1;
}

int PolicyTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kNumColumns;
}

QVariant PolicyTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const bool isBound = index.row() == static_cast<int>(figures_.size());
    switch (role) {
        case Qt::DisplayRole:
            return isBound ? boundText(index.column())
                           : policyText(figures_[static_cast<std::size_t>(index.row())], index.column());
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignVCenter |
                                       (index.column() == kPolicy ? Qt::AlignLeft : Qt::AlignRight));
        case Qt::FontRole: {
            QFont font;
            font.setItalic(isBound);
            return isBound ? QVariant(font) : QVariant();
        }
        default:
            return {};
    }
}

QVariant PolicyTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical || section < 0 || section >= kNumColumns) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole:
            return tr(kHeadings[section].title);
        case Qt::ToolTipRole:
            return tr(kHeadings[section].tip);
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignVCenter |
                                       (section == kPolicy ? Qt::AlignLeft : Qt::AlignRight));
        default:
            return {};
    }
}

QString PolicyTableModel::boundText(int column) const {
    switch (column) {
        case kPolicy:
            return tr("lower bound");
        case kBatches:
            return groupedDigits(bound_);
        case kRatio:
            return QStringLiteral("1.00");
        default:
            return QStringLiteral("–");
    }
}

QString PolicyTableModel::policyText(const PolicyFigures& figures, int column) const {
    const ScheduleStatistics& statistics = figures.statistics;
    switch (column) {
        case kPolicy:
            return statistics.isUnfinished() ? tr("%1 (not finished)").arg(figures.policy) : figures.policy;
        case kBatches:
            return groupedDigits(statistics.batches);
        case kRatio:
            return bound_ == 0
                       ? QStringLiteral("–")
                       : QString::number(
                             static_cast<double>(statistics.batches) / static_cast<double>(bound_), 'f', 2);
        case kRows:
            return groupedDigits(statistics.rows);
        case kPassThrough:
            return groupedDigits(statistics.passThroughRows);
        case kLargest:
            return groupedDigits(statistics.largestBatch);
        case kMean:
            return QString::number(statistics.meanBatch, 'f', 1);
        default:
            return microsecondsText(figures.planMicroseconds);
    }
}

}  // namespace loomscope
