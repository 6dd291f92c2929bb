// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader could not use, or used with a doubt, by line.
#pragma once

#include "engine/data/dataset.h"

#include <QStackedWidget>
#include <QTableWidget>

namespace loomscope {

class ProblemList final : public QStackedWidget {
    Q_OBJECT

public:
    explicit ProblemList(QWidget* parent = nullptr);

    using QStackedWidget::show;
    /// Lists rejected records, then warnings; at most a thousand of them, and says so.
    void show(const ReadReport& report);

private:
    void addRow(const ReadProblem& problem, const QString& kind);

    QTableWidget* table_;
};

}  // namespace loomscope
