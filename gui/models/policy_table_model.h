// SPDX-License-Identifier: GPL-3.0-or-later
// What each batching policy makes of one minibatch, beside the lower bound.
#pragma once

#include "engine/schedule/schedule.h"

#include <QAbstractTableModel>
#include <QString>

#include <cstdint>
#include <vector>

namespace loomscope {

/// One policy's schedule in figures.
struct PolicyFigures {
    QString policy;
    ScheduleStatistics statistics;
    double planMicroseconds = 0.0;
};

/// The last row is the lower bound, which no policy can beat.
class PolicyTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        kPolicy,
        kBatches,
        kRatio,
        kRows,
        kPassThrough,
        kLargest,
        kMean,
        kPlanTime,
        kNumColumns
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setFigures(std::vector<PolicyFigures> figures, std::int64_t bound);
    /// The policy in a row, empty for the row of the bound.
    [[nodiscard]] QString policyAt(int row) const;
    [[nodiscard]] int rowOf(const QString& policy) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] QString boundText(int column) const;
    [[nodiscard]] QString policyText(const PolicyFigures& figures, int column) const;

    std::vector<PolicyFigures> figures_;
    std::int64_t bound_ = 0;
};

}  // namespace loomscope
