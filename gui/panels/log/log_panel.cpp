// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/log/log_panel.h"

#include "viz/theme.h"

#include <QVBoxLayout>

namespace loomscope {

LogPanel::LogPanel(Notices& notices, QWidget* parent) : QWidget(parent), text_(new QPlainTextEdit(this)) {
    text_->setObjectName(QStringLiteral("logText"));
    text_->setAccessibleName(tr("Log"));
    text_->setReadOnly(true);
    text_->setFrameShape(QFrame::NoFrame);
    text_->setMaximumBlockCount(kMaxLines);
    text_->setFont(themeFont(TypeRole::kMono));
    text_->setPlaceholderText(tr("Nothing has happened yet."));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(text_);
    connect(&notices, &Notices::posted, this, [this](const Notice& notice) {
        append(notice.time, notice.details.isEmpty() || notice.details == notice.text
                                ? notice.text
                                : notice.text + QStringLiteral("\n    ") + notice.details);
    });
    connect(&notices, &Notices::logged, this,
            [this](const QString& text) { append(QDateTime::currentDateTime(), text); });
}

void LogPanel::append(const QDateTime& time, const QString& text) {
    text_->appendPlainText(time.toString(QStringLiteral("HH:mm:ss  ")) + text);
}

}  // namespace loomscope
