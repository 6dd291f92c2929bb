// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/document.h"

#include "engine/train/default_config.h"
#include "gui/widgets/number_text.h"

#include <QFileInfo>

#include <utility>

namespace loomscope {

namespace {

Result<std::shared_ptr<const OpenSet>> openSet(const DataRequest& request, const JobControl& control) {
    LOOM_TRY(OpenedData opened, openData(request, control));
    auto set = std::make_shared<OpenSet>();
    set->request = request;
    set->report = std::move(opened.report);
    set->parts[0].dataset = std::move(opened.train);
    set->parts[1].dataset = std::move(opened.dev);
    set->parts[2].dataset = std::move(opened.test);
    for (OpenSet::Part& part : set->parts) {
        if (part.dataset) {
            control.say({.what = "Measuring " + part.dataset->info().name});
            part.rows = makeExampleRows(*part.dataset, control);
            LOOM_TRY(part.statistics, computeStatistics(*part.dataset, control));
        }
    }
    if (control.isCancelled()) {
        return fail(ErrorCode::kCancelled, "cancelled");
    }
    return std::shared_ptr<const OpenSet>(std::move(set));
}

}  // namespace

QString OpenSet::title() const {
    const bool isFolder = parts[1].dataset || parts[2].dataset;
    const QString folder = QFileInfo(QString::fromStdString(request.path)).fileName();
    return isFolder && !folder.isEmpty() ? folder : QString::fromStdString(parts[0].dataset->info().name);
}

Document::Document(JobQueue& jobs, Notices& notices, Selection& selection, QObject* parent)
    : QObject(parent), notices_(notices), selection_(selection), opening_(jobs, this) {}

void Document::open(const DataRequest& request) {
    const QString path = QString::fromStdString(request.path);
    const QString name = QFileInfo(path).fileName().isEmpty() ? path : QFileInfo(path).fileName();
    opening_.start(
        tr("Opening %1").arg(name),
        [request](const JobControl& control) { return openSet(request, control); },
        [this, name, path](Result<std::shared_ptr<const OpenSet>> set) {
            emit openingChanged(false);
            if (!set) {
                notices_.postError(tr("%1 could not be opened").arg(name), set.error());
                return;
            }
            take(std::move(*set));
            emit opened(path);
        });
    emit openingChanged(true);
}

void Document::take(std::shared_ptr<const OpenSet> data) {
    data_ = std::move(data);
    part_ = DataPart::kTrain;
    selection_.setExample(-1);
    edit([&](RunConfig& draft) {
        const Result<const ModelInfo*> model = findModel(draft.model);
        if (!model || (*model)->reads != data_->kind()) {
            draft = defaultConfig(defaultModel(data_->kind()).name);
        }
        const DataRequest& request = data_->request;
        draft.data = DataConfig{.train = request.path,
                                .labels = request.treeLabels,
                                .format = request.format.value_or(""),
                                .smiles = request.smilesColumn.value_or(""),
                                .targets = request.targetColumns,
                                .task = request.task ? std::string(name(*request.task)) : std::string(),
                                .companion = request.companion.value_or(""),
                                .bonds = request.guessBonds ? "distance" : "file"};
    });
    emit dataChanged();
    if (data_->part(part_).dataset->size() > 0) {
        selection_.setExample(0);
    }
    tellProblems();
}

void Document::tellProblems() {
    const ReadReport& report = data_->report;
    if (report.rejected.empty()) {
        return;
    }
    const ReadProblem& first = report.rejected.front();
    notices_.post({.kind = NoticeKind::kWarning,
                   .text = tr("%1 could not be read. The first: line %2: %3")
                               .arg(countText(static_cast<std::int64_t>(report.rejected.size()), tr("record"),
                                              tr("records")))
                               .arg(first.line)
                               .arg(QString::fromStdString(first.message)),
                   .details = tr("All of them are listed under Explore, Problems. The other %1 are open.")
                                  .arg(countText(report.records, tr("record"), tr("records")))});
}

void Document::setPart(DataPart part) {
    if (!data_ || part == part_ || !data_->part(part).dataset) {
        return;
    }
    part_ = part;
    selection_.setExample(-1);
    emit partChanged(part_);
    if (dataset()->size() > 0) {
        selection_.setExample(0);
    }
}

std::shared_ptr<const Dataset> Document::dataset() const {
    return data_ ? data_->part(part_).dataset : nullptr;
}

std::shared_ptr<const Example> Document::example() const {
    const std::shared_ptr<const Dataset> set = dataset();
    const std::int64_t index = selection_.example();
    return set && index >= 0 && index < set->size() ? set->at(index) : nullptr;
}

PreviewKey Document::previewKey() const {
    return {dataset(),           selection_.example(),      draft_.model,
            draft_.modelOptions, draft_.engine.granularity, draft_.train.batch};
}

void Document::edit(const std::function<void(RunConfig&)>& change) {
    const std::string before = toJson(draft_);
    change(draft_);
    if (toJson(draft_) != before) {
        emit draftChanged();
    }
}

}  // namespace loomscope
