// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/console.h"

#include "viz/export/export.h"

#include <QByteArray>
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <ctime>
#include <mutex>
#include <thread>
#include <unistd.h>

namespace loomscope {

void print(std::string_view text) {
    fmt::print("{}{}", text, text.ends_with('\n') ? "" : "\n");
}

void say(std::string_view line) {
    fmt::print(stderr, "{}\n", line);
}

void sayError(const Error& error) {
    say("loomscope: " + error.text());
}

void sayProblems(const ReadReport& report) {
    static constexpr std::size_t kShown = 5;
    const auto list = [](std::string_view kind, const std::vector<ReadProblem>& problems) {
        for (std::size_t i = 0; i < std::min(kShown, problems.size()); ++i) {
            const ReadProblem& problem = problems[i];
            const std::string line = problem.line > 0 ? fmt::format(", line {}", problem.line) : "";
            say(fmt::format("{}: record {}{}: {}", kind, problem.record, line, problem.message));
        }
        if (problems.size() > kShown) {
            say(fmt::format("{}: {} more; `loomscope inspect` lists all", kind, problems.size() - kShown));
        }
    };
    list("rejected", report.rejected);
    list("warning", report.warnings);
}

struct ConsoleJob::State {
    std::stop_source stop;
    bool isTerminal = isatty(STDERR_FILENO) != 0;
    std::mutex mutex;
    std::function<void()> action;
    std::time_t lastLine = 0;
    std::jthread waiter;  // last: it uses the others

    void show(const Progress& progress) {
        const std::lock_guard lock(mutex);
        const std::time_t now = std::time(nullptr);
        if (now == lastLine) {
            return;
        }
        lastLine = now;
        const std::string share =
            progress.total > 0 ? fmt::format(" {} of {}", progress.done, progress.total) : "";
        fmt::print(stderr, "\r\033[K{}{}\r", progress.what, share);
    }

    /// Signals are taken by one thread, so that what they start may lock and allocate.
    void waitForInterrupt(const std::stop_token& end) {
        sigset_t interrupts;
        sigemptyset(&interrupts);
        sigaddset(&interrupts, SIGINT);
        const timespec patience{.tv_sec = 0, .tv_nsec = 50'000'000};
        while (!end.stop_requested()) {
            if (sigtimedwait(&interrupts, nullptr, &patience) == SIGINT) {
                stop.request_stop();
                const std::lock_guard lock(mutex);
                if (action) {
                    action();
                }
                // A second Ctrl-C ends the program at once.
                pthread_sigmask(SIG_UNBLOCK, &interrupts, nullptr);
                return;
            }
        }
    }
};

ConsoleJob::ConsoleJob() : state_(std::make_unique<State>()) {
    sigset_t interrupts;
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    pthread_sigmask(SIG_BLOCK, &interrupts, nullptr);
    state_->waiter =
        std::jthread([state = state_.get()](const std::stop_token& end) { state->waitForInterrupt(end); });
}

ConsoleJob::~ConsoleJob() = default;

JobControl ConsoleJob::control() const {
    JobControl control{.stop = state_->stop.get_token()};
    if (state_->isTerminal) {
        control.report = [state = state_.get()](const Progress& progress) { state->show(progress); };
    }
    return control;
}

void ConsoleJob::onInterrupt(std::function<void()> action) {
    const std::lock_guard lock(state_->mutex);
    state_->action = std::move(action);
}

Result<void> writeOutput(const std::string& path, std::string_view content) {
    if (!path.empty() && path != "-") {
        return writeFile(QString::fromStdString(path),
                         QByteArray(content.data(), static_cast<qsizetype>(content.size())));
    }
    if (std::fwrite(content.data(), 1, content.size(), stdout) != content.size()) {
        return fail(ErrorCode::kIo, "standard output could not be written");
    }
    return {};
}

}  // namespace loomscope
