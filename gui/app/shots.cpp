// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/shots.h"

#include "gui/app/main_window.h"
#include "gui/app/sample_data.h"
#include "gui/app/window_style.h"
#include "gui/panels/graph/graph_panel.h"
#include "gui/panels/schedule/schedule_panel.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QTemporaryDir>
#include <QTimer>

#include <functional>

namespace loomscope {

namespace {

constexpr int kPatienceMs = 60'000;
constexpr int kPollMs = 20;
constexpr int kSettleMs = 400;  // animations of docks and charts
constexpr std::size_t kSteps = 150;

void spin(int milliseconds) {
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

Result<void> waitFor(const std::string& what, const std::function<bool()>& condition) {
    QElapsedTimer waited;
    waited.start();
    while (!condition()) {
        if (waited.elapsed() > kPatienceMs) {
            return fail(ErrorCode::kResource,
                        what + " did not appear within a minute; is the machine very busy?");
        }
        spin(kPollMs);
    }
    return {};
}

/// The window under the camera, with settings and runs of its own.
class Studio {
public:
    Studio()
        : settings_(scratch_.filePath(QStringLiteral("settings.ini"))),
          workbench_(settings_, scratch_.filePath(QStringLiteral("runs.sqlite")).toStdString()),
          window_(workbench_) {}

    Result<void> prepare() {
        window_.show();
        window_.openPath(sampleTrees());
        LOOM_TRY_VOID(waitFor("the sample data", [&] { return workbench_.document.data() != nullptr; }));
        LOOM_TRY_VOID(settle());
        window_.showPanel(QStringLiteral("train"));
        workbench_.document.edit([](RunConfig& draft) {
            draft.name = "first light";
            draft.modelOptions["hidden"] = 50;
            draft.modelOptions["embed"] = 50;
            draft.train.epochs = 3;
        });
        workbench_.training.start(workbench_.document.draft());
        return waitFor("the first steps of training", [&] {
            return !workbench_.training.isActive() || workbench_.training.history().steps.size() > kSteps;
        });
    }

    /// Waits until nothing is being made any more.
    Result<void> settle() {
        auto* const graph = window_.findChild<GraphPanel*>();
        auto* const schedule = window_.findChild<SchedulePanel*>();
        spin(kSettleMs);
        LOOM_TRY_VOID(waitFor("a picture", [&] { return !graph->isBusy() && !schedule->isBusy(); }));
        spin(kSettleMs);
        return {};
    }

    Result<void> finishTraining() {
        LOOM_TRY_VOID(waitFor("the end of training", [&] { return !workbench_.training.isActive(); }));
        return waitFor("the run in the store", [&] {
            return !workbench_.runs.runs().empty() &&
                   workbench_.runs.runs().front().status != RunStatus::kRunning;
        });
    }

    [[nodiscard]] MainWindow& window() { return window_; }

private:
    QTemporaryDir scratch_;
    Settings settings_;
    Workbench workbench_;
    MainWindow window_;
};

Result<void> save(QWidget& widget, const QString& path, QStringList& written) {
    if (!widget.grab().save(path)) {
        return fail(ErrorCode::kIo,
                    "could not write " + path.toStdString() + "; is there room, and may you write there?");
    }
    written << path;
    return {};
}

Result<void> shootPanels(Studio& studio, const QDir& folder, const QString& suffix, QStringList& written) {
    for (const QString& id : MainWindow::panelIds()) {
        studio.window().showPanel(id);
        LOOM_TRY_VOID(studio.settle());
        LOOM_TRY_VOID(save(*studio.window().panel(id), folder.filePath(id + suffix), written));
    }
    studio.window().resetLayout();
    LOOM_TRY_VOID(studio.settle());
    return save(studio.window(), folder.filePath(QStringLiteral("window") + suffix), written);
}

}  // namespace

Result<QStringList> takeShots(QApplication& application, const QString& folder) {
    const QDir target(folder);
    if (!QDir().mkpath(folder)) {
        return fail(ErrorCode::kIo, "could not make the folder " + folder.toStdString());
    }
    QStringList written;
    applyWindowStyle(application, ThemeChoice::kLight);
    Studio studio;
    LOOM_TRY_VOID(studio.prepare());
    LOOM_TRY_VOID(save(studio.window(), target.filePath(QStringLiteral("training.png")), written));
    LOOM_TRY_VOID(studio.finishTraining());
    LOOM_TRY_VOID(shootPanels(studio, target, QStringLiteral(".png"), written));
    applyWindowStyle(application, ThemeChoice::kDark);
    LOOM_TRY_VOID(shootPanels(studio, target, QStringLiteral("-dark.png"), written));
    return written;
}

}  // namespace loomscope
