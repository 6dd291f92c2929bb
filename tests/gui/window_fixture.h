// SPDX-License-Identifier: GPL-3.0-or-later
// A window with settings and runs of its own.
#pragma once

#include "gui/app/main_window.h"
#include "gui/app/workbench.h"
#include "tests/support/temporary_directory.h"

#include <QElapsedTimer>
#include <QLabel>
#include <QTimer>

namespace loomscope {

/// What stays when a window is closed and opened again: the settings file and the store.
struct Home {
    TemporaryDirectory folder;

    [[nodiscard]] QString settingsFile() const {
        return QString::fromStdString((folder.path() / "settings.ini").string());
    }
    [[nodiscard]] std::filesystem::path store() const { return folder.path() / "runs.sqlite"; }
};

/// One start of the program.
class OpenWindow {
public:
    explicit OpenWindow(const Home& home);

    /// The first widget of that name; must exist.
    template <class Widget>
    [[nodiscard]] Widget* find(const char* name) {
        auto* const found = window.findChild<Widget*>(QLatin1String(name));
        Q_ASSERT(found != nullptr);
        return found;
    }
    /// Text of the newest notice, empty if there is none.
    [[nodiscard]] QString noticeText() const;
    /// Opens data and waits until they are there.
    [[nodiscard]] bool open(const QString& path);
    /// A small, quick draft.
    void makeDraftSmall(int epochs);

    Settings settings;
    Workbench workbench;
    MainWindow window;
};

/// Path of the sample sentences, or of a synthetic set if the tree has none.
[[nodiscard]] QString smallTrees();

/// Measures the longest time in which the event loop did not get its turn: by the clock, and by the work of
/// its own thread alone. Time by the clock also grows with whatever else the machine does.
class GapMeter {
public:
    GapMeter();
    [[nodiscard]] qint64 longestMs() const { return longest_; }
    [[nodiscard]] qint64 longestBusyMs() const { return longestBusy_; }
    void reset();

private:
    void tick();

    QTimer timer_;
    QElapsedTimer since_;
    qint64 busySince_ = 0;
    qint64 longest_ = 0;
    qint64 longestBusy_ = 0;
};

}  // namespace loomscope
