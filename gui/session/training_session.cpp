// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/session/training_session.h"

#include "storage/resumed_run.h"
#include "storage/run_writer.h"

#include <atomic>
#include <exception>
#include <mutex>
#include <utility>

namespace loomscope {

/// What the two threads share. The training thread keeps it alive until it is done.
struct TrainingSession::Shared {
    TrainControl control;
    EventMailbox mailbox;
    std::atomic<bool> isDone = false;

    void setError(Error error) {
        const std::lock_guard lock(mutex_);
        error_ = std::move(error);
    }
    [[nodiscard]] std::optional<Error> error() const {
        const std::lock_guard lock(mutex_);
        return error_;
    }
    void setPreparation(const Progress& progress) {
        const std::lock_guard lock(mutex_);
        preparation_ = progress;
    }
    [[nodiscard]] Progress preparation() const {
        const std::lock_guard lock(mutex_);
        return preparation_;
    }

private:
    mutable std::mutex mutex_;
    std::optional<Error> error_;
    Progress preparation_;
};

namespace {

/// Trains and stores one run, new or resumed. Returns the first failure of either.
template <class Shared>
Result<void> trainAndStore(const std::filesystem::path& store, const RunConfig& config,
                           const ResumedRun* resumed, Shared& shared, const std::stop_token& stop) {
    WriterOptions writing;
    if (resumed != nullptr) {
        writing.resumed = resumed->id;
    }
    LOOM_TRY(const std::unique_ptr<RunWriter> writer, RunWriter::open(store, writing));
    const RunObserver keep = [&](const RunEvent& event) {
        if (!writer->post(event)) {
            shared.control.requestStop();  // nothing may be lost: what can't be stored is not trained
        }
        shared.mailbox.put(event);
    };
    const JobControl loading{.stop = stop,
                             .report = [&](const Progress& progress) { shared.setPreparation(progress); }};
    LOOM_TRY([[maybe_unused]] const RunResult result,
             resumed == nullptr ? train(config, shared.control, keep, loading)
                                : resumeTraining(config, resumed->state, shared.control, keep, loading));
    return writer->finish();
}

}  // namespace

double TrainingHistory::examplesPerSecond(std::size_t last) const {
    constexpr std::size_t kWindow = 20;
    double examples = 0;
    double seconds = 0;
    for (std::size_t i = last + 1 > kWindow ? last + 1 - kWindow : 0; i <= last; ++i) {
        examples += steps[i].examples;
        seconds += steps[i].seconds;
    }
    return seconds > 0 ? examples / seconds : 0;
}

TrainingSession::TrainingSession(std::filesystem::path store, QObject* parent)
    : QObject(parent), store_(std::move(store)) {
    drain_.setInterval(kDrainMs);
    connect(&drain_, &QTimer::timeout, this, &TrainingSession::drain);
}

TrainingSession::~TrainingSession() {
    if (shared_) {
        shared_->control.requestStop();
    }
}

void TrainingSession::start(const RunConfig& config) {
    begin([store = store_, config](Shared& shared, const std::stop_token& stop) {
        return trainAndStore(store, config, nullptr, shared, stop);
    });
}

void TrainingSession::resume(RunId run, int epochs) {
    begin([store = store_, run, epochs](Shared& shared, const std::stop_token& stop) -> Result<void> {
        LOOM_TRY(const RunStore runs, RunStore::open(store, OpenMode::kReadWrite));
        LOOM_TRY(ResumedRun resumed, readResumedRun(runs, run));
        resumed.config.train.epochs = epochs;
        return trainAndStore(store, resumed.config, &resumed, shared, stop);
    });
}

void TrainingSession::begin(Training training) {
    if (isActive()) {
        return;
    }
    history_ = {};
    shared_ = std::make_shared<Shared>();
    setState(TrainState::kPreparing);
    thread_ = std::jthread([shared = shared_, training = std::move(training)](const std::stop_token& stop) {
        try {
            if (auto result = training(*shared, stop); !result) {
                shared->setError(std::move(result).error());
            }
        } catch (const std::exception& exception) {
            shared->setError({.code = ErrorCode::kInternal, .message = exception.what()});
        }
        shared->isDone = true;
    });
    drain_.start();
    emit updated();
}

void TrainingSession::setPaused(bool isPaused) {
    if (state_ == TrainState::kRunning || state_ == TrainState::kPaused) {
        shared_->control.setPaused(isPaused);
        setState(isPaused ? TrainState::kPaused : TrainState::kRunning);
    }
}

void TrainingSession::stop() {
    if (isActive()) {
        thread_.request_stop();
        shared_->control.requestStop();
        setState(TrainState::kStopping);
    }
}

void TrainingSession::drain() {
    const bool isDone = shared_->isDone;  // before taking, so that the last events are not left behind
    RunUpdate update = shared_->mailbox.take();
    if (update.started) {
        history_.started = std::move(update.started);
        running_.start();
        if (state_ == TrainState::kPreparing) {
            setState(TrainState::kRunning);
        }
    }
    history_.steps.insert(history_.steps.end(), update.steps.begin(), update.steps.end());
    while (history_.steps.size() > TrainingHistory::kMaxSteps) {
        mergePairs(history_.steps);
    }
    history_.epochs.insert(history_.epochs.end(), update.epochs.begin(), update.epochs.end());
    if (update.test) {
        history_.test = std::move(update.test);
    }
    if (update.ended) {
        history_.ended = std::move(update.ended);
    }
    for (const RunNotice& notice : update.notices) {
        emit noticed(notice);
    }
    emit updated();
    if (isDone) {
        finishThread();
    }
}

void TrainingSession::finishThread() {
    drain_.stop();
    thread_.join();
    const std::optional<Error> error = shared_->error();
    shared_.reset();
    setState(TrainState::kIdle);
    if (error) {
        emit failed(*error);
    }
    emit ended(history_.ended ? history_.ended->status : RunStatus::kFailed);
}

std::optional<double> TrainingSession::secondsLeft() const {
    if (!history_.started || history_.steps.empty() || state_ != TrainState::kRunning) {
        return std::nullopt;
    }
    const auto last = static_cast<double>(history_.steps.back().step);
    const double done = last - static_cast<double>(history_.started->resumedAt.value_or(0));
    const double total =
        static_cast<double>(history_.started->stepsPerEpoch) * history_.started->config.train.epochs;
    double seconds = 0;
    for (const StepSample& sample : history_.steps) {
        seconds += sample.seconds;
    }
    return done > 0 ? std::optional(seconds / done * std::max(0.0, total - last)) : std::nullopt;
}

Progress TrainingSession::preparation() const {
    return shared_ ? shared_->preparation() : Progress{};
}

void TrainingSession::setState(TrainState state) {
    if (state != state_) {
        state_ = state;
        emit stateChanged(state);
    }
}

}  // namespace loomscope
