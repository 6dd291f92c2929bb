// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/runs/runs_panel.h"

#include "gui/panels/runs/run_curves.h"
#include "gui/panels/runs/run_details_view.h"
#include "gui/widgets/empty_state.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/table_style.h"
#include "gui/widgets/tool_row.h"

#include <QHeaderView>
#include <QInputDialog>
#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace loomscope {

RunsPanel::RunsPanel(Workbench& workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
    auto* const content = new QWidget(this);
    auto* const splitter = new QSplitter(Qt::Vertical, content);
    splitter->setObjectName(QStringLiteral("runsSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildTable());
    splitter->addWidget(buildDetails());
    splitter->setSizes({240, 440});
    splitter->setStretchFactor(1, 1);
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildTools());
    column->addWidget(splitter, 1);

    stack_ = new QStackedWidget(this);
    stack_->addWidget(new EmptyState(tr("No runs yet"),
                                     tr("Every run that you train is kept here, with its settings, curves "
                                        "and weights. Press Start in the Train panel."),
                                     this));
    stack_->addWidget(content);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);
    connectSession();
    updateButtons();
}

QWidget* RunsPanel::buildTools() {
    auto* const tools = new ToolRow(this);
    auto* const hint = secondaryLabel(tr("Choose several runs with Ctrl or Shift to compare their curves."));
    tools->add(hint);
    tools->addStretch();
    tools->addButton(IconName::kRefresh, tr("Read the list again"), QStringLiteral("runsRefresh"),
                     [this] { workbench_.runs.refresh(); });
    resume_ = tools->addButton(IconName::kPlay, tr("Train the run further, from where it ended"),
                               QStringLiteral("runsResume"), [this] { askToResume(); });
    rename_ = tools->addButton(IconName::kRename, tr("Rename the run (F2)"), QStringLiteral("runsRename"),
                               [this] { renameCurrent(); });
    delete_ = tools->addButton(IconName::kDelete, tr("Delete the chosen runs"), QStringLiteral("runsDelete"),
                               [this] { askToDelete(); });
    return tools;
}

QWidget* RunsPanel::buildTable() {
    sorted_.setSourceModel(&model_);
    sorted_.setSortRole(RunTableModel::kSortRole);
    table_ = new QTableView(this);
    table_->setObjectName(QStringLiteral("runTable"));
    table_->setAccessibleName(tr("Runs"));
    table_->setModel(&sorted_);
    styleTable(*table_);
    table_->setSelectionMode(QAbstractItemView::ExtendedSelection);
    table_->setSortingEnabled(true);
    table_->sortByColumn(RunTableModel::kStarted, Qt::DescendingOrder);
    setColumnWidths(*table_, {0, 80, 80, 96, 136, 64, 152, 152, 72}, 72);
    table_->setMinimumHeight(120);
    return table_;
}

QWidget* RunsPanel::buildDetails() {
    curves_ = new RunCurves(this);
    details_ = new RunDetailsView(this);
    details_->setMinimumWidth(280);
    auto* const splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setObjectName(QStringLiteral("runsDetailsSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(curves_);
    splitter->addWidget(details_);
    splitter->setSizes({600, 300});
    splitter->setStretchFactor(0, 1);
    return splitter;
}

void RunsPanel::connectSession() {
    connect(&workbench_.runs, &RunLibrary::changed, this, &RunsPanel::showRuns);
    connect(table_->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        updateButtons();
        loadChosen();
    });
    connect(&workbench_.training, &TrainingSession::stateChanged, this, &RunsPanel::updateButtons);
    connect(table_, &QTableView::doubleClicked, this, &RunsPanel::loadChosen);
    auto* const renameKey = new QAction(this);
    renameKey->setShortcut(Qt::Key_F2);
    renameKey->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(renameKey, &QAction::triggered, this, &RunsPanel::renameCurrent);
    auto* const deleteKey = new QAction(this);
    deleteKey->setShortcut(QKeySequence::Delete);
    deleteKey->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(deleteKey, &QAction::triggered, this, &RunsPanel::askToDelete);
    table_->addActions({renameKey, deleteKey});
}

void RunsPanel::showRuns() {
    const std::vector<RunId> before = chosen();
    model_.setRuns(workbench_.runs.runs());
    stack_->setCurrentIndex(workbench_.runs.runs().empty() ? 0 : 1);
    if (!chosen().empty()) {
        loadChosen();  // a run that goes on has grown
        return;
    }
    for (const RunId run : before) {
        const QModelIndex row = sorted_.mapFromSource(model_.index(model_.rowOf(run), 0));
        table_->selectionModel()->select(row, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    if (chosen().empty() && sorted_.rowCount() > 0) {
        table_->selectRow(0);
    }
}

std::vector<RunId> RunsPanel::chosen() const {
    std::vector<RunId> runs;
    for (const QModelIndex& row : table_->selectionModel()->selectedRows()) {
        if (const std::optional<RunId> run = model_.runAt(sorted_.mapToSource(row).row())) {
            runs.push_back(*run);
        }
    }
    return runs;
}

void RunsPanel::loadChosen() {
    const std::vector<RunId> runs = chosen();
    if (runs.empty()) {
        curves_->show({});
        details_->clear();
        return;
    }
    workbench_.selection.setRun(static_cast<std::int64_t>(runs.front()));
    workbench_.runs.load(this, runs, [this, runs](const std::vector<RunDetails>& details) {
        if (runs != chosen() || details.empty()) {
            return;  // another choice was made meanwhile
        }
        curves_->show(details);
        details_->show(details.front());
    });
}

void RunsPanel::renameCurrent() {
    const std::vector<RunId> runs = chosen();
    const RunSummary* const run = runs.size() == 1 ? workbench_.runs.find(runs.front()) : nullptr;
    if (run == nullptr) {
        return;
    }
    auto* const dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename a run"));
    dialog->setLabelText(tr("Name"));
    dialog->setTextValue(QString::fromStdString(run->name));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, id = run->id](const QString& name) {
        if (!name.trimmed().isEmpty()) {
            workbench_.runs.rename(id, name.trimmed());
        }
    });
    dialog->open();
}

void RunsPanel::askToResume() {
    const std::vector<RunId> runs = chosen();
    if (runs.size() != 1) {
        return;
    }
    workbench_.runs.load(this, runs, [this](const std::vector<RunDetails>& details) {
        if (details.empty()) {
            return;
        }
        const RunSummary& run = details.front().record.summary;
        const auto config = parseRunConfig(details.front().record.config);
        const int least = run.epochs + 1;
        auto* const dialog = new QInputDialog(this);
        dialog->setObjectName(QStringLiteral("resumeDialog"));
        dialog->setAttribute(Qt::WA_DeleteOnClose);
        dialog->setInputMode(QInputDialog::IntInput);
        dialog->setWindowTitle(tr("Train a run further"));
        dialog->setLabelText(
            tr("“%1” has done %2. Train it up to this many in all:")
                .arg(QString::fromStdString(run.name), countText(run.epochs, tr("epoch"), tr("epochs"))));
        dialog->setOkButtonText(tr("Train"));
        dialog->setIntRange(least, 1'000'000);
        dialog->setIntValue(std::max(least, config ? config->train.epochs : least));
        connect(dialog, &QInputDialog::intValueSelected, this,
                [this, id = run.id](int epochs) { workbench_.training.resume(id, epochs); });
        dialog->open();
    });
}

void RunsPanel::askToDelete() {
    const std::vector<RunId> runs = chosen();
    if (runs.empty()) {
        return;
    }
    const RunSummary* const first = workbench_.runs.find(runs.front());
    const QString what =
        runs.size() == 1 && first != nullptr
            ? tr("Delete “%1” with its curves and weights?").arg(QString::fromStdString(first->name))
            : tr("Delete %1 with their curves and weights?")
                  .arg(countText(static_cast<std::int64_t>(runs.size()), tr("run"), tr("runs")));
    workbench_.notices.post({.kind = NoticeKind::kWarning,
                             .text = what,
                             .actions = {{tr("Delete"),
                                          [this, runs] {
                                              for (const RunId run : runs) {
                                                  workbench_.runs.remove(run);
                                              }
                                          }},
                                         {tr("Keep"), [] {}}}});
}

void RunsPanel::updateButtons() {
    const std::size_t count = chosen().size();
    resume_->setEnabled(count == 1 && !workbench_.training.isActive());
    rename_->setEnabled(count == 1);
    delete_->setEnabled(count > 0);
}

}  // namespace loomscope
