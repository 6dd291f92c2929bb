// SPDX-License-Identifier: GPL-3.0-or-later
// A row of joined buttons of which one is down: a switch between two or a few ways of looking.
#pragma once

#include <QButtonGroup>
#include <QString>
#include <QWidget>

namespace loomscope {

class SegmentedControl final : public QWidget {
    Q_OBJECT

public:
    /// `name` is the accessible name ("Granularity"); buttons are named "NAME: TEXT".
    explicit SegmentedControl(const QString& name, QWidget* parent = nullptr);

    /// Adds a button that stands for `key`.
    void addSegment(const QString& key, const QString& text, const QString& tip = {});
    void clear();
    /// Presses the button of `key` without a signal; an unknown key releases none.
    void setCurrent(const QString& key);
    [[nodiscard]] QString current() const;
    void setSegmentEnabled(const QString& key, bool isEnabled);

signals:
    /// The person pressed another button.
    void chosen(const QString& key);

private:
    [[nodiscard]] QAbstractButton* find(const QString& key) const;
    void updateEnds();

    QString name_;
    QButtonGroup group_;
};

}  // namespace loomscope
