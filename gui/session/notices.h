// SPDX-License-Identifier: GPL-3.0-or-later
// Things worth telling the person. Shown in the window and kept in the log; never in a box that stops the
// work.
#pragma once

#include "engine/base/error.h"

#include <QDateTime>
#include <QObject>
#include <QString>

#include <functional>
#include <vector>

namespace loomscope {

enum class NoticeKind : quint8 { kInformation, kWarning, kError };

/// A button of a notice.
struct NoticeAction {
    QString text;
    std::function<void()> run;
};

/// One message: a sentence, more about it for those who want it, and what can be done.
struct Notice {
    NoticeKind kind = NoticeKind::kInformation;
    QString text;
    QString details;
    std::vector<NoticeAction> actions;
    QDateTime time = QDateTime::currentDateTime();
};

/// Receives notices from everywhere; the notice bar and the log listen. Threads: GUI thread.
class Notices final : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    void post(const Notice& notice) { emit posted(notice); }
    /// Posts what failed and why. A cancelled job is no news: the person asked for it.
    void postError(const QString& whatFailed, const Error& error);
    /// Goes to the log only.
    void log(const QString& text) { emit logged(text); }

signals:
    void posted(const loomscope::Notice& notice);
    void logged(const QString& text);
};

}  // namespace loomscope
