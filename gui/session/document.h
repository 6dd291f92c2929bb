// SPDX-License-Identifier: GPL-3.0-or-later
// The open data and the draft of the next run. What the panels show is what would be trained.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/statistics.h"
#include "engine/train/run_config.h"
#include "gui/models/example_rows.h"
#include "gui/session/job_queue.h"
#include "gui/session/notices.h"
#include "gui/session/selection.h"

#include <QObject>
#include <QString>

#include <array>
#include <functional>
#include <memory>
#include <string>

namespace loomscope {

enum class DataPart : quint8 { kTrain, kDev, kTest };

/// Everything that was made of one opened path. Immutable, shared with jobs.
struct OpenSet {
    struct Part {
        std::shared_ptr<const Dataset> dataset;  ///< null if there is no such part
        ExampleRows rows;
        DatasetStatistics statistics;
    };

    DataRequest request;
    std::array<Part, 3> parts;
    ReadReport report;

    [[nodiscard]] const Part& part(DataPart which) const { return parts[static_cast<std::size_t>(which)]; }
    [[nodiscard]] StructureKind kind() const { return parts[0].dataset->info().kind; }
    /// File or folder name, for people.
    [[nodiscard]] QString title() const;
};

/// What pictures of graphs and schedules depend on: equal keys, equal pictures.
struct PreviewKey {
    std::shared_ptr<const Dataset> dataset;
    std::int64_t example = -1;
    std::string model;
    ModelOptions options;
    std::string granularity;
    int batch = 0;

    bool operator==(const PreviewKey&) const = default;
};

/// Threads: GUI thread.
class Document final : public QObject {
    Q_OBJECT

public:
    Document(JobQueue& jobs, Notices& notices, Selection& selection, QObject* parent = nullptr);

    /// Opens data in the background; what is open stays until the new data are there. A failure is a notice.
    void open(const DataRequest& request);
    void cancelOpening() { opening_.cancel(); }
    [[nodiscard]] bool isOpening() const { return opening_.isBusy(); }

    /// Null while nothing is open.
    [[nodiscard]] const std::shared_ptr<const OpenSet>& data() const { return data_; }
    [[nodiscard]] DataPart part() const { return part_; }
    void setPart(DataPart part);
    /// The dataset of the chosen part, or null.
    [[nodiscard]] std::shared_ptr<const Dataset> dataset() const;
    /// The selected example, or null.
    [[nodiscard]] std::shared_ptr<const Example> example() const;

    [[nodiscard]] PreviewKey previewKey() const;

    [[nodiscard]] const RunConfig& draft() const { return draft_; }
    /// Changes the draft; says draftChanged() if that made a difference.
    void edit(const std::function<void(RunConfig&)>& change);

signals:
    void openingChanged(bool isOpening);
    /// Other data are open.
    void dataChanged();
    void partChanged(loomscope::DataPart part);
    void draftChanged();
    /// Data were opened from this path: for the list of recent files.
    void opened(const QString& path);

private:
    void take(std::shared_ptr<const OpenSet> data);
    void tellProblems();

    Notices& notices_;
    Selection& selection_;
    std::shared_ptr<const OpenSet> data_;
    DataPart part_ = DataPart::kTrain;
    RunConfig draft_;
    JobSlot opening_;
};

}  // namespace loomscope
