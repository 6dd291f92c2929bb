// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the window has said, with the time.
#pragma once

#include "gui/session/notices.h"

#include <QPlainTextEdit>
#include <QWidget>

namespace loomscope {

class LogPanel final : public QWidget {
    Q_OBJECT

public:
    explicit LogPanel(Notices& notices, QWidget* parent = nullptr);

private:
    void append(const QDateTime& time, const QString& text);

    static constexpr int kMaxLines = 5000;

    QPlainTextEdit* text_;
};

}  // namespace loomscope
