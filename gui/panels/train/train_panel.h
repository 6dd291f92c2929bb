// SPDX-License-Identifier: GPL-3.0-or-later
// Training: the form, the three buttons, and what the run says while it goes.
#pragma once

#include "gui/app/workbench.h"

#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QWidget>

namespace loomscope {

class LiveCharts;
class TrainForm;

class TrainPanel final : public QWidget {
    Q_OBJECT

public:
    explicit TrainPanel(Workbench& workbench, QWidget* parent = nullptr);

    /// Starts a run of the draft; a notice says why if that can't be.
    void start();

private:
    QWidget* buildForm();
    QWidget* buildButtons();
    QWidget* buildLive();
    QWidget* buildStatus();
    void connectSession();
    void showState();
    void showProgress();
    void showResult();

    Workbench& workbench_;
    TrainForm* form_ = nullptr;
    QLabel* problem_ = nullptr;
    QPushButton* start_ = nullptr;
    QPushButton* pause_ = nullptr;
    QPushButton* stop_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* status_ = nullptr;
    QProgressBar* progress_ = nullptr;
    LiveCharts* charts_ = nullptr;
};

}  // namespace loomscope
