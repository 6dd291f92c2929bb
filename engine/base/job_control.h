// SPDX-License-Identifier: Apache-2.0
// How long work says where it is, and hears that it should stop.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

namespace loomscope {

/// Where long work has got to. `total` is 0 while it is unknown.
struct Progress {
    std::string what;
    std::int64_t done = 0;
    std::int64_t total = 0;
};

/// Handed down to long work; default-constructed it never stops and reports nowhere.
/// `report` is called on the working thread, so a receiver must be thread-safe and quick.
struct JobControl {
    std::stop_token stop;
    std::function<void(const Progress&)> report;

    [[nodiscard]] bool isCancelled() const { return stop.stop_requested(); }
    void say(const Progress& progress) const {
        if (report) {
            report(progress);
        }
    }
};

}  // namespace loomscope
