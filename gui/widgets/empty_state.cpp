// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/empty_state.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

#include <utility>

namespace loomscope {

EmptyState::EmptyState(const QString& title, const QString& text, QWidget* parent) : QWidget(parent) {
    title_ = new QLabel(title, this);
    title_->setProperty("role", "emptyTitle");
    title_->setAlignment(Qt::AlignCenter);
    text_ = new QLabel(text, this);
    text_->setProperty("role", "secondary");
    text_->setAlignment(Qt::AlignCenter);
    text_->setWordWrap(true);
    text_->setMinimumWidth(240);
    text_->setMaximumWidth(440);
    buttons_ = new QHBoxLayout;
    buttons_->setSpacing(8);
    buttons_->addStretch();
    buttons_->addStretch();

    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(24, 24, 24, 24);
    column->setSpacing(8);
    column->addStretch(2);
    column->addWidget(title_);
    column->addWidget(text_, 0, Qt::AlignHCenter);
    column->addSpacing(8);
    column->addLayout(buttons_);
    column->addStretch(3);
}

void EmptyState::addButton(const QString& text, const QString& name, std::function<void()> pressed) {
    auto* const button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setAccessibleName(text);
    if (buttons_->count() == 2) {
        button->setProperty("role", "primary");
    }
    connect(button, &QPushButton::clicked, this, [pressed = std::move(pressed)] { pressed(); });
    buttons_->insertWidget(buttons_->count() - 1, button);
}

void EmptyState::setText(const QString& title, const QString& text) {
    title_->setText(title);
    text_->setText(text);
}

}  // namespace loomscope
