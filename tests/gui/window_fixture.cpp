// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include "gui/app/window_style.h"

#include <QApplication>
#include <QTest>

#include <algorithm>

namespace loomscope {

OpenWindow::OpenWindow(const Home& home)
    : settings(home.settingsFile()), workbench(settings, home.store()), window(workbench) {
    applyWindowStyle(*qApp, settings.theme());
    window.show();
}

QString OpenWindow::noticeText() const {
    const QList<QLabel*> texts = window.findChildren<QLabel*>(QStringLiteral("noticeText"));
    return texts.isEmpty() ? QString() : texts.back()->text();
}

bool OpenWindow::open(const QString& path) {
    const auto before = workbench.document.data();
    window.openPath(path);
    return QTest::qWaitFor([&] { return workbench.document.data() != before; }, 30'000);
}

void OpenWindow::makeDraftSmall(int epochs) {
    workbench.document.edit([&](RunConfig& draft) {
        draft.modelOptions["hidden"] = 8;
        draft.modelOptions["embed"] = 8;
        draft.train.epochs = epochs;
    });
}

QString smallTrees() {
    return QStringLiteral("synthetic:sentiment");
}

GapMeter::GapMeter() {
    timer_.setInterval(0);
    timer_.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer_, &QTimer::timeout, &timer_,
                     [this] { longest_ = std::max(longest_, since_.restart()); });
    reset();
    timer_.start();
}

void GapMeter::reset() {
    longest_ = 0;
    since_.start();
}

}  // namespace loomscope
