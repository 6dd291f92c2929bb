// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/widgets/busy_note.h"

#include <QEvent>
#include <QHBoxLayout>

namespace loomscope {

BusyNote::BusyNote(QWidget* picture) : QFrame(picture) {
    setProperty("role", "floating");
    label_ = new QLabel(this);
    cancel_ = new QPushButton(tr("Cancel"), this);
    cancel_->setObjectName(QStringLiteral("busyCancel"));
    cancel_->setAccessibleName(tr("Cancel this work"));
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 4, 4);
    row->setSpacing(12);
    row->addWidget(label_);
    row->addWidget(cancel_);
    tick_.setInterval(kRefreshMs);
    connect(&tick_, &QTimer::timeout, this, &BusyNote::refresh);
    connect(cancel_, &QPushButton::clicked, this, [this] {
        stop();
        emit cancelled();
    });
    picture->installEventFilter(this);
    hide();
}

void BusyNote::start(const QString& text) {
    text_ = text;
    isBusy_ = true;
    since_.start();
    tick_.start();
    refresh();
}

void BusyNote::stop() {
    isBusy_ = false;
    tick_.stop();
    hide();
}

bool BusyNote::eventFilter(QObject* watched, QEvent* event) {
    if (watched == parent() && event->type() == QEvent::Resize) {
        place();
    }
    return QFrame::eventFilter(watched, event);
}

void BusyNote::refresh() {
    const qint64 ms = since_.elapsed();
    label_->setText(
        QStringLiteral("%1 … %2 s").arg(text_, QString::number(static_cast<double>(ms) / 1000.0, 'f', 1)));
    if (ms >= kDelayMs && isHidden()) {
        show();
        raise();
    }
    place();
}

void BusyNote::place() {
    adjustSize();
    move((parentWidget()->width() - width()) / 2, 16);
}

}  // namespace loomscope
