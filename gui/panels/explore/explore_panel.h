// SPDX-License-Identifier: GPL-3.0-or-later
// The data: a table of examples, and a picture of the chosen one.
#pragma once

#include "gui/app/workbench.h"
#include "gui/models/example_table_model.h"

#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QTabWidget>
#include <QTableView>
#include <QTimer>
#include <QWidget>

namespace loomscope {

class EmptyState;
class ExamplePicture;
class ProblemList;
class SegmentedControl;
class SummaryPage;

class ExplorePanel final : public QWidget {
    Q_OBJECT

public:
    explicit ExplorePanel(Workbench& workbench, QWidget* parent = nullptr);

signals:
    /// The person asks for the file dialog, or for one of the sample sets.
    void openRequested();
    void sampleTreesRequested();
    void sampleMoleculesRequested();

private:
    QWidget* buildHeader();
    QWidget* buildTable();
    QWidget* buildDetails();
    void connectSession();
    void showData();
    void showPart();
    void followSelection();
    void chooseRow(const QModelIndex& current);
    void updateCount();

    Workbench& workbench_;
    QStackedWidget* stack_ = nullptr;
    EmptyState* empty_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* subtitle_ = nullptr;
    SegmentedControl* parts_ = nullptr;
    QLineEdit* filter_ = nullptr;
    QLabel* count_ = nullptr;
    QTimer filterDelay_;
    ExampleTableModel model_;
    QTableView* table_ = nullptr;
    QTabWidget* details_ = nullptr;
    ExamplePicture* picture_ = nullptr;
    SummaryPage* summary_ = nullptr;
    ProblemList* problems_ = nullptr;
};

}  // namespace loomscope
