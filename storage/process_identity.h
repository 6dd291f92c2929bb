// SPDX-License-Identifier: Apache-2.0
// Telling whether the process that wrote a run still lives.
#pragma once

#include <cstdint>
#include <string>

namespace loomscope {

/// What tells one process from all others, also after its number was given to another, and after a reboot.
struct ProcessIdentity {
    std::string boot;          ///< changes with each start of the machine
    std::string pidNamespace;  ///< process numbers mean something only inside it
    std::int64_t pid = 0;
    std::int64_t started = 0;  ///< clock ticks since boot

    bool operator==(const ProcessIdentity&) const = default;
};

enum class Liveness : std::uint8_t { kAlive, kGone, kUnknown };

[[nodiscard]] ProcessIdentity currentProcess();

/// kUnknown for a process of another container on the running machine.
[[nodiscard]] Liveness livenessOf(const ProcessIdentity& process);

/// A clock that no one can set, the same in all processes of the machine.
[[nodiscard]] std::int64_t millisecondsSinceBoot();

}  // namespace loomscope
