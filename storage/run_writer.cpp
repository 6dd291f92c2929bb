// SPDX-License-Identifier: Apache-2.0
#include "storage/run_writer.h"

#include "storage/database.h"
#include "storage/run_rows.h"
#include "storage/sqlite_error.h"

#include <exception>
#include <utility>

namespace loomscope {
namespace {

using Clock = std::chrono::steady_clock;

/// So often a run without events says that it lives.
constexpr std::chrono::seconds kHeartbeat{10};
constexpr std::size_t kMaxQueuedBytes = std::size_t{256} << 20;

bool isUrgent(const RunEvent& event) {
    return !std::holds_alternative<StepDone>(event) && !std::holds_alternative<RunNotice>(event);
}

std::size_t weight(const RunEvent& event) {
    const auto* checkpoint = std::get_if<CheckpointReady>(&event);
    const auto* state = std::get_if<StateReady>(&event);
    const auto& file = checkpoint != nullptr ? checkpoint->file : state != nullptr ? state->file : nullptr;
    return file ? file->size() : 0;
}

}  // namespace

Result<std::unique_ptr<RunWriter>> RunWriter::open(const std::filesystem::path& file, WriterOptions options) {
    LOOM_TRY(OpenedDatabase opened, openDatabase(file, OpenMode::kReadWrite));
    return guarded(file, [&]() -> Result<std::unique_ptr<RunWriter>> {
        opened.database->setBusyTimeout(static_cast<int>(options.patience.count()));
        auto rows = std::make_unique<RunRows>(std::move(opened.database), options.resumed);
        return std::unique_ptr<RunWriter>(new RunWriter(file, std::move(rows), std::move(options)));
    });
}

RunWriter::RunWriter(std::filesystem::path file, std::unique_ptr<RunRows> rows, WriterOptions options)
    : file_(std::move(file)),
      options_(std::move(options)),
      rows_(std::move(rows)),
      thread_([this] { work(); }) {}

RunWriter::~RunWriter() {
    static_cast<void>(finish());
}

Result<void> RunWriter::post(const RunEvent& event) {
    std::unique_lock lock(mutex_);
    stored_.wait(lock, [&] {
        return error_ || isFinishing_ ||
               (queue_.size() < options_.capacity && queuedBytes_ < kMaxQueuedBytes);
    });
    if (error_) {
        return fail(*error_);
    }
    if (isFinishing_) {
        return fail(ErrorCode::kInternal, "A run's event came after its writer was finished.");
    }
    if (std::holds_alternative<RunStarted>(event) != (numPosted_ == 0)) {
        return fail(ErrorCode::kInternal, "A run's first event, and no other, must be its start.");
    }
    const bool wasIdle = queue_.empty();
    if (wasIdle) {
        oldest_ = Clock::now();
    }
    queue_.push_back(event);
    queuedBytes_ += weight(event);
    isUrgent_ = isUrgent_ || isUrgent(event);
    ++numPosted_;
    if (wasIdle || isDue()) {
        wake_.notify_one();
    }
    return {};
}

RunObserver RunWriter::observer() {
    return [this](const RunEvent& event) { static_cast<void>(post(event)); };
}

Result<RunId> RunWriter::runId() {
    std::unique_lock lock(mutex_);
    stored_.wait(lock, [&] { return run_ || error_ || (isFinishing_ && numStored_ == numPosted_); });
    if (run_) {
        return *run_;
    }
    return error_ ? fail(*error_) : fail(ErrorCode::kNotFound, "The run was never started.");
}

Result<void> RunWriter::flush() {
    std::unique_lock lock(mutex_);
    const std::size_t target = numPosted_;
    isUrgent_ = true;
    wake_.notify_one();
    stored_.wait(lock, [&] { return error_ || numStored_ >= target; });
    return error_ ? Result<void>(fail(*error_)) : Result<void>();
}

Result<void> RunWriter::finish() {
    {
        const std::lock_guard lock(mutex_);
        isFinishing_ = true;
        wake_.notify_one();
        stored_.notify_all();
    }
    const std::lock_guard lock(joining_);
    if (thread_.joinable()) {
        thread_.join();
        auto error = attempt([&] { rows_->interrupt(); });
        rows_.reset();
        const std::lock_guard locked(mutex_);
        if (!error_) {
            error_ = std::move(error);
        }
    }
    return status();
}

Result<void> RunWriter::status() const {
    const std::lock_guard lock(mutex_);
    return error_ ? Result<void>(fail(*error_)) : Result<void>();
}

bool RunWriter::isDue() const {
    return isUrgent_ || isFinishing_ || queue_.size() * 2 >= options_.capacity;
}

void RunWriter::work() {
    std::vector<RunEvent> batch;
    std::unique_lock lock(mutex_);
    while (!error_) {
        const bool isSilent = !wake_.wait_for(lock, kHeartbeat, [&] { return isDue() || !queue_.empty(); });
        if (!isSilent) {
            wake_.wait_until(lock, oldest_ + options_.interval, [&] { return isDue(); });
        }
        if (queue_.empty() && isFinishing_) {
            break;
        }
        batch.swap(queue_);
        queuedBytes_ = 0;
        isUrgent_ = false;
        stored_.notify_all();  // there is room again
        lock.unlock();
        auto error = attempt([&] { isSilent ? rows_->beat() : rows_->store(batch); });
        if (isSilent) {
            error.reset();  // a beat that failed loses nothing
        }
        const std::size_t numStored = batch.size();
        batch.clear();
        if (error && options_.onError) {
            options_.onError(*error);
        }
        lock.lock();
        numStored_ += error ? 0 : numStored;
        run_ = rows_->run();
        error_ = std::move(error);
        stored_.notify_all();
    }
}

std::optional<Error> RunWriter::attempt(const std::function<void()>& work) const {
    try {
        work();
        return std::nullopt;
    } catch (const SQLite::Exception& exception) {
        return toError(exception, file_);
    } catch (const std::exception& exception) {
        return Error{.code = ErrorCode::kInternal, .message = exception.what()};
    }
}

}  // namespace loomscope
