// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDockWidget>

namespace loomscope {

/// A dock whose title bar gives way to its tab: two names one below the other tell nothing more than one.
class PanelDock final : public QDockWidget {
    Q_OBJECT

public:
    /// `id` names it in the saved layout; `panel` becomes its content.
    PanelDock(const QString& id, const QString& title, QWidget* panel, QWidget* parent);

    /// Shows the panel, in front of its neighbours, and gives it the focus.
    void bringUp();
    /// Shows or hides the title bar as the dock is alone or in tabs now.
    void updateTitleBar(bool isTabbed);

private:
    QWidget* noTitle_;
};

}  // namespace loomscope
