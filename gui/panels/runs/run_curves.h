// SPDX-License-Identifier: GPL-3.0-or-later
// Loss and dev metric of some runs, one colour a run.
#pragma once

#include "gui/session/run_library.h"

#include <QWidget>

#include <vector>

namespace loomscope {

class PlotView;

class RunCurves final : public QWidget {
    Q_OBJECT

public:
    explicit RunCurves(QWidget* parent = nullptr);

    using QWidget::show;
    void show(const std::vector<RunDetails>& runs);

private:
    PlotView* loss_;
    PlotView* metric_;
};

}  // namespace loomscope
