// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/panel_dock.h"

namespace loomscope {

PanelDock::PanelDock(const QString& id, const QString& title, QWidget* panel, QWidget* parent)
    : QDockWidget(title, parent), noTitle_(new QWidget(this)) {
    setObjectName(id);
    setAccessibleName(title);
    setWidget(panel);
    noTitle_->hide();
}

void PanelDock::bringUp() {
    show();
    raise();
    if (QWidget* const first = widget()->nextInFocusChain()) {
        first->setFocus(Qt::OtherFocusReason);
    }
}

void PanelDock::updateTitleBar(bool isTabbed) {
    const bool hasTitle = titleBarWidget() == nullptr;
    if (isTabbed && hasTitle) {
        setTitleBarWidget(noTitle_);
    } else if (!isTabbed && !hasTitle) {
        setTitleBarWidget(nullptr);
    }
}

}  // namespace loomscope
