// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/explore/explore_panel.h"

#include "gui/panels/explore/example_picture.h"
#include "gui/panels/explore/problem_list.h"
#include "gui/panels/explore/summary_page.h"
#include "gui/widgets/busy_note.h"
#include "gui/widgets/empty_state.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/segmented_control.h"
#include "gui/widgets/table_style.h"
#include "gui/widgets/tool_row.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QSplitter>
#include <QVBoxLayout>

#include <array>

namespace loomscope {

namespace {

constexpr int kFilterDelayMs = 120;

struct PartName {
    DataPart part;
    const char* key;
    const char* text;
};
constexpr std::array<PartName, 3> kParts{{
    {DataPart::kTrain, "train", QT_TRANSLATE_NOOP("ExplorePanel", "Train")},
    {DataPart::kDev, "dev", QT_TRANSLATE_NOOP("ExplorePanel", "Dev")},
    {DataPart::kTest, "test", QT_TRANSLATE_NOOP("ExplorePanel", "Test")},
}};

QString kindText(std::int64_t count, StructureKind kind) {
    switch (kind) {
        case StructureKind::kTree:
            return countText(count, ExplorePanel::tr("tree"), ExplorePanel::tr("trees"));
        case StructureKind::kMolecule:
            return countText(count, ExplorePanel::tr("molecule"), ExplorePanel::tr("molecules"));
        case StructureKind::kSequence:
            return countText(count, ExplorePanel::tr("sequence"), ExplorePanel::tr("sequences"));
        case StructureKind::kLattice:
            return countText(count, ExplorePanel::tr("lattice"), ExplorePanel::tr("lattices"));
    }
    return {};
}

QString taskText(const DatasetInfo& info) {
    if (!info.targetNames.empty()) {
        const auto count = static_cast<std::int64_t>(info.targetNames.size());
        return info.targetNames.size() == 1
                   ? ExplorePanel::tr("target “%1”").arg(QString::fromStdString(info.targetNames.front()))
                   : ExplorePanel::tr("%1 targets").arg(count);
    }
    return info.numClasses > 0 ? ExplorePanel::tr("%1 classes").arg(info.numClasses)
                               : ExplorePanel::tr("no labels");
}

}  // namespace

ExplorePanel::ExplorePanel(Workbench& workbench, QWidget* parent) : QWidget(parent), workbench_(workbench) {
    empty_ = new EmptyState(
        tr("Nothing open yet"),
        tr("Open a treebank or a table of molecules, or drop a file anywhere in this window."), this);
    empty_->addButton(tr("Open…"), QStringLiteral("emptyOpen"), [this] { emit openRequested(); });
    empty_->addButton(tr("Sample sentences"), QStringLiteral("emptySampleTrees"),
                      [this] { emit sampleTreesRequested(); });
    empty_->addButton(tr("Sample molecules"), QStringLiteral("emptySampleMolecules"),
                      [this] { emit sampleMoleculesRequested(); });

    auto* const content = new QWidget(this);
    auto* const splitter = new QSplitter(Qt::Vertical, content);
    splitter->setObjectName(QStringLiteral("exploreSplitter"));
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(buildTable());
    splitter->addWidget(buildDetails());
    splitter->setStretchFactor(0, 5);
    splitter->setStretchFactor(1, 4);
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(buildHeader());
    column->addWidget(splitter, 1);

    stack_ = new QStackedWidget(this);
    stack_->addWidget(empty_);
    stack_->addWidget(content);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(stack_);
    connectSession();
    showData();
}

QWidget* ExplorePanel::buildHeader() {
    auto* const header = new QWidget(this);
    header->setProperty("role", "toolRow");
    header->setAttribute(Qt::WA_StyledBackground);
    title_ = new QLabel(header);
    title_->setObjectName(QStringLiteral("dataTitle"));
    title_->setProperty("role", "heading");
    subtitle_ = secondaryLabel();
    subtitle_->setObjectName(QStringLiteral("dataSubtitle"));
    parts_ = new SegmentedControl(tr("Part of the data"), header);
    parts_->setObjectName(QStringLiteral("dataParts"));
    for (const PartName& part : kParts) {
        parts_->addSegment(QLatin1String(part.key), tr(part.text));
    }
    filter_ = new QLineEdit(header);
    filter_->setObjectName(QStringLiteral("exampleFilter"));
    filter_->setAccessibleName(tr("Filter examples"));
    filter_->setPlaceholderText(tr("Filter by words"));
    filter_->setClearButtonEnabled(true);
    count_ = secondaryLabel();
    count_->setObjectName(QStringLiteral("exampleCount"));

    auto* const titles = new QVBoxLayout;
    titles->setSpacing(0);
    titles->addWidget(title_);
    titles->addWidget(subtitle_);
    auto* const first = new QHBoxLayout;
    first->addLayout(titles, 1);
    first->addWidget(parts_);
    auto* const second = new QHBoxLayout;
    second->setSpacing(12);
    second->addWidget(filter_, 1);
    second->addWidget(count_);
    auto* const column = new QVBoxLayout(header);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    column->addLayout(first);
    column->addLayout(second);
    return header;
}

QWidget* ExplorePanel::buildTable() {
    table_ = new QTableView(this);
    table_->setObjectName(QStringLiteral("exampleTable"));
    table_->setAccessibleName(tr("Examples"));
    table_->setModel(&model_);
    styleTable(*table_);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setSortingEnabled(true);
    table_->sortByColumn(ExampleTableModel::kNumber, Qt::AscendingOrder);
    table_->setMinimumHeight(120);
    return table_;
}

QWidget* ExplorePanel::buildDetails() {
    picture_ = new ExamplePicture(workbench_, this);
    summary_ = new SummaryPage(this);
    problems_ = new ProblemList(this);
    details_ = new QTabWidget(this);
    details_->setObjectName(QStringLiteral("exploreDetails"));
    details_->setDocumentMode(true);
    details_->addTab(picture_, tr("Picture"));
    details_->addTab(summary_, tr("Summary"));
    details_->addTab(problems_, tr("Problems"));
    details_->setMinimumHeight(160);
    return details_;
}

void ExplorePanel::connectSession() {
    connect(&workbench_.document, &Document::dataChanged, this, &ExplorePanel::showData);
    connect(&workbench_.document, &Document::partChanged, this, &ExplorePanel::showPart);
    connect(&workbench_.selection, &Selection::exampleChanged, this, &ExplorePanel::followSelection);
    connect(parts_, &SegmentedControl::chosen, this, [this](const QString& key) {
        for (const PartName& part : kParts) {
            if (key == QLatin1String(part.key)) {
                workbench_.document.setPart(part.part);
            }
        }
    });
    auto* const busy = new BusyNote(this);
    connect(&workbench_.document, &Document::openingChanged, busy,
            [busy](bool isOpening) { isOpening ? busy->start(tr("Opening")) : busy->stop(); });
    connect(busy, &BusyNote::cancelled, &workbench_.document, &Document::cancelOpening);
    filterDelay_.setSingleShot(true);
    filterDelay_.setInterval(kFilterDelayMs);
    connect(filter_, &QLineEdit::textChanged, &filterDelay_, qOverload<>(&QTimer::start));
    connect(&filterDelay_, &QTimer::timeout, this, [this] {
        model_.setFilter(filter_->text());
        updateCount();
        followSelection();
    });
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &ExplorePanel::chooseRow);
}

void ExplorePanel::showData() {
    const auto& set = workbench_.document.data();
    stack_->setCurrentIndex(set ? 1 : 0);
    if (!set) {
        return;
    }
    title_->setText(set->title());
    title_->setToolTip(QString::fromStdString(set->request.path));
    parts_->setVisible(set->parts[1].dataset || set->parts[2].dataset);
    for (const PartName& part : kParts) {
        parts_->setSegmentEnabled(QLatin1String(part.key), set->part(part.part).dataset != nullptr);
    }
    problems_->show(set->report);
    const std::size_t problems = set->report.rejected.size() + set->report.warnings.size();
    details_->setTabText(2, problems == 0 ? tr("Problems") : tr("Problems (%1)").arg(problems));
    filter_->clear();
    showPart();
}

void ExplorePanel::showPart() {
    const OpenSet::Part& part = workbench_.document.data()->part(workbench_.document.part());
    parts_->setCurrent(QLatin1String(kParts[static_cast<std::size_t>(workbench_.document.part())].key));
    model_.setDataset(part.dataset, part.rows);
    const DatasetInfo& info = part.dataset->info();
    subtitle_->setText(QStringLiteral("%1 · %2 · %3")
                           .arg(kindText(part.dataset->size(), info.kind),
                                QString::fromStdString(info.format), taskText(info)));
    summary_->show(*part.dataset, part.statistics);
    setColumnWidths(*table_, {56, 0, 64, 64}, 72);
    updateCount();
    followSelection();
}

void ExplorePanel::followSelection() {
    const std::int64_t example = workbench_.selection.example();
    if (example >= 0 && model_.exampleAt(table_->currentIndex().row()) != example) {
        const int row = model_.rowOf(example);
        if (row >= 0) {
            table_->selectRow(row);
            table_->scrollTo(model_.index(row, 0));
        }
    }
}

void ExplorePanel::chooseRow(const QModelIndex& current) {
    const std::int64_t example = model_.exampleAt(current.row());
    if (example >= 0) {
        workbench_.selection.setExample(example);
    }
}

void ExplorePanel::updateCount() {
    const std::int64_t shown = model_.rowCount();
    const std::int64_t all = model_.numExamples();
    count_->setText(shown == all ? groupedDigits(all)
                                 : tr("%1 of %2").arg(groupedDigits(shown), groupedDigits(all)));
}

}  // namespace loomscope
