// SPDX-License-Identifier: GPL-3.0-or-later
// The stored runs as a table.
#pragma once

#include "storage/run_record.h"

#include <QAbstractTableModel>

#include <optional>
#include <vector>

namespace loomscope {

class RunTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column : int {
        kName,
        kStatus,
        kModel,
        kData,
        kStarted,
        kSteps,
        kDevMetric,
        kTestMetric,
        kDuration,
        kNumColumns
    };
    /// Numbers and times that sort, rather than what is shown.
    static constexpr int kSortRole = Qt::UserRole;

    using QAbstractTableModel::QAbstractTableModel;

    /// Shows another list; rows of runs that were there before keep their identity, so selections survive.
    void setRuns(std::vector<RunSummary> runs);
    [[nodiscard]] std::optional<RunId> runAt(int row) const;
    [[nodiscard]] int rowOf(RunId run) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    [[nodiscard]] static QVariant text(const RunSummary& run, int column);
    [[nodiscard]] static QVariant sortKey(const RunSummary& run, int column);

    std::vector<RunSummary> runs_;
};

/// The metric of `scope` ("dev" or "test") that says most about a run: its name without the scope, and its
/// value.
struct MainMetric {
    std::string name;
    double value = 0;
};
[[nodiscard]] std::optional<MainMetric> mainMetric(const RunSummary& run, std::string_view scope);
/// "2026-12-01 02:55", local time, from what the store gives.
[[nodiscard]] QString localTime(const std::string& utc);

}  // namespace loomscope
