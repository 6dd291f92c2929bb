// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/segmented_control.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QStyle>
#include <QVariant>

namespace loomscope {

namespace {

constexpr const char* kKey = "segmentKey";
constexpr const char* kPlace = "segmentPlace";

}  // namespace

SegmentedControl::SegmentedControl(const QString& name, QWidget* parent) : QWidget(parent), name_(name) {
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    setAccessibleName(name);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(&group_, &QButtonGroup::buttonClicked, this,
            [this](const QAbstractButton* button) { emit chosen(button->property(kKey).toString()); });
}

void SegmentedControl::addSegment(const QString& key, const QString& text, const QString& tip) {
    auto* const button = new QPushButton(text, this);
    button->setCheckable(true);
    button->setToolTip(tip);
    button->setProperty(kKey, key);
    button->setObjectName(key);
    button->setAccessibleName(QStringLiteral("%1: %2").arg(name_, text));
    group_.addButton(button);
    layout()->addWidget(button);
    if (group_.buttons().size() == 1) {
        button->setChecked(true);
    }
    updateEnds();
}

void SegmentedControl::clear() {
    for (QAbstractButton* const button : group_.buttons()) {
        group_.removeButton(button);
        delete button;
    }
}

void SegmentedControl::setCurrent(const QString& key) {
    if (QAbstractButton* const button = find(key)) {
        button->setChecked(true);
    }
}

QString SegmentedControl::current() const {
    const QAbstractButton* const button = group_.checkedButton();
    return button != nullptr ? button->property(kKey).toString() : QString();
}

void SegmentedControl::setSegmentEnabled(const QString& key, bool isEnabled) {
    if (QAbstractButton* const button = find(key)) {
        button->setEnabled(isEnabled);
    }
}

QAbstractButton* SegmentedControl::find(const QString& key) const {
    for (QAbstractButton* const button : group_.buttons()) {
        if (button->property(kKey).toString() == key) {
            return button;
        }
    }
    return nullptr;
}

void SegmentedControl::updateEnds() {
    const QList<QAbstractButton*> buttons = group_.buttons();
    for (int i = 0; i < buttons.size(); ++i) {
        const bool isFirst = i == 0;
        const bool isLast = i + 1 == buttons.size();
        const char* const place = isFirst && isLast ? "only" : isFirst ? "first" : isLast ? "last" : "middle";
        buttons[i]->setProperty(kPlace, QLatin1String(place));
        buttons[i]->style()->unpolish(buttons[i]);
        buttons[i]->style()->polish(buttons[i]);
    }
}

}  // namespace loomscope
