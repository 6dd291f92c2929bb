// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/notices.h"

#include <QStringList>

namespace loomscope {

void Notices::postError(const QString& whatFailed, const Error& error) {
    if (error.code == ErrorCode::kCancelled) {
        log(whatFailed + tr(": cancelled"));
        return;
    }
    QString where;
    if (error.position && error.position->line > 0) {
        where = error.position->column > 0
                    ? tr(" (line %1, column %2)").arg(error.position->line).arg(error.position->column)
                    : tr(" (line %1)").arg(error.position->line);
    }
    QString details = QString::fromStdString(error.text());
    if (error.code == ErrorCode::kInternal) {
        details +=
            tr("\nThis is a mistake in Loomscope. Please report it with this text and what you did before.");
    }
    post({.kind = NoticeKind::kError,
          .text = QStringLiteral("%1: %2%3").arg(whatFailed, QString::fromStdString(error.message), where),
          .details = details});
}

}  // namespace loomscope
