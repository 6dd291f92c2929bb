// SPDX-License-Identifier: GPL-3.0-or-later
// The window: docks, menus, notices, status bar. It arranges; what is shown is the panels' business.
#pragma once

#include "gui/app/action_registry.h"
#include "gui/app/workbench.h"

#include <QMainWindow>
#include <QStringList>

#include <vector>

class QMenu;

namespace loomscope {

class ExplorePanel;
class GraphPanel;
class PanelDock;
class SchedulePanel;
class TrainPanel;

class MainWindow final : public QMainWindow {
    Q_OBJECT

public:
    explicit MainWindow(Workbench& workbench, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Opens the first of `paths`, or, if there is none, what was open last, or the sample data.
    void openAtStart(const QStringList& paths);
    /// Opens a file, folder or synthetic set. Failures are notices.
    void openPath(const QString& path);
    /// Shows a panel in front: "explore", "graph", "schedule", "train", "runs", "log".
    void showPanel(const QString& id);
    [[nodiscard]] QWidget* panel(const QString& id) const;
    /// Ids of all panels in the order of the View menu.
    [[nodiscard]] static QStringList panelIds();

    [[nodiscard]] ActionRegistry& actions() { return actions_; }
    /// Puts all docks where they were at first.
    void resetLayout();
    void setTheme(ThemeChoice theme);

protected:
    void closeEvent(QCloseEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildDocks();
    void addDock(const QString& id, const QString& title, QWidget* panel);
    void buildFileActions();
    void buildViewActions();
    void buildRunActions();
    void buildMenus();
    void buildToolBar();
    void fillRecentMenu();
    void connectSession();
    void updateTitle();
    void updateDockTitles();
    void updateRunActions();
    void restoreLayout();
    void saveLayout();
    void askForFile();
    void askForFolder();
    [[nodiscard]] PanelDock* dock(const QString& id) const;

    static constexpr int kLayoutVersion = 1;

    Workbench& workbench_;
    ActionRegistry actions_;
    QMainWindow* area_ = nullptr;  // holds the docks, so that notices can stand above all of them
    std::vector<PanelDock*> docks_;
    ExplorePanel* explore_ = nullptr;
    GraphPanel* graph_ = nullptr;
    SchedulePanel* schedule_ = nullptr;
    TrainPanel* train_ = nullptr;
    QMenu* recent_ = nullptr;
    bool isLeaving_ = false;  // the person chose to stop training and quit
};

}  // namespace loomscope
