// SPDX-License-Identifier: GPL-3.0-or-later
// The row of controls at the top of a panel, and the small things it is made of.
#pragma once

#include "gui/widgets/icons.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include <functional>

namespace loomscope {

class ToolRow final : public QWidget {
    Q_OBJECT

public:
    explicit ToolRow(QWidget* parent = nullptr);

    void add(QWidget* widget, int stretch = 0) { row_->addWidget(widget, stretch); }
    /// A caption in front of a control, which it names for assistive programs.
    void addLabelled(const QString& caption, QWidget* widget);
    void addStretch() { row_->addStretch(1); }
    void addSpace() { row_->addSpacing(8); }
    /// A flat button with an icon and no text; `text` is its tool tip and accessible name.
    QToolButton* addButton(IconName icon, const QString& text, const QString& name,
                           std::function<void()> pressed);

private:
    QHBoxLayout* row_;
};

/// A label for secondary text under or beside something.
[[nodiscard]] QLabel* secondaryLabel(const QString& text = {});

}  // namespace loomscope
