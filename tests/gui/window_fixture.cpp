// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/gui/window_fixture.h"

#include "gui/app/window_style.h"

#include <QApplication>
#include <QTest>

#include <algorithm>
#include <ctime>

namespace loomscope {

namespace {

/// Large sets take their time on a busy machine.
constexpr int kPatienceMs = 120'000;

/// Milliseconds that this thread has worked.
qint64 threadMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return qint64{time.tv_sec} * 1000 + time.tv_nsec / 1'000'000;
}

}  // namespace

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
    return QTest::qWaitFor([&] { return workbench.document.data() != before; }, kPatienceMs);
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
    timer_.setInterval(2);
    timer_.setTimerType(Qt::PreciseTimer);
    QObject::connect(&timer_, &QTimer::timeout, &timer_, [this] { tick(); });
    reset();
    timer_.start();
}

void GapMeter::tick() {
    const qint64 busy = threadMs();
    longest_ = std::max(longest_, since_.restart());
    longestBusy_ = std::max(longestBusy_, busy - busySince_);
    busySince_ = busy;
}

void GapMeter::reset() {
    longest_ = 0;
    longestBusy_ = 0;
    busySince_ = threadMs();
    since_.start();
}

}  // namespace loomscope
