// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/shared_data.h"

#include <cstdlib>
#include <string>
#include <system_error>

namespace loomscope {

std::filesystem::path sourceDirectory() {
    const char* folder = std::getenv("LOOMSCOPE_SOURCE_DIR");
    return folder == nullptr ? std::filesystem::current_path() : std::filesystem::path(folder);
}

Result<std::filesystem::path> findSharedData(std::string_view name) {
    const char* shared = std::getenv("LOOMSCOPE_SHARED");
    const auto root = shared == nullptr ? sourceDirectory() / ".." / "shared" : std::filesystem::path(shared);
    auto path = (root / name).lexically_normal();
    std::error_code unreadable;
    if (!std::filesystem::exists(path, unreadable)) {
        return fail(ErrorCode::kNotFound, "no shared data at " + path.string() +
                                              "; set LOOMSCOPE_SHARED to the folder that holds it");
    }
    return path;
}

}  // namespace loomscope
