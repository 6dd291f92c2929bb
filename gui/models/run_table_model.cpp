// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/run_table_model.h"

#include "gui/widgets/metric_text.h"
#include "gui/widgets/number_text.h"

#include <QDateTime>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <utility>

namespace loomscope {

namespace {

constexpr std::array<const char*, RunTableModel::kNumColumns> kTitles{
    QT_TRANSLATE_NOOP("RunTableModel", "Name"),    QT_TRANSLATE_NOOP("RunTableModel", "Status"),
    QT_TRANSLATE_NOOP("RunTableModel", "Model"),   QT_TRANSLATE_NOOP("RunTableModel", "Data"),
    QT_TRANSLATE_NOOP("RunTableModel", "Started"), QT_TRANSLATE_NOOP("RunTableModel", "Steps"),
    QT_TRANSLATE_NOOP("RunTableModel", "Dev"),     QT_TRANSLATE_NOOP("RunTableModel", "Test"),
    QT_TRANSLATE_NOOP("RunTableModel", "Time")};

bool isNumeric(int column) {
    return column == RunTableModel::kSteps || column >= RunTableModel::kDevMetric;
}

QString metricText(const RunSummary& run, std::string_view scope) {
    const std::optional<MainMetric> metric = mainMetric(run, scope);
    return metric ? QStringLiteral("%1 %2").arg(metricTitle(metric->name), metricValue(metric->value))
                  : QStringLiteral("–");
}

QString dataName(const std::string& path) {
    const QString text = QString::fromStdString(path);
    const QString file = QFileInfo(text).fileName();
    return file.isEmpty() || text.startsWith(QLatin1String("synthetic:")) ? text : file;
}

}  // namespace

std::optional<MainMetric> mainMetric(const RunSummary& run, std::string_view scope) {
    constexpr std::array<std::string_view, 8> kByWeight{
        "root_accuracy", "accuracy", "node_accuracy", "rmse", "mae", "roc_auc", "r2", "loss"};
    for (const std::string_view name : kByWeight) {
        const auto found = run.metrics.find(std::string(scope) + "_" + std::string(name));
        if (found != run.metrics.end()) {
            return MainMetric{std::string(name), found->second};
        }
    }
    return std::nullopt;
}

QString localTime(const std::string& utc) {
    const QDateTime time = QDateTime::fromString(QString::fromStdString(utc), Qt::ISODateWithMs);
    return time.isValid() ? time.toLocalTime().toString(QStringLiteral("yyyy-MM-dd HH:mm")) : QString();
}

void RunTableModel::setRuns(std::vector<RunSummary> runs) {
    const bool hasSameRows = std::ranges::equal(
        runs, runs_, [](const RunSummary& a, const RunSummary& b) { return a.id == b.id; });
    if (hasSameRows) {
        runs_ = std::move(runs);
        if (!runs_.empty()) {
            emit dataChanged(index(0, 0), index(rowCount() - 1, kNumColumns - 1));
        }
        return;
    }
    beginResetModel();
    runs_ = std::move(runs);
    endResetModel();
}

std::optional<RunId> RunTableModel::runAt(int row) const {
    return row >= 0 && row < rowCount() ? std::optional(runs_[static_cast<std::size_t>(row)].id)
                                        : std::nullopt;
}

int RunTableModel::rowOf(RunId run) const {
    const auto found = std::ranges::find(runs_, run, &RunSummary::id);
    return found == runs_.end() ? -1 : static_cast<int>(found - runs_.begin());
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(runs_.size());
}

int RunTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : kNumColumns;
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) {
        return {};
    }
    const RunSummary& run = runs_[static_cast<std::size_t>(index.row())];
    switch (role) {
        case Qt::DisplayRole:
            return text(run, index.column());
        case kSortRole:
            return sortKey(run, index.column());
        case Qt::ToolTipRole:
            return index.column() == kStatus && !run.message.empty()
                       ? QVariant(QString::fromStdString(run.message))
                   : index.column() == kData ? QVariant(QString::fromStdString(run.data))
                   : index.column() == kName ? QVariant(QString::fromStdString(run.key))
                                             : QVariant();
        case Qt::TextAlignmentRole:
            return QVariant::fromValue(Qt::AlignVCenter |
                                       (isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft));
        default:
            return {};
    }
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical || section < 0 || section >= kNumColumns) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return QVariant::fromValue(Qt::AlignVCenter | (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft));
    }
    return role == Qt::DisplayRole ? QVariant(tr(kTitles[static_cast<std::size_t>(section)])) : QVariant();
}

QVariant RunTableModel::text(const RunSummary& run, int column) {
    switch (column) {
        case kName:
            return QString::fromStdString(run.name);
        case kStatus: {
            const std::string_view status = name(run.status);
            return QString::fromUtf8(status.data(), static_cast<qsizetype>(status.size()));
        }
        case kModel:
            return QString::fromStdString(run.model);
        case kData:
            return dataName(run.data);
        case kStarted:
            return localTime(run.started);
        case kSteps:
            return groupedDigits(run.steps);
        case kDevMetric:
            return metricText(run, "dev");
        case kTestMetric:
            return metricText(run, "test");
        default:
            return run.seconds > 0 ? durationText(run.seconds) : QStringLiteral("–");
    }
}

QVariant RunTableModel::sortKey(const RunSummary& run, int column) {
    switch (column) {
        case kStarted:
            return QString::fromStdString(run.started);
        case kSteps:
            return static_cast<qlonglong>(run.steps);
        case kDevMetric:
        case kTestMetric: {
            const std::optional<MainMetric> metric = mainMetric(run, column == kDevMetric ? "dev" : "test");
            return metric ? QVariant(metric->value) : QVariant();
        }
        case kDuration:
            return run.seconds;
        default:
            return text(run, column);
    }
}

}  // namespace loomscope
