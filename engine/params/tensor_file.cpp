// SPDX-License-Identifier: Apache-2.0
// The part of safetensors.h that touches the disk.
#include "engine/params/safetensors.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace loomscope {

namespace {

/// Closes a POSIX file when it goes out of scope.
class FileHandle {
public:
    explicit FileHandle(int descriptor) : descriptor_(descriptor) {}
    ~FileHandle() {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
    }
    FileHandle(const FileHandle&) = delete;
    FileHandle& operator=(const FileHandle&) = delete;

    [[nodiscard]] int get() const { return descriptor_; }
    [[nodiscard]] bool close() { return ::close(std::exchange(descriptor_, -1)) == 0; }

private:
    int descriptor_;
};

tl::unexpected<Error> ioError(const std::filesystem::path& path, std::string_view doing) {
    return fail(ErrorCode::kIo,
                fmt::format("can't {} {}: {}", doing, path.string(), std::generic_category().message(errno)));
}

Result<void> writeAll(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    FileHandle file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.get() < 0) {
        return ioError(path, "create");
    }
    while (!bytes.empty()) {
        const ssize_t written = ::write(file.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written < 0) {
            return ioError(path, "write");
        }
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    if (::fsync(file.get()) != 0 || !file.close()) {
        return ioError(path, "write");
    }
    return {};
}

}  // namespace

Result<void> writeAtomically(const std::filesystem::path& path, std::span<const std::byte> bytes) {
    std::filesystem::path temporary = path;
    temporary += fmt::format(".{}.tmp", ::getpid());
    if (auto written = writeAll(temporary, bytes); !written) {
        ::unlink(temporary.c_str());
        return written;
    }
    if (std::rename(temporary.c_str(), path.c_str()) != 0) {
        auto error = ioError(path, "replace");
        ::unlink(temporary.c_str());
        return error;
    }
    return {};
}

Result<TensorFile> readTensors(const std::filesystem::path& path) {
    std::error_code error;
    if (!std::filesystem::exists(path, error)) {
        return fail(ErrorCode::kNotFound, fmt::format("{} does not exist", path.string()));
    }
    std::ifstream stream(path, std::ios::binary | std::ios::ate);
    if (!stream || std::filesystem::is_directory(path, error)) {
        return fail(ErrorCode::kIo, fmt::format("can't open {} for reading", path.string()));
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(stream.tellg()));
    stream.seekg(0);
    if (!stream.read(reinterpret_cast<char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()))) {
        return fail(ErrorCode::kIo, fmt::format("can't read {}", path.string()));
    }
    auto file = decodeTensors(bytes);
    if (!file) {
        return fail(std::move(file).error().withContext(path.string()));
    }
    return file;
}

}  // namespace loomscope
