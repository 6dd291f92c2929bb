// SPDX-License-Identifier: GPL-3.0-or-later
// What is running, in the status bar: the newest job with its progress and a Cancel, the others behind a
// count.
#pragma once

#include "gui/session/job_queue.h"

#include <QLabel>
#include <QProgressBar>
#include <QToolButton>
#include <QWidget>

namespace loomscope {

class TaskList final : public QWidget {
    Q_OBJECT

public:
    explicit TaskList(JobQueue& jobs, QWidget* parent = nullptr);

private:
    void refresh();
    void showMenu();

    /// Jobs shorter than this never show, so that the bar doesn't flicker.
    static constexpr qint64 kQuietMs = 200;

    JobQueue& jobs_;
    JobNumber shown_ = 0;
    QLabel* text_;
    QProgressBar* progress_;
    QToolButton* cancel_;
    QToolButton* more_;
};

}  // namespace loomscope
