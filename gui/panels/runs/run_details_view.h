// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that the store knows of one run, as text that can be copied.
#pragma once

#include "gui/session/run_library.h"

#include <QPlainTextEdit>
#include <QWidget>

class QFormLayout;
class QLabel;

namespace loomscope {

class RunDetailsView final : public QWidget {
    Q_OBJECT

public:
    explicit RunDetailsView(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const RunDetails& run);
    void clear();

private:
    QLabel* title_;
    QLabel* facts_;
    QPlainTextEdit* config_;
};

}  // namespace loomscope
