// SPDX-License-Identifier: GPL-3.0-or-later
// What a panel shows while it has nothing to show: what belongs here, and what to do about it.
#pragma once

#include <QLabel>
#include <QWidget>

#include <functional>

class QHBoxLayout;

namespace loomscope {

class EmptyState final : public QWidget {
    Q_OBJECT

public:
    EmptyState(const QString& title, const QString& text, QWidget* parent = nullptr);

    /// Adds a button below the text; the first one is the main one.
    void addButton(const QString& text, const QString& name, std::function<void()> pressed);
    void setText(const QString& title, const QString& text);

private:
    QLabel* title_;
    QLabel* text_;
    QHBoxLayout* buttons_;
};

}  // namespace loomscope
