// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/example_table_model.h"

#include <QStringList>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

namespace loomscope {

namespace {

/// More target columns than this do not fit; the rest is in the tool tip of the last.
constexpr int kMaxTargets = 4;
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void ExampleTableModel::setDataset(std::shared_ptr<const Dataset> dataset, ExampleRows rows) {
    beginResetModel();
    dataset_ = std::move(dataset);
    rows_ = std::move(rows);
    filterRows();
    sortRows();
    endResetModel();
}

void ExampleTableModel::setFilter(const QString& filter) {
    if (filter == filter_) {
        return;
    }
    beginResetModel();
    filter_ = filter;
    filterRows();
    sortRows();
    endResetModel();
}

std::int64_t ExampleTableModel::exampleAt(int row) const {
    return row >= 0 && row < static_cast<int>(shown_.size()) ? shown_[static_cast<std::size_t>(row)] : -1;
}

int ExampleTableModel::rowOf(std::int64_t example) const {
    const auto found = std::ranges::find(shown_, static_cast<std::int32_t>(example));
    return found == shown_.end() ? -1 : static_cast<int>(found - shown_.begin());
}

int ExampleTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(shown_.size());
}

int ExampleTableModel::columnCount(const QModelIndex& parent) const {
    if (parent.isValid() || !dataset_) {
        return 0;
    }
    const int targets = std::min(kMaxTargets, static_cast<int>(dataset_->info().targetNames.size()));
    return kFirstTarget + (hasLabels() ? 1 : targets);
}

QVariant ExampleTableModel::data(const QModelIndex& index, int role) const {
    const std::int64_t example = exampleAt(index.row());
    if (!index.isValid() || example < 0) {
        return {};
    }
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole:
            return text(example, column);
        case Qt::ToolTipRole:
            return column == kText ? text(example, column) : QVariant();
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignVCenter | (column == kText ? Qt::AlignLeft : Qt::AlignRight));
        case kSortRole:
            return column == kText ? QVariant(text(example, column)) : QVariant(number(example, column));
        default:
            return {};
    }
}

QVariant ExampleTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical || !dataset_ || section >= columnCount()) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::AlignVCenter | (section == kText ? Qt::AlignLeft : Qt::AlignRight));
    }
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole) {
        return {};
    }
    const StructureKind kind = dataset_->info().kind;
    const bool isMolecule = kind == StructureKind::kMolecule;
    switch (section) {
        case kNumber:
            return QStringLiteral("#");
        case kText:
            return isMolecule ? tr("SMILES") : tr("Text");
        case kSize:
            return isMolecule ? tr("Atoms") : kind == StructureKind::kTree ? tr("Nodes") : tr("Items");
        case kDepth:
            return isMolecule ? tr("Bonds") : tr("Depth");
        default:
            break;
    }
    if (hasLabels()) {
        return tr("Label");
    }
    return QString::fromStdString(
        dataset_->info().targetNames[static_cast<std::size_t>(section - kFirstTarget)]);
}

void ExampleTableModel::sort(int column, Qt::SortOrder order) {
    if (column < 0 || column >= columnCount()) {
        return;
    }
    emit layoutAboutToBeChanged({}, QAbstractItemModel::VerticalSortHint);
    const QModelIndexList before = persistentIndexList();
    std::vector<std::int64_t> examples;
    for (const QModelIndex& index : before) {
        examples.push_back(exampleAt(index.row()));
    }
    sortColumn_ = column;
    sortOrder_ = order;
    sortRows();
    QModelIndexList after;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        after.append(index(rowOf(examples[i]), before[static_cast<qsizetype>(i)].column()));
    }
    changePersistentIndexList(before, after);
    emit layoutChanged({}, QAbstractItemModel::VerticalSortHint);
}

QString ExampleTableModel::text(std::int64_t example, int column) const {
    if (column == kText) {
        return (*rows_)[static_cast<std::size_t>(example)].text;
    }
    const double value = number(example, column);
    if (std::isnan(value)) {
        return QStringLiteral("–");
    }
    return value == std::floor(value) ? QString::number(static_cast<qlonglong>(value))
                                      : QString::number(value, 'g', 5);
}

double ExampleTableModel::number(std::int64_t example, int column) const {
    const ExampleRow& row = (*rows_)[static_cast<std::size_t>(example)];
    switch (column) {
        case kNumber:
            return static_cast<double>(example + 1);
        case kSize:
            return row.size;
        case kDepth:
            return row.depth;
        default:
            break;
    }
    if (hasLabels()) {
        return row.label < 0 ? kMissing : row.label;
    }
    const std::vector<float>& targets = dataset_->at(example)->targets;
    const auto place = static_cast<std::size_t>(column - kFirstTarget);
    return place < targets.size() ? static_cast<double>(targets[place]) : kMissing;
}

bool ExampleTableModel::hasLabels() const {
    return dataset_->info().kind == StructureKind::kTree && dataset_->info().targetNames.empty() &&
           dataset_->info().numClasses > 0;
}

void ExampleTableModel::filterRows() {
    shown_.clear();
    if (!rows_) {
        return;
    }
    const QStringList words = filter_.split(QLatin1Char(' '), Qt::SkipEmptyParts);
    for (std::size_t i = 0; i < rows_->size(); ++i) {
        const QString& rowText = (*rows_)[i].text;
        if (std::ranges::all_of(
                words, [&](const QString& word) { return rowText.contains(word, Qt::CaseInsensitive); })) {
            shown_.push_back(static_cast<std::int32_t>(i));
        }
    }
}

void ExampleTableModel::sortRows() {
    if (!dataset_ || sortColumn_ >= columnCount()) {
        return;
    }
    const auto sortBy = [&](const auto& key) {
        std::ranges::stable_sort(shown_, [&](std::int32_t a, std::int32_t b) {
            return sortOrder_ == Qt::AscendingOrder ? key(a) < key(b) : key(b) < key(a);
        });
    };
    if (sortColumn_ == kText) {
        sortBy([&](std::int32_t i) -> const QString& { return (*rows_)[static_cast<std::size_t>(i)].text; });
        return;
    }
    // Missing numbers come first when ascending: NaN itself has no order.
    std::vector<double> keys(rows_->size());
    for (const std::int32_t i : shown_) {
        const double value = number(i, sortColumn_);
        keys[static_cast<std::size_t>(i)] =
            std::isnan(value) ? -std::numeric_limits<double>::infinity() : value;
    }
    sortBy([&](std::int32_t i) { return keys[static_cast<std::size_t>(i)]; });
}

}  // namespace loomscope
