// SPDX-License-Identifier: GPL-3.0-or-later
// A folder that lives as long as a test.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace loomscope {

/// Returns the bytes of a file. Throws std::runtime_error if it can't be read.
[[nodiscard]] std::string readFile(const std::filesystem::path& path);

/// A new, empty folder, removed with all it holds when the object goes.
class TemporaryDirectory final {
public:
    /// Throws std::system_error if the folder can't be made.
    TemporaryDirectory();
    ~TemporaryDirectory();
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

    /// Writes a file below the folder, makes the folders above it, and returns its path. Throws
    /// std::runtime_error.
    std::filesystem::path write(std::string_view name, std::string_view bytes) const;

private:
    std::filesystem::path path_;
};

}  // namespace loomscope
