// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/main_window.h"

#include "gui/app/notice_bar.h"
#include "gui/app/panel_dock.h"
#include "gui/app/sample_data.h"
#include "gui/app/task_list.h"
#include "gui/app/window_style.h"
#include "gui/panels/explore/explore_panel.h"
#include "gui/panels/graph/graph_panel.h"
#include "gui/panels/log/log_panel.h"
#include "gui/panels/runs/runs_panel.h"
#include "gui/panels/schedule/schedule_panel.h"
#include "gui/panels/train/train_panel.h"
#include "gui/widgets/file_chooser.h"
#include "gui/widgets/icons.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDropEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QSplitter>
#include <QStatusBar>
#include <QTableView>
#include <QUrl>
#include <QVBoxLayout>

namespace loomscope {

namespace {

constexpr QSize kFirstSize(1440, 900);
constexpr int kExploreWidth = 500;

}  // namespace

MainWindow::MainWindow(Workbench& workbench, QWidget* parent) : QMainWindow(parent), workbench_(workbench) {
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(icon(IconName::kApplication));
    setAcceptDrops(true);
    resize(kFirstSize);
    auto* const central = new QWidget(this);
    auto* const column = new QVBoxLayout(central);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    area_ = new QMainWindow(central);
    area_->setWindowFlags(Qt::Widget);
    area_->setObjectName(QStringLiteral("dockArea"));
    column->addWidget(new NoticeBar(workbench_.notices, central));
    column->addWidget(area_, 1);
    setCentralWidget(central);

    buildDocks();
    buildFileActions();
    buildViewActions();
    buildRunActions();
    buildMenus();
    buildToolBar();
    statusBar()->addPermanentWidget(new TaskList(workbench_.jobs, this));
    connectSession();
    restoreLayout();
    updateTitle();
    updateRunActions();
    workbench_.runs.refresh();
    findChild<QTableView*>(QStringLiteral("exampleTable"))->setFocus();
    qApp->installEventFilter(this);
}

MainWindow::~MainWindow() = default;

QStringList MainWindow::panelIds() {
    return {QStringLiteral("explore"), QStringLiteral("graph"), QStringLiteral("schedule"),
            QStringLiteral("train"),   QStringLiteral("runs"),  QStringLiteral("log")};
}

void MainWindow::buildDocks() {
    area_->setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                          QMainWindow::AllowTabbedDocks | QMainWindow::GroupedDragging);
    area_->setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    area_->setDocumentMode(true);
    explore_ = new ExplorePanel(workbench_, this);
    graph_ = new GraphPanel(workbench_, this);
    schedule_ = new SchedulePanel(workbench_, this);
    train_ = new TrainPanel(workbench_, this);
    addDock(QStringLiteral("explore"), tr("Explore"), explore_);
    addDock(QStringLiteral("graph"), tr("Graph"), graph_);
    addDock(QStringLiteral("schedule"), tr("Schedule"), schedule_);
    addDock(QStringLiteral("train"), tr("Train"), train_);
    addDock(QStringLiteral("runs"), tr("Runs"), new RunsPanel(workbench_, this));
    addDock(QStringLiteral("log"), tr("Log"), new LogPanel(workbench_.notices, this));
}

void MainWindow::addDock(const QString& id, const QString& title, QWidget* panel) {
    auto* const added = new PanelDock(id, title, panel, area_);
    docks_.push_back(added);
    // Tabs come and go after these signals, so look once they are done.
    const auto later = [this] {
        QMetaObject::invokeMethod(this, &MainWindow::updateDockTitles, Qt::QueuedConnection);
    };
    connect(added, &QDockWidget::dockLocationChanged, this, later);
    connect(added, &QDockWidget::topLevelChanged, this, later);
    connect(added, &QDockWidget::visibilityChanged, this, later);
}

void MainWindow::resetLayout() {
    for (PanelDock* const each : docks_) {
        each->setFloating(false);
        area_->removeDockWidget(each);
    }
    area_->addDockWidget(Qt::LeftDockWidgetArea, dock(QStringLiteral("explore")));
    PanelDock* const first = dock(QStringLiteral("graph"));
    area_->addDockWidget(Qt::RightDockWidgetArea, first);
    for (const char* const id : {"schedule", "train", "runs"}) {
        area_->tabifyDockWidget(first, dock(QLatin1String(id)));
    }
    area_->addDockWidget(Qt::BottomDockWidgetArea, dock(QStringLiteral("log")));
    for (PanelDock* const each : docks_) {
        each->setVisible(each->objectName() != QLatin1String("log"));
    }
    area_->resizeDocks({docks_.front(), first}, {kExploreWidth, kFirstSize.width() - kExploreWidth},
                       Qt::Horizontal);
    first->raise();
    updateDockTitles();
}

void MainWindow::updateDockTitles() {
    for (PanelDock* const each : docks_) {
        bool isTabbed = false;
        for (const QDockWidget* const neighbour : area_->tabifiedDockWidgets(each)) {
            isTabbed = isTabbed || !neighbour->isHidden();
        }
        each->updateTitleBar(isTabbed && !each->isFloating());
    }
}

void MainWindow::connectSession() {
    connect(explore_, &ExplorePanel::openRequested, this, &MainWindow::askForFile);
    connect(explore_, &ExplorePanel::sampleTreesRequested, this, [this] { openPath(sampleTrees()); });
    connect(explore_, &ExplorePanel::sampleMoleculesRequested, this, [this] { openPath(sampleMolecules()); });
    connect(&workbench_.document, &Document::dataChanged, this, &MainWindow::updateTitle);
    connect(&workbench_.training, &TrainingSession::stateChanged, this, &MainWindow::updateRunActions);
    connect(&workbench_.training, &TrainingSession::ended, this, [this] {
        if (isLeaving_) {
            close();
        }
    });
}

void MainWindow::openAtStart(const QStringList& paths) {
    if (!paths.isEmpty()) {
        openPath(paths.front());
        return;
    }
    const QStringList recent = workbench_.settings.recentPaths();
    const bool isThere = !recent.isEmpty() && QFileInfo::exists(recent.front());
    openPath(isThere ? recent.front() : sampleTrees());
}

void MainWindow::openPath(const QString& path) {
    if (path.isEmpty()) {
        workbench_.notices.post(
            {.kind = NoticeKind::kWarning,
             .text = tr("The sample data are not installed. Open a file of your own instead.")});
        return;
    }
    workbench_.document.open({.path = path.toStdString()});
}

void MainWindow::askForFile() {
    chooseFileToOpen(this, workbench_.settings, tr("Open data"),
                     tr("Data (*.txt *.ptb *.csv *.tsv *.smi *.json);;All files (*)"),
                     [this](const QString& path) { openPath(path); });
}

void MainWindow::askForFolder() {
    chooseFolderToOpen(this, workbench_.settings, tr("Open a folder with train, dev and test files"),
                       [this](const QString& path) { openPath(path); });
}

void MainWindow::showPanel(const QString& id) {
    dock(id)->bringUp();
}

QWidget* MainWindow::panel(const QString& id) const {
    return dock(id)->widget();
}

PanelDock* MainWindow::dock(const QString& id) const {
    return docks_[static_cast<std::size_t>(panelIds().indexOf(id))];
}

void MainWindow::updateTitle() {
    const auto& set = workbench_.document.data();
    setWindowTitle(set ? tr("%1 – Loomscope").arg(set->title()) : tr("Loomscope"));
}

void MainWindow::setTheme(ThemeChoice theme) {
    workbench_.settings.setTheme(theme);
    applyWindowStyle(*qApp, theme);
}

void MainWindow::restoreLayout() {
    resetLayout();
    restoreGeometry(workbench_.settings.geometry());
    const QByteArray docks = workbench_.settings.docks(kLayoutVersion);
    if (!docks.isEmpty()) {
        area_->restoreState(docks, kLayoutVersion);
    }
    for (QSplitter* const splitter : findChildren<QSplitter*>()) {
        splitter->restoreState(workbench_.settings.splitter(splitter->objectName()));
    }
    updateDockTitles();
}

void MainWindow::saveLayout() {
    workbench_.settings.setGeometry(saveGeometry());
    workbench_.settings.setDocks(area_->saveState(kLayoutVersion), kLayoutVersion);
    for (const QSplitter* const splitter : findChildren<QSplitter*>()) {
        workbench_.settings.setSplitter(splitter->objectName(), splitter->saveState());
    }
}

void MainWindow::closeEvent(QCloseEvent* event) {
    if (workbench_.training.isActive()) {
        event->ignore();
        if (!isLeaving_) {
            workbench_.notices.post({.kind = NoticeKind::kWarning,
                                     .text = tr("A run is training. What it has learned so far is kept."),
                                     .actions = {{tr("Stop and quit"),
                                                  [this] {
                                                      isLeaving_ = true;
                                                      workbench_.training.stop();
                                                  }},
                                                 {tr("Keep training"), [] {}}}});
        }
        return;
    }
    saveLayout();
    event->accept();
}

// Files may be dropped anywhere: on pictures and text fields too, which would swallow them.
bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    const bool isDrag = event->type() == QEvent::DragEnter || event->type() == QEvent::DragMove ||
                        event->type() == QEvent::Drop;
    auto* const widget = isDrag ? qobject_cast<QWidget*>(watched) : nullptr;
    if (widget == nullptr || widget->window() != this) {
        return QMainWindow::eventFilter(watched, event);
    }
    auto* const drop = static_cast<QDropEvent*>(event);
    const QList<QUrl> urls = drop->mimeData()->urls();
    if (urls.isEmpty() || !urls.front().isLocalFile()) {
        return QMainWindow::eventFilter(watched, event);
    }
    drop->setDropAction(Qt::CopyAction);
    drop->accept();
    if (event->type() == QEvent::Drop) {
        openPath(urls.front().toLocalFile());
    }
    return true;
}

}  // namespace loomscope
