// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/graphviz/graph_layouter.h"

#include "viz/graphviz/dot_process.h"
#include "viz/graphviz/layout_steps.h"

#include <QElapsedTimer>
#include <QThreadPool>

#include <utility>

namespace loomscope {

/// One request. Lives in the layouter's thread; work on the pool keeps it alive until it has reported, and
/// what is reported to a job that nobody holds any more is dropped.
class GraphLayouter::Job final : public QObject, public std::enable_shared_from_this<Job> {
public:
    explicit Job(GraphLayouter& layouter) : layouter_(&layouter) { watch_.start(); }

    void start(std::shared_ptr<const PictureGraph> graph, LayoutOptions options) {
        options_ = std::move(options);
        runOnPool([graph = std::move(graph), options = options_] { return prepareLayout(graph, options); },
                  [this](PreparedLayout prepared) {
                      prepared_ = std::make_shared<const PreparedLayout>(std::move(prepared));
                      ask();
                  });
    }

    /// Forgets the layouter and kills the process.
    void abandon() {
        layouter_ = nullptr;
        dot_.reset();
    }

private:
    /// Runs `work` on a pool thread and hands its value to `then` in this thread, unless the job was
    /// abandoned.
    template <class Work, class Then>
    void runOnPool(Work work, Then then) {
        QThreadPool::globalInstance()->start(
            [self = shared_from_this(), work = std::move(work), then = std::move(then)] {
                auto value = std::make_shared<decltype(work())>(work());
                QMetaObject::invokeMethod(
                    self.get(),
                    [self, value = std::move(value), then] {
                        if (self->layouter_ != nullptr) {
                            then(std::move(*value));
                        }
                    },
                    Qt::QueuedConnection);
            });
    }

    void ask() {
        if (prepared_->dotInput.isEmpty()) {
            complete({});
            return;
        }
        dot_ = std::make_unique<DotProcess>();
        connect(dot_.get(), &DotProcess::finished, this, &Job::complete);
        dot_->start(options_.dotProgram, prepared_->dotInput, options_.timeout);
    }

    void complete(const DotOutcome& outcome) {
        runOnPool([prepared = prepared_, outcome] { return completeLayout(*prepared, outcome); },
                  [this](LayoutResult result) {
                      result.elapsed = std::chrono::milliseconds(watch_.elapsed());
                      GraphLayouter* const layouter = layouter_;
                      layouter->job_.reset();
                      emit layouter->laidOut(result);
                  });
    }

    GraphLayouter* layouter_;
    LayoutOptions options_;
    std::shared_ptr<const PreparedLayout> prepared_;
    std::unique_ptr<DotProcess> dot_;
    QElapsedTimer watch_;
};

GraphLayouter::GraphLayouter(QObject* parent) : QObject(parent) {}

GraphLayouter::~GraphLayouter() {
    if (job_) {
        job_->abandon();
    }
}

void GraphLayouter::request(PictureGraph graph, const LayoutOptions& options) {
    if (job_) {
        job_->abandon();
    }
    auto shared = std::make_shared<const PictureGraph>(std::move(graph));
    // Deleted in its own thread, whichever thread lets go of it last.
    job_ = std::shared_ptr<Job>(new Job(*this), [](Job* job) { job->deleteLater(); });
    emit started(static_cast<int>(shared->nodes.size()), static_cast<int>(shared->edges.size()));
    if (job_) {
        job_->start(std::move(shared), options);
    }
}

void GraphLayouter::cancel() {
    if (job_) {
        job_->abandon();
        job_.reset();
        emit cancelled();
    }
}

bool GraphLayouter::isRunning() const {
    return job_ != nullptr;
}

LayoutResult layoutNow(PictureGraph graph, const LayoutOptions& options) {
    QElapsedTimer watch;
    watch.start();
    const PreparedLayout prepared =
        prepareLayout(std::make_shared<const PictureGraph>(std::move(graph)), options);
    DotOutcome outcome;
    if (!prepared.dotInput.isEmpty()) {
        outcome = runDot(options.dotProgram, prepared.dotInput, options.timeout);
    }
    LayoutResult result = completeLayout(prepared, outcome);
    result.elapsed = std::chrono::milliseconds(watch.elapsed());
    return result;
}

}  // namespace loomscope
