// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/workbench.h"

namespace loomscope {

Workbench::Workbench(Settings& settingsFile, const std::filesystem::path& store, QObject* parent)
    : QObject(parent),
      settings(settingsFile),
      runs(store, jobs, notices),
      document(jobs, notices, selection),
      training(store) {
    connect(&training, &TrainingSession::ended, &runs, &RunLibrary::refresh);
    connect(&training, &TrainingSession::stateChanged, &runs, [this](TrainState state) {
        if (state == TrainState::kRunning) {
            runs.refresh();
        }
    });
    connect(&training, &TrainingSession::failed, &notices, [this](const Error& error) {
        notices.postError(
            training.history().started ? tr("Training ended early") : tr("Training did not start"), error);
    });
    connect(&training, &TrainingSession::ended, &notices, [this](RunStatus status) {
        if (status == RunStatus::kFailed && training.history().ended) {
            notices.post({.kind = NoticeKind::kError,
                          .text = tr("The run failed"),
                          .details = QString::fromStdString(training.history().ended->message)});
        }
    });
    connect(&training, &TrainingSession::noticed, &notices,
            [this](const RunNotice& notice) { notices.log(QString::fromStdString(notice.text)); });
    connect(&document, &Document::opened, this,
            [this](const QString& path) { settings.addRecentPath(path); });
}

Workbench::~Workbench() = default;

}  // namespace loomscope
