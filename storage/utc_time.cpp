// SPDX-License-Identifier: Apache-2.0
#include "storage/utc_time.h"

#include <fmt/chrono.h>

#include <chrono>

namespace loomscope {

std::string utcNow() {
    const auto now = std::chrono::system_clock::now();
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch()).count();
    constexpr int kPerSecond = 1000;
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(now)),
                       milliseconds % kPerSecond);
}

}  // namespace loomscope
