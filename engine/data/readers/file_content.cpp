// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/file_content.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <system_error>

namespace loomscope {

namespace {

constexpr std::size_t kBlock = std::size_t{4} << 20U;

Error unreadable(const std::string& path, int reason) {
    if (reason == ENOENT || reason == ENOTDIR) {
        return {
            .code = ErrorCode::kNotFound,
            .message = fmt::format(
                "{} does not exist: check the path, or name a synthetic set (synthetic:sentiment)", path)};
    }
    const char* wayOut = reason == EACCES ? "; ask for the right to read it, or open a copy" : "";
    return {.code = ErrorCode::kIo,
            .message =
                fmt::format("{} can't be read: {}{}", path, std::generic_category().message(reason), wayOut)};
}

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace

Result<std::string> readFileContent(const std::string& path, const JobControl& control) {
    errno = 0;
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file) {
        return fail(unreadable(path, errno));
    }
    std::error_code sizeUnknown;
    const auto size = std::filesystem::file_size(path, sizeUnknown);
    const std::int64_t total = sizeUnknown ? 0 : static_cast<std::int64_t>(size);
    std::string content;
    for (;;) {
        if (control.isCancelled()) {
            return fail(ErrorCode::kCancelled, fmt::format("opening {} was cancelled", path));
        }
        const auto done = content.size();
        const auto wanted =
            done == 0 && total > 0 ? std::min(kBlock, static_cast<std::size_t>(total) + 1) : kBlock;
        content.resize(done + wanted);
        const std::size_t got = std::fread(content.data() + done, 1, wanted, file.get());
        content.resize(done + got);
        if (std::ferror(file.get()) != 0) {
            return fail(unreadable(path, errno));
        }
        if (got < wanted) {
            return content;
        }
        control.say({"Loading " + path, static_cast<std::int64_t>(content.size()), total});
    }
}

}  // namespace loomscope
