// SPDX-License-Identifier: Apache-2.0
#include "storage/process_identity.h"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <system_error>
#include <unistd.h>

namespace loomscope {
namespace {

/// The fields of /proc/PID/stat that we need.
struct ProcessState {
    char state = '?';
    std::int64_t started = 0;
};

std::optional<ProcessState> readState(std::int64_t pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    std::string line;
    std::getline(file, line);
    const auto nameEnd = line.rfind(')');  // the name may hold anything
    if (nameEnd == std::string::npos) {
        return std::nullopt;
    }
    std::istringstream fields(line.substr(nameEnd + 1));
    ProcessState state;
    fields >> state.state;
    constexpr int kUpToStart = 19;  // fields 4 to 22
    std::string field;
    for (int i = 0; i < kUpToStart; ++i) {
        fields >> field;
    }
    std::from_chars(field.data(), field.data() + field.size(), state.started);
    return fields ? std::optional(state) : std::nullopt;
}

std::string readBoot() {
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string boot;
    std::getline(file, boot);
    return boot;
}

std::string readPidNamespace() {
    std::error_code error;
    return std::filesystem::read_symlink("/proc/self/ns/pid", error).string();
}

}  // namespace

ProcessIdentity currentProcess() {
    const std::int64_t pid = ::getpid();
    return {.boot = readBoot(),
            .pidNamespace = readPidNamespace(),
            .pid = pid,
            .started = readState(pid).value_or(ProcessState{}).started};
}

Liveness livenessOf(const ProcessIdentity& process) {
    if (process.boot != readBoot()) {
        return Liveness::kGone;
    }
    if (process.pidNamespace != readPidNamespace()) {
        return Liveness::kUnknown;
    }
    if (::kill(static_cast<pid_t>(process.pid), 0) != 0 && errno == ESRCH) {
        return Liveness::kGone;
    }
    const auto state = readState(process.pid);
    const bool isAnother = state && state->started != process.started;
    const bool isZombie = state && state->state == 'Z';
    return isAnother || isZombie ? Liveness::kGone : Liveness::kAlive;
}

std::int64_t millisecondsSinceBoot() {
    timespec time{};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return static_cast<std::int64_t>(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
}

}  // namespace loomscope
