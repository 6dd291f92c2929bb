// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/runs/run_details_view.h"

#include "gui/models/run_table_model.h"
#include "gui/widgets/metric_text.h"
#include "gui/widgets/number_text.h"
#include "gui/widgets/tool_row.h"
#include "viz/theme.h"

#include <QStringList>
#include <QVBoxLayout>

namespace loomscope {

namespace {

QString factsOf(const RunRecord& run) {
    QStringList lines;
    lines << RunDetailsView::tr("Run %1, started %2")
                 .arg(QString::fromStdString(run.summary.key), localTime(run.summary.started));
    lines << RunDetailsView::tr("%1 parameters on %2")
                 .arg(groupedDigits(run.numParameters), QString::fromStdString(run.device));
    lines << RunDetailsView::tr("%1 train, %2 dev, %3 test examples")
                 .arg(groupedDigits(run.trainExamples), groupedDigits(run.devExamples),
                      groupedDigits(run.testExamples));
    if (!run.summary.message.empty()) {
        lines << QString::fromStdString(run.summary.message);
    }
    for (const auto& [name, value] : run.summary.metrics) {
        lines << QStringLiteral("%1: %2").arg(metricTitle(name), metricValue(value));
    }
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

RunDetailsView::RunDetailsView(QWidget* parent)
    : QWidget(parent), title_(new QLabel(this)), facts_(secondaryLabel()), config_(new QPlainTextEdit(this)) {
    title_->setProperty("role", "heading");
    facts_->setWordWrap(true);
    facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    config_->setObjectName(QStringLiteral("runConfig"));
    config_->setAccessibleName(tr("Configuration of the run"));
    config_->setReadOnly(true);
    config_->setLineWrapMode(QPlainTextEdit::NoWrap);
    config_->setFont(themeFont(TypeRole::kMono));
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(12, 12, 12, 12);
    column->setSpacing(8);
    column->addWidget(title_);
    column->addWidget(facts_);
    column->addWidget(config_, 1);
    clear();
}

void RunDetailsView::show(const RunDetails& run) {
    title_->setText(QString::fromStdString(run.record.summary.name));
    facts_->setText(factsOf(run.record));
    config_->setPlainText(QString::fromStdString(run.record.config));
    config_->setVisible(true);
}

void RunDetailsView::clear() {
    title_->setText(tr("No run chosen"));
    facts_->setText(tr("Choose a run to see its configuration and results."));
    config_->clear();
    config_->setVisible(false);
}

}  // namespace loomscope
