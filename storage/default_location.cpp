// SPDX-License-Identifier: Apache-2.0
#include "storage/default_location.h"

#include <cstdlib>

namespace loomscope {

std::filesystem::path defaultStorePath() {
    const auto variable = [](const char* key) {
        const char* value = std::getenv(key);
        return std::filesystem::path(value == nullptr ? "" : value);
    };
    // The XDG specification says that a relative folder is to be ignored.
    std::filesystem::path folder = variable("XDG_DATA_HOME");
    if (!folder.is_absolute()) {
        folder = variable("HOME") / ".local" / "share";
    }
    return folder / "loomscope" / "runs.sqlite";
}

}  // namespace loomscope
