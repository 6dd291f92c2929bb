// SPDX-License-Identifier: GPL-3.0-or-later
// What commands print: documents on standard output, messages and progress on standard error.
#pragma once

#include "engine/base/error.h"
#include "engine/base/job_control.h"
#include "engine/base/result.h"
#include "engine/data/dataset.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace loomscope {

/// Prints a document, with a final line end.
void print(std::string_view text);
/// One line on standard error.
void say(std::string_view line);
void sayError(const Error& error);
/// The first problems of a reader, one line each, and how many there are.
void sayProblems(const ReadReport& report);

/// Stops at the first Ctrl-C; shows progress if standard error is a terminal.
/// Threads: make one per process, before other threads start.
class ConsoleJob {
public:
    ConsoleJob();
    ~ConsoleJob();
    ConsoleJob(const ConsoleJob&) = delete;
    ConsoleJob& operator=(const ConsoleJob&) = delete;

    [[nodiscard]] JobControl control() const;
    /// Calls `action` once, on another thread, when Ctrl-C is pressed.
    void onInterrupt(std::function<void()> action);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Writes `content` to a file, or to standard output if `path` is empty or "-".
[[nodiscard]] Result<void> writeOutput(const std::string& path, std::string_view content);

}  // namespace loomscope
