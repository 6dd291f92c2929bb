// SPDX-License-Identifier: GPL-3.0-or-later
// The window's commands, and where they appear.
#include "gui/app/main_window.h"
#include "gui/app/panel_dock.h"
#include "gui/app/sample_data.h"
#include "gui/panels/graph/graph_panel.h"
#include "gui/panels/train/train_panel.h"
#include "gui/widgets/icons.h"

#include <QActionGroup>
#include <QFileInfo>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>

#include <array>
#include <utility>

namespace loomscope {

void MainWindow::buildFileActions() {
    actions_.add({QStringLiteral("file.open"), tr("&Open…"), QKeySequence(Qt::CTRL | Qt::Key_O),
                  tr("Open a treebank or a table of molecules"), [this] { askForFile(); }});
    actions_.add({QStringLiteral("file.open_folder"), tr("Open &folder…"),
                  QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O),
                  tr("Open a folder with train, dev and test files"), [this] { askForFolder(); }});
    actions_.add({QStringLiteral("file.sample_trees"),
                  tr("Sample &sentences"),
                  {},
                  tr("Open the sentiment treebank that comes with the program"),
                  [this] { openPath(sampleTrees()); }});
    actions_.add({QStringLiteral("file.sample_molecules"),
                  tr("Sample &molecules"),
                  {},
                  tr("Open the table of solubilities that comes with the program"),
                  [this] { openPath(sampleMolecules()); }});
    actions_.add({QStringLiteral("file.quit"), tr("&Quit"), QKeySequence(Qt::CTRL | Qt::Key_Q), {}, [this] {
                      close();
                  }});
    actions_.action(QStringLiteral("file.open"))->setIcon(icon(IconName::kOpen));
    actions_.action(QStringLiteral("file.sample_trees"))->setIcon(icon(IconName::kTree));
    actions_.action(QStringLiteral("file.sample_molecules"))->setIcon(icon(IconName::kMolecule));
}

void MainWindow::buildViewActions() {
    int key = Qt::Key_1;
    for (PanelDock* const each : docks_) {
        const QString id = each->objectName();
        actions_.add({QStringLiteral("view.show_") + id, each->windowTitle(),
                      QKeySequence(Qt::CTRL | static_cast<Qt::Key>(key++)),
                      tr("Show the panel %1").arg(each->windowTitle()), [this, id] { showPanel(id); }});
    }
    actions_.add(
        {QStringLiteral("view.filter"),
         tr("&Filter examples"),
         QKeySequence(Qt::CTRL | Qt::Key_F),
         {},
         [this] {
             showPanel(QStringLiteral("explore"));
             findChild<QLineEdit*>(QStringLiteral("exampleFilter"))->setFocus(Qt::ShortcutFocusReason);
         }});
    actions_.add({QStringLiteral("view.reset_layout"),
                  tr("&Reset layout"),
                  {},
                  tr("Put all panels where they were at first"),
                  [this] { resetLayout(); }});
    actions_.add(
        {QStringLiteral("view.full_screen"), tr("F&ull screen"), QKeySequence(Qt::Key_F11), {}, [this] {
             setWindowState(windowState() ^ Qt::WindowFullScreen);
         }});
    auto* const themes = new QActionGroup(this);
    const std::array<std::pair<ThemeChoice, QString>, 3> choices{
        {{ThemeChoice::kSystem, tr("As the &system")},
         {ThemeChoice::kLight, tr("&Light")},
         {ThemeChoice::kDark, tr("&Dark")}}};
    for (const auto& [theme, text] : choices) {
        QAction* const action = actions_.add({QStringLiteral("view.theme_%1").arg(static_cast<int>(theme)),
                                              text,
                                              {},
                                              {},
                                              [this, choice = theme] { setTheme(choice); }});
        action->setCheckable(true);
        action->setChecked(workbench_.settings.theme() == theme);
        themes->addAction(action);
    }
}

void MainWindow::buildRunActions() {
    actions_.add({QStringLiteral("run.start"), tr("&Start training"), QKeySequence(Qt::Key_F5),
                  tr("Train the model of the Train panel"), [this] {
                      showPanel(QStringLiteral("train"));
                      train_->start();
                  }});
    actions_.add({QStringLiteral("run.pause"), tr("&Pause"), QKeySequence(Qt::Key_F6), {}, [this] {
                      workbench_.training.setPaused(workbench_.training.state() == TrainState::kRunning);
                  }});
    actions_.add({QStringLiteral("run.stop"), tr("S&top"), QKeySequence(Qt::SHIFT | Qt::Key_F5),
                  tr("Stop after the current minibatch"), [this] { workbench_.training.stop(); }});
    actions_.action(QStringLiteral("run.start"))->setIcon(icon(IconName::kPlay));
    actions_.action(QStringLiteral("run.pause"))->setIcon(icon(IconName::kPause));
    actions_.action(QStringLiteral("run.stop"))->setIcon(icon(IconName::kStop));
}

void MainWindow::buildMenus() {
    const auto at = [this](const char* id) { return actions_.action(QLatin1String(id)); };
    QMenu* const file = menuBar()->addMenu(tr("&File"));
    file->addAction(at("file.open"));
    file->addAction(at("file.open_folder"));
    recent_ = file->addMenu(tr("Open &recent"));
    connect(recent_, &QMenu::aboutToShow, this, &MainWindow::fillRecentMenu);
    file->addSeparator();
    file->addAction(at("file.sample_trees"));
    file->addAction(at("file.sample_molecules"));
    file->addSeparator();
    file->addAction(at("file.quit"));

    QMenu* const view = menuBar()->addMenu(tr("&View"));
    for (const PanelDock* const each : docks_) {
        view->addAction(actions_.action(QStringLiteral("view.show_") + each->objectName()));
    }
    QMenu* const shown = view->addMenu(tr("&Panels"));
    for (const PanelDock* const each : docks_) {
        shown->addAction(each->toggleViewAction());
    }
    view->addAction(at("view.reset_layout"));
    view->addSeparator();
    view->addAction(at("view.filter"));
    view->addSeparator();
    QMenu* const theme = view->addMenu(tr("&Theme"));
    for (const char* const id : {"view.theme_0", "view.theme_1", "view.theme_2"}) {
        theme->addAction(at(id));
    }
    view->addAction(at("view.full_screen"));

    QMenu* const run = menuBar()->addMenu(tr("&Run"));
    for (const char* const id : {"run.start", "run.pause", "run.stop"}) {
        run->addAction(at(id));
    }
}

void MainWindow::buildToolBar() {
    QToolBar* const bar = addToolBar(tr("Tools"));
    bar->setObjectName(QStringLiteral("toolBar"));
    bar->setMovable(false);
    bar->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    bar->setIconSize({16, 16});
    for (const char* const id : {"file.open", "file.sample_trees", "file.sample_molecules"}) {
        bar->addAction(actions_.action(QLatin1String(id)));
    }
    auto* const space = new QWidget(bar);
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    bar->addWidget(space);
    for (const char* const id : {"run.start", "run.pause", "run.stop"}) {
        bar->addAction(actions_.action(QLatin1String(id)));
    }
}

void MainWindow::fillRecentMenu() {
    recent_->clear();
    for (const QString& path : workbench_.settings.recentPaths()) {
        QAction* const action = recent_->addAction(path, this, [this, path] { openPath(path); });
        action->setEnabled(path.startsWith(QLatin1String("synthetic:")) || QFileInfo::exists(path));
    }
    if (recent_->isEmpty()) {
        recent_->addAction(tr("Nothing was opened yet"))->setEnabled(false);
        return;
    }
    recent_->addSeparator();
    recent_->addAction(tr("Clear this list"), this, [this] { workbench_.settings.clearRecentPaths(); });
}

void MainWindow::updateRunActions() {
    const TrainState state = workbench_.training.state();
    actions_.action(QStringLiteral("run.start"))->setEnabled(state == TrainState::kIdle);
    QAction* const pause = actions_.action(QStringLiteral("run.pause"));
    pause->setEnabled(state == TrainState::kRunning || state == TrainState::kPaused);
    pause->setText(state == TrainState::kPaused ? tr("&Resume") : tr("&Pause"));
    pause->setIcon(icon(state == TrainState::kPaused ? IconName::kPlay : IconName::kPause));
    actions_.action(QStringLiteral("run.stop"))
        ->setEnabled(workbench_.training.isActive() && state != TrainState::kStopping);
}

}  // namespace loomscope
