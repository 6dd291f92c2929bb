// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/explore/summary_page.h"

#include "gui/panels/explore/share_bar.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/tool_row.h"

#include <QGridLayout>
#include <QLabel>

#include <cmath>

namespace loomscope {

namespace {

QString number(double value) {
    return value == std::floor(value) ? groupedDigits(static_cast<std::int64_t>(value))
                                      : QString::number(value, 'f', 2);
}

QString capitalised(const std::string& text) {
    const QString name = QString::fromStdString(text);
    return name.isEmpty() ? name : name.at(0).toUpper() + name.mid(1);
}

}  // namespace

SummaryPage::SummaryPage(QWidget* parent) : QScrollArea(parent) {
    setObjectName(QStringLiteral("dataSummary"));
    setAccessibleName(tr("Summary of the data"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
}

void SummaryPage::show(const Dataset& dataset, const DatasetStatistics& statistics) {
    auto* const page = new QWidget;
    auto* const grid = new QGridLayout(page);
    grid->setContentsMargins(16, 12, 16, 12);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(0, 1);

    addHeading(*grid, {tr("Sizes"), tr("min"), tr("mean"), tr("max")});
    for (const auto& [name, spread] : statistics.sizes) {
        addSpread(*grid, capitalised(name), spread, 0);
    }
    if (!statistics.targets.empty()) {
        addHeading(*grid, {tr("Targets"), tr("min"), tr("mean"), tr("max")});
    }
    for (const TargetStatistics& target : statistics.targets) {
        addSpread(*grid, QString::fromStdString(target.name), target.values, target.missing);
    }
    addHeading(*grid, {tr("Contents")});
    addFact(*grid, tr("Examples"), groupedDigits(statistics.examples));
    if (statistics.vocabularySize > 0) {
        addFact(*grid, tr("Distinct words"), groupedDigits(statistics.vocabularySize));
    }
    addFact(*grid, tr("Repeated examples"), groupedDigits(statistics.duplicates));
    const int numClasses = dataset.info().numClasses;
    if (numClasses > 0) {
        addLabels(*grid, tr("Labels of examples"), statistics.exampleLabels, numClasses);
        addLabels(*grid, tr("Labels of nodes"), statistics.nodeLabels, numClasses);
    }
    grid->setRowStretch(grid->rowCount(), 1);
    setWidget(page);
}

void SummaryPage::addHeading(QGridLayout& grid, const QStringList& columns) {
    const int row = grid.rowCount();
    for (int column = 0; column < columns.size(); ++column) {
        auto* const label = new QLabel(columns[column]);
        label->setProperty("role", column == 0 ? "section" : "secondary");
        label->setAlignment(column == 0 ? Qt::AlignLeft : Qt::AlignRight);
        if (row > 1) {
            label->setContentsMargins(0, 8, 0, 0);
        }
        grid.addWidget(label, row, column);
    }
}

void SummaryPage::addSpread(QGridLayout& grid, const QString& name, const Spread& spread,
                            std::int64_t missing) {
    const int row = grid.rowCount();
    grid.addWidget(new QLabel(missing > 0 ? tr("%1 (%2 missing)").arg(name, groupedDigits(missing)) : name),
                   row, 0);
    int column = 1;
    for (const double value : {spread.min, spread.mean, spread.max}) {
        grid.addWidget(new QLabel(number(value)), row, column++, Qt::AlignRight);
    }
}

void SummaryPage::addFact(QGridLayout& grid, const QString& name, const QString& value) {
    const int row = grid.rowCount();
    grid.addWidget(new QLabel(name), row, 0);
    grid.addWidget(new QLabel(value), row, 3, Qt::AlignRight);
}

void SummaryPage::addLabels(QGridLayout& grid, const QString& title,
                            const std::map<std::int32_t, std::int64_t>& labels, int numClasses) {
    std::int64_t all = 0;
    std::int64_t most = 0;
    for (const auto& [label, count] : labels) {
        all += count;
        most = std::max(most, count);
    }
    if (all == 0) {
        return;
    }
    addHeading(grid, {title});
    for (const auto& [label, count] : labels) {
        const int row = grid.rowCount();
        auto* const bar =
            new ShareBar(label, numClasses, static_cast<double>(count) / static_cast<double>(most));
        bar->setCaption(label < 0 ? tr("none") : QString::number(label));
        grid.addWidget(bar, row, 0, 1, 2);
        grid.addWidget(new QLabel(groupedDigits(count)), row, 2, Qt::AlignRight);
        auto* const share = secondaryLabel(QStringLiteral("%1 %").arg(
            100.0 * static_cast<double>(count) / static_cast<double>(all), 0, 'f', 1));
        grid.addWidget(share, row, 3, Qt::AlignRight);
    }
}

}  // namespace loomscope
