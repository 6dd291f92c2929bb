// SPDX-License-Identifier: GPL-3.0-or-later
// A small note over a picture that is being made: what, for how long, and a way to stop it.
#pragma once

#include <QElapsedTimer>
#include <QFrame>
#include <QLabel>
#include <QPushButton>
#include <QTimer>

namespace loomscope {

/// Lies over the top of `picture` and shows itself after a short while, so that quick work does not flicker.
class BusyNote final : public QFrame {
    Q_OBJECT

public:
    explicit BusyNote(QWidget* picture);

    /// The work began; `text` says what ("Laying out 3,000 nodes").
    void start(const QString& text);
    void stop();
    [[nodiscard]] bool isBusy() const { return isBusy_; }

signals:
    void cancelled();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void refresh();
    void place();

    static constexpr int kDelayMs = 150;
    static constexpr int kRefreshMs = 100;

    QLabel* label_;
    QPushButton* cancel_;
    QString text_;
    QElapsedTimer since_;
    QTimer tick_;
    bool isBusy_ = false;
};

}  // namespace loomscope
