// SPDX-License-Identifier: GPL-3.0-or-later
// How a minibatch is batched: a grid of depth × op, and every policy in figures beside the lower bound.
#pragma once

#include "gui/app/workbench.h"
#include "gui/models/policy_table_model.h"

#include <QLabel>
#include <QTableView>
#include <QTimer>
#include <QWidget>

#include <memory>

class QComboBox;

namespace loomscope {

class BusyNote;
class NumberField;
class ScheduleView;
class SegmentedControl;

/// The minibatch starts at the chosen example. Hidden, it does nothing; it catches up when it is shown.
class SchedulePanel final : public QWidget {
    Q_OBJECT

public:
    explicit SchedulePanel(Workbench& workbench, QWidget* parent = nullptr);

    [[nodiscard]] bool isBusy() const { return planning_.isBusy() || delay_.isActive(); }
    /// Writes the schedule that is shown; the format follows the ending (svg, png, pdf, csv, json).
    void exportTo(const QString& path);

signals:
    void scheduleShown();

protected:
    void showEvent(QShowEvent* event) override;

private:
    QWidget* buildTools();
    QWidget* buildTable();
    void connectSession();
    void refresh();
    void show(MinibatchPlan plan);
    void showPolicy();
    void showBatch();
    void chooseExportFile(const QString& ending);

    Workbench& workbench_;
    QComboBox* policy_ = nullptr;
    SegmentedControl* granularity_ = nullptr;
    NumberField* size_ = nullptr;
    ScheduleView* view_ = nullptr;
    BusyNote* busy_ = nullptr;
    QLabel* caption_ = nullptr;
    PolicyTableModel model_;
    QTableView* table_ = nullptr;
    JobSlot planning_;
    QTimer delay_;
    std::shared_ptr<const MinibatchPlan> plan_;
    PreviewKey shown_;  // or under way
};

}  // namespace loomscope
