// SPDX-License-Identifier: GPL-3.0-or-later
// The stored runs: a table, the curves of those that are chosen, and everything about one of them.
#pragma once

#include "gui/app/workbench.h"
#include "gui/models/run_table_model.h"

#include <QSortFilterProxyModel>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>
#include <QWidget>

namespace loomscope {

class RunCurves;
class RunDetailsView;

class RunsPanel final : public QWidget {
    Q_OBJECT

public:
    explicit RunsPanel(Workbench& workbench, QWidget* parent = nullptr);

private:
    QWidget* buildTools();
    QWidget* buildTable();
    QWidget* buildDetails();
    void connectSession();
    void showRuns();
    void loadChosen();
    void renameCurrent();
    void askToDelete();
    /// Asks for how many epochs the chosen run shall have, and trains it further.
    void askToResume();
    void updateButtons();
    [[nodiscard]] std::vector<RunId> chosen() const;

    Workbench& workbench_;
    QStackedWidget* stack_ = nullptr;
    RunTableModel model_;
    QSortFilterProxyModel sorted_;
    QTableView* table_ = nullptr;
    QToolButton* resume_ = nullptr;
    QToolButton* rename_ = nullptr;
    QToolButton* delete_ = nullptr;
    RunCurves* curves_ = nullptr;
    RunDetailsView* details_ = nullptr;
};

}  // namespace loomscope
