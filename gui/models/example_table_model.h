// SPDX-License-Identifier: GPL-3.0-or-later
// The examples of one dataset as a table that sorts and filters itself.
#pragma once

#include "gui/models/example_rows.h"

#include <QAbstractTableModel>

#include <cstdint>
#include <memory>
#include <vector>

namespace loomscope {

/// Cells are made when they are asked for; sorting and filtering permute row numbers only.
/// Cost: a filter or sort over 100,000 rows takes some tens of milliseconds.
class ExampleTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum FixedColumn : int { kNumber, kText, kSize, kDepth, kFirstTarget };
    /// Numbers and texts that sort, rather than what is shown.
    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows another dataset; null shows nothing. `rows` must have been made from `dataset`.
    void setDataset(std::shared_ptr<const Dataset> dataset, ExampleRows rows);
    /// Shows only rows whose text has every word of `filter`, whatever the case.
    void setFilter(const QString& filter);

    [[nodiscard]] std::int64_t numExamples() const {
        return rows_ ? static_cast<std::int64_t>(rows_->size()) : 0;
    }
    /// The example in a row of the view, or −1.
    [[nodiscard]] std::int64_t exampleAt(int row) const;
    /// The row of the view that shows an example, or −1 if it is filtered out. Linear in the rows.
    [[nodiscard]] int rowOf(std::int64_t example) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    [[nodiscard]] QString text(std::int64_t example, int column) const;
    [[nodiscard]] double number(std::int64_t example, int column) const;
    [[nodiscard]] bool hasLabels() const;
    void filterRows();
    void sortRows();

    std::shared_ptr<const Dataset> dataset_;
    ExampleRows rows_;
    std::vector<std::int32_t> shown_;
    QString filter_;
    int sortColumn_ = kNumber;
    Qt::SortOrder sortOrder_ = Qt::AscendingOrder;
};

}  // namespace loomscope
