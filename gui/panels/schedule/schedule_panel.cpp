// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/schedule/schedule_panel.h"

#include "engine/schedule/plan.h"
#include "gui/widgets/busy_note.h"
#include "gui/widgets/file_chooser.h"
#include "gui/widgets/number_field.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/segmented_control.h"
#include "gui/widgets/table_style.h"
#include "gui/widgets/tool_row.h"
#include "viz/export/export.h"
#include "viz/scene/schedule_view.h"

#include <QComboBox>
#include <QFileInfo>
#include <QMenu>
#include <QSignalBlocker>
#include <QSplitter>
#include <QVBoxLayout>

#include <optional>
#include <utility>

namespace loomscope {

namespace {

constexpr int kMaxExamples = 1000;
constexpr int kDelayMs = 150;  // while the selection runs over the table

}  // namespace

SchedulePanel::SchedulePanel(Workbench& workbench, QWidget* parent)
    : QWidget(parent), workbench_(workbench), planning_(workbench.jobs, this) {
    view_ = new ScheduleView(this);
    view_->setObjectName(QStringLiteral("scheduleView"));
    view_->setAccessibleName(tr("Schedule: depth by operation"));
    view_->setEmptyText(tr("Choose an example on the left: the minibatch starts there."));
    view_->setMinimumHeight(160);
    busy_ = new BusyNote(view_);
    caption_ = secondaryLabel();
    caption_->setObjectName(QStringLiteral("scheduleCaption"));
    caption_->setContentsMargins(12, 4, 12, 4);

    auto* const splitter = new QSplitter(Qt::Vertical, this);
    splitter->setObjectName(QStringLiteral("scheduleSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(view_);
    splitter->addWidget(buildTable());
    splitter->setStretchFactor(0, 1);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildTools());
    column->addWidget(splitter, 1);
    column->addWidget(caption_);
    connectSession();
}

QWidget* SchedulePanel::buildTools() {
    auto* const tools = new ToolRow(this);
    policy_ = new QComboBox(this);
    policy_->setObjectName(QStringLiteral("schedulePolicy"));
    for (const std::string_view name : policyNames()) {
        policy_->addItem(QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size())));
    }
    tools->addLabelled(tr("Policy"), policy_);
    size_ = new NumberField(NumberKind::kInteger, 1, kMaxExamples, this);
    size_->setObjectName(QStringLiteral("scheduleBatchSize"));
    size_->setFixedWidth(56);
    tools->addSpace();
    tools->addLabelled(tr("Minibatch"), size_);
    tools->addSpace();
    granularity_ = new SegmentedControl(tr("Granularity"), this);
    granularity_->setObjectName(QStringLiteral("scheduleGranularity"));
    granularity_->addSegment(QStringLiteral("cell"), tr("Cells"), tr("One node for each call of a cell"));
    granularity_->addSegment(QStringLiteral("op"), tr("Ops"), tr("Cells opened up, one node an operation"));
    tools->add(granularity_);
    tools->addStretch();
    QToolButton* const exporting =
        tools->addButton(IconName::kExport, tr("Export the schedule"), QStringLiteral("scheduleExport"), {});
    auto* const menu = new QMenu(exporting);
    for (const QString& ending : {QStringLiteral("svg"), QStringLiteral("png"), QStringLiteral("pdf"),
                                  QStringLiteral("csv"), QStringLiteral("json")}) {
        menu->addAction(tr("Export as %1…").arg(ending.toUpper()), this,
                        [this, ending] { chooseExportFile(ending); });
    }
    exporting->setMenu(menu);
    exporting->setPopupMode(QToolButton::InstantPopup);
    return tools;
}

QWidget* SchedulePanel::buildTable() {
    table_ = new QTableView(this);
    table_->setObjectName(QStringLiteral("policyTable"));
    table_->setAccessibleName(tr("Policies"));
    table_->setModel(&model_);
    styleTable(*table_);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    setColumnWidths(*table_, {0, 96, 96, 96, 112, 96, 96, 96}, 96);
    const int numRows = static_cast<int>(policyNames().size()) + 1;
    table_->setMinimumHeight((numRows + 1) * 28 + 8);
    return table_;
}

void SchedulePanel::connectSession() {
    delay_.setSingleShot(true);
    delay_.setInterval(kDelayMs);
    connect(&delay_, &QTimer::timeout, this, &SchedulePanel::refresh);
    connect(&workbench_.selection, &Selection::exampleChanged, &delay_, qOverload<>(&QTimer::start));
    connect(&workbench_.selection, &Selection::batchChanged, this, [this](std::int32_t batch) {
        view_->setSelectedBatch(batch);
        showBatch();
    });
    connect(view_, &ScheduleView::batchSelected, &workbench_.selection, &Selection::setBatch);
    connect(&workbench_.document, &Document::draftChanged, this, [this] {
        const RunConfig& draft = workbench_.document.draft();
        size_->setValue(draft.train.batch);
        granularity_->setCurrent(QString::fromStdString(draft.engine.granularity));
        policy_->setCurrentText(QString::fromStdString(draft.engine.policy));
        showPolicy();
        delay_.start();
    });
    connect(policy_, &QComboBox::activated, this, [this] {
        workbench_.document.edit(
            [&](RunConfig& draft) { draft.engine.policy = policy_->currentText().toStdString(); });
    });
    connect(size_, &NumberField::edited, this, [this] {
        if (const std::optional<double> size = size_->value()) {
            workbench_.document.edit([&](RunConfig& draft) { draft.train.batch = static_cast<int>(*size); });
        }
    });
    connect(granularity_, &SegmentedControl::chosen, this, [this](const QString& key) {
        workbench_.document.edit([&](RunConfig& draft) { draft.engine.granularity = key.toStdString(); });
    });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                const QString policy = model_.policyAt(row.row());
                if (!policy.isEmpty()) {
                    workbench_.document.edit(
                        [&](RunConfig& draft) { draft.engine.policy = policy.toStdString(); });
                }
            });
    connect(busy_, &BusyNote::cancelled, this, [this] { planning_.cancel(); });
}

void SchedulePanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    refresh();
}

void SchedulePanel::refresh() {
    const std::shared_ptr<const Dataset> dataset = workbench_.document.dataset();
    const std::int64_t first = workbench_.selection.example();
    PreviewKey key = workbench_.document.previewKey();
    if (!isVisible() || !dataset || first < 0 || key == shown_) {
        return;
    }
    shown_ = std::move(key);
    busy_->start(tr("Planning the minibatch"));
    planning_.start(
        tr("Planning a minibatch"),
        [dataset, first, config = workbench_.document.draft(),
         train = workbench_.document.data()->parts[0].dataset,
         models = workbench_.models](const JobControl& control) -> Result<MinibatchPlan> {
            return models->with(config, train, [&](const Model& model) {
                return planMinibatch(model, *dataset, first, config.train.batch, config.engine.granularity,
                                     control);
            });
        },
        [this](Result<MinibatchPlan> plan) {
            busy_->stop();
            if (!plan) {
                workbench_.notices.postError(tr("The minibatch could not be planned"), plan.error());
                return;
            }
            show(std::move(*plan));
        });
}

void SchedulePanel::show(MinibatchPlan plan) {
    plan_ = std::make_shared<const MinibatchPlan>(std::move(plan));
    std::vector<PolicyFigures> figures;
    for (const PolicyPlan& policy : plan_->policies) {
        figures.push_back(
            {QString::fromStdString(policy.policy), policy.statistics, policy.planMicroseconds});
    }
    {
        const QSignalBlocker quiet(table_->selectionModel());
        model_.setFigures(std::move(figures), plan_->bound);
    }
    showPolicy();
    emit scheduleShown();
}

void SchedulePanel::showPolicy() {
    const PolicyPlan* const policy = plan_ ? plan_->find(workbench_.document.draft().engine.policy) : nullptr;
    if (policy == nullptr) {
        return;
    }
    workbench_.selection.setBatch(-1);
    view_->setChart(policy->chart);
    const QSignalBlocker quiet(table_->selectionModel());
    table_->selectRow(model_.rowOf(QString::fromStdString(policy->policy)));
    table_->viewport()->update();
    showBatch();
}

void SchedulePanel::showBatch() {
    const PolicyPlan* const policy = plan_ ? plan_->find(workbench_.document.draft().engine.policy) : nullptr;
    if (policy == nullptr) {
        return;
    }
    if (view_->selectedBatch() >= 0) {
        caption_->setText(
            view_->batchText(view_->selectedBatch()).replace(QLatin1Char('\n'), QStringLiteral(" · ")));
        return;
    }
    caption_->setText(tr("Examples %1 to %2 · %3 in %4 · lower bound %5 · longest path %6")
                          .arg(plan_->first + 1)
                          .arg(plan_->first + plan_->examples)
                          .arg(countText(policy->statistics.nodes, tr("node"), tr("nodes")),
                               countText(policy->statistics.batches, tr("batch"), tr("batches")))
                          .arg(plan_->bound)
                          .arg(plan_->longestPath));
}

void SchedulePanel::chooseExportFile(const QString& ending) {
    if (!plan_) {
        workbench_.notices.post({.text = tr("There is no schedule to export yet. Choose an example first.")});
        return;
    }
    const QString policy = QString::fromStdString(workbench_.document.draft().engine.policy);
    chooseFileToWrite(this, workbench_.settings, tr("Export the schedule"),
                      QStringLiteral("schedule-%1.%2").arg(policy, ending),
                      [this](const QString& path) { exportTo(path); });
}

void SchedulePanel::exportTo(const QString& path) {
    const Result<ExportFormat> format = exportFormatOf(path);
    const std::string policy = workbench_.document.draft().engine.policy;
    if (!format) {
        workbench_.notices.postError(tr("The schedule could not be exported"), format.error());
        return;
    }
    workbench_.jobs.start(
        this, tr("Exporting %1").arg(QFileInfo(path).fileName()),
        [path, format = *format, plan = plan_, policy, models = workbench_.models,
         title = caption_->text()](const JobControl&) -> Result<void> {
            const auto lock = models->lock();
            return exportSchedule(*plan->graph, plan->find(policy)->schedule, format, path, {.title = title});
        },
        [this, path](const Result<void>& outcome) {
            if (!outcome) {
                workbench_.notices.postError(tr("The schedule could not be exported"), outcome.error());
                return;
            }
            workbench_.notices.post({.text = tr("Wrote %1").arg(path)});
        });
}

}  // namespace loomscope
