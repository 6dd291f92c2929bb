// SPDX-License-Identifier: GPL-3.0-or-later
// All that the panels share. One object a window; it knows no panel.
#pragma once

#include "gui/app/settings.h"
#include "gui/session/document.h"
#include "gui/session/job_queue.h"
#include "gui/session/notices.h"
#include "gui/session/preview.h"
#include "gui/session/run_library.h"
#include "gui/session/selection.h"
#include "gui/session/training_session.h"

#include <QObject>

#include <filesystem>
#include <memory>

namespace loomscope {

/// Owns the session in the order in which its parts need each other. Threads: GUI thread.
class Workbench final : public QObject {
    Q_OBJECT

public:
    /// `store` is the file of runs; it need not exist.
    Workbench(Settings& settings, const std::filesystem::path& store, QObject* parent = nullptr);
    ~Workbench() override;

    Settings& settings;
    Notices notices;
    Selection selection;
    JobQueue jobs;
    std::shared_ptr<ModelCache> models = std::make_shared<ModelCache>();
    RunLibrary runs;
    Document document;
    TrainingSession training;
};

}  // namespace loomscope
