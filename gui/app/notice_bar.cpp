// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/notice_bar.h"

#include "gui/widgets/icons.h"

#include <QAction>
#include <QClipboard>
#include <QFrame>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

namespace loomscope {

namespace {

IconName iconOf(NoticeKind kind) {
    switch (kind) {
        case NoticeKind::kInformation:
            return IconName::kInformation;
        case NoticeKind::kWarning:
            return IconName::kWarning;
        case NoticeKind::kError:
            return IconName::kError;
    }
    return IconName::kInformation;
}

const char* kindName(NoticeKind kind) {
    return kind == NoticeKind::kError ? "error" : kind == NoticeKind::kWarning ? "warning" : "information";
}

QToolButton* flatButton(QWidget* parent, IconName iconName, const QString& text, const QString& name) {
    auto* const button = new QToolButton(parent);
    button->setIcon(icon(iconName));
    button->setToolTip(text);
    button->setAccessibleName(text);
    button->setObjectName(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

/// One notice. Deletes itself when it is closed.
class NoticeStrip final : public QFrame {
public:
    NoticeStrip(const Notice& notice, QWidget* parent) : QFrame(parent) {
        setObjectName(QStringLiteral("notice"));
        setProperty("role", "notice");
        setProperty("kind", QLatin1String(kindName(notice.kind)));
        setAccessibleName(notice.text);
        auto* const picture = new QLabel(this);
        picture->setPixmap(icon(iconOf(notice.kind)).pixmap(18, 18));
        auto* const text = new QLabel(notice.text, this);
        text->setObjectName(QStringLiteral("noticeText"));
        text->setWordWrap(true);
        text->setTextInteractionFlags(Qt::TextSelectableByMouse);
        row_ = new QHBoxLayout;
        row_->setSpacing(8);
        row_->addWidget(picture, 0, Qt::AlignTop);
        row_->addWidget(text, 1);
        auto* const column = new QVBoxLayout(this);
        column->setContentsMargins(12, 6, 8, 6);
        column->setSpacing(4);
        column->addLayout(row_);
        addActions(notice);
        addDetails(notice, column);
        addCopyAndClose(notice);
    }

private:
    void addActions(const Notice& notice) {
        for (const NoticeAction& action : notice.actions) {
            auto* const button = new QPushButton(action.text, this);
            button->setObjectName(QStringLiteral("noticeAction"));
            button->setAccessibleName(action.text);
            row_->addWidget(button);
            connect(button, &QPushButton::clicked, this, [this, run = action.run] {
                deleteLater();
                run();
            });
        }
    }
    void addDetails(const Notice& notice, QVBoxLayout* column) {
        if (notice.details.isEmpty()) {
            return;
        }
        auto* const details = new QLabel(notice.details, this);
        details->setObjectName(QStringLiteral("noticeDetails"));
        details->setProperty("role", "secondary");
        details->setWordWrap(true);
        details->setTextInteractionFlags(Qt::TextSelectableByMouse);
        details->setContentsMargins(26, 0, 0, 4);
        details->hide();
        column->addWidget(details);
        auto* const button = new QPushButton(tr("Details"), this);
        button->setObjectName(QStringLiteral("noticeShowDetails"));
        button->setAccessibleName(tr("Details"));
        button->setCheckable(true);
        row_->addWidget(button);
        connect(button, &QPushButton::toggled, details, &QLabel::setVisible);
    }
    void addCopyAndClose(const Notice& notice) {
        QToolButton* const copy =
            flatButton(this, IconName::kCopy, tr("Copy the text"), QStringLiteral("noticeCopy"));
        connect(copy, &QToolButton::clicked, this, [notice] {
            const QString details = notice.details.isEmpty() ? QString() : QLatin1Char('\n') + notice.details;
            QGuiApplication::clipboard()->setText(notice.text + details);
        });
        QToolButton* const close =
            flatButton(this, IconName::kClose, tr("Close"), QStringLiteral("noticeClose"));
        connect(close, &QToolButton::clicked, this, &QObject::deleteLater);
        row_->addWidget(copy);
        row_->addWidget(close);
    }

    QHBoxLayout* row_ = nullptr;
};

}  // namespace

NoticeBar::NoticeBar(Notices& notices, QWidget* parent) : QWidget(parent), column_(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("noticeBar"));
    column_->setContentsMargins(0, 0, 0, 0);
    column_->setSpacing(0);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(&notices, &Notices::posted, this, &NoticeBar::add);
}

void NoticeBar::add(const Notice& notice) {
    int old = column_->count() >= kMaxShown ? 0 : -1;
    for (int i = 0; i < column_->count(); ++i) {
        if (column_->itemAt(i)->widget()->accessibleName() == notice.text) {
            old = i;  // said again: once is enough
        }
    }
    if (old >= 0) {
        delete column_->takeAt(old)->widget();
    }
    auto* const strip = new NoticeStrip(notice, this);
    column_->addWidget(strip);
    if (notice.kind == NoticeKind::kInformation && notice.actions.empty()) {
        QTimer::singleShot(kInformationMs, strip, &QObject::deleteLater);
    }
}

}  // namespace loomscope
