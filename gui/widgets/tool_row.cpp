// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/tool_row.h"

#include <utility>

namespace loomscope {

ToolRow::ToolRow(QWidget* parent) : QWidget(parent), row_(new QHBoxLayout(this)) {
    setProperty("role", "toolRow");
    setAttribute(Qt::WA_StyledBackground);
    row_->setContentsMargins(12, 8, 12, 8);
    row_->setSpacing(8);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ToolRow::addLabelled(const QString& caption, QWidget* widget) {
    auto* const label = new QLabel(caption, this);
    label->setBuddy(widget);
    label->setProperty("role", "secondary");
    if (widget->accessibleName().isEmpty()) {
        widget->setAccessibleName(caption);
    }
    row_->addWidget(label);
    row_->addWidget(widget);
}

QToolButton* ToolRow::addButton(IconName iconName, const QString& text, const QString& name,
                                std::function<void()> pressed) {
    auto* const button = new QToolButton(this);
    button->setIcon(icon(iconName));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    if (pressed) {
        connect(button, &QToolButton::clicked, this, [pressed = std::move(pressed)] { pressed(); });
    }
    row_->addWidget(button);
    return button;
}

QLabel* secondaryLabel(const QString& text) {
    auto* const label = new QLabel(text);
    label->setProperty("role", "secondary");
    return label;
}

}  // namespace loomscope
