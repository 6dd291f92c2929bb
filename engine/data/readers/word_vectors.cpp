// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/word_vectors.h"

#include "engine/data/readers/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

namespace loomscope {

namespace {

constexpr std::int64_t kLinesPerReport = 4096;
constexpr std::size_t kMaxWarnings = 100;

bool isHeader(const std::vector<std::string_view>& parts) {
    return parts.size() == 2 && parseWhole(parts[0]) && parseWhole(parts[1]);
}

/// The vectors of one file on their way into a table.
class VectorReader {
public:
    VectorReader(const std::string& path, const Vocabulary& words, std::int64_t width, std::span<float> table)
        : path_(path),
          words_(words),
          width_(static_cast<std::size_t>(width)),
          table_(table),
          isFilled_(static_cast<std::size_t>(words.size())) {}

    Result<void> addLine(std::string_view line) {
        ++line_;
        const auto parts = splitWords(trimmedText(line));
        if (line_ == 1 && isHeader(parts)) {
            return checkWidth(static_cast<std::size_t>(parseWhole(parts[1]).value_or(0)));
        }
        if (parts.empty()) {
            return {};
        }
        if (numVectors_ == 0) {
            LOOM_TRY_VOID(checkWidth(parts.size() - 1));
        }
        if (parts.size() <= width_) {
            warn(fmt::format("{} numbers where a vector has {}", parts.size() - 1, width_));
            return {};
        }
        ++numVectors_;
        const std::string_view last = parts[parts.size() - width_ - 1];
        const std::string_view word(parts[0].data(),
                                    static_cast<std::size_t>(last.data() + last.size() - parts[0].data()));
        copy(word, std::span(parts).last(width_));
        return {};
    }

    Result<WordVectorReport> finish() {
        if (numVectors_ == 0) {
            return fail(ErrorCode::kParse, fmt::format("{} holds no vector", path_));
        }
        if (numWarnings_ > kMaxWarnings) {
            report_.warnings.push_back(
                {.message = fmt::format("{} more lines could not be used", numWarnings_ - kMaxWarnings)});
        }
        return std::move(report_);
    }

    [[nodiscard]] bool isAtReport() const { return line_ % kLinesPerReport == 0; }

private:
    Result<void> checkWidth(std::size_t found) const {
        if (found == width_) {
            return {};
        }
        return fail(
            ErrorCode::kInvalid,
            fmt::format("the vectors of {} have {} numbers, the words of the model {}: choose the width "
                        "of the model's words (embed, or hidden) to fit",
                        path_, found, width_),
            {.file = path_, .line = line_});
    }

    void copy(std::string_view word, std::span<const std::string_view> numbers) {
        const auto row = static_cast<std::size_t>(words_.id(word));
        if (row == Vocabulary::kUnknown || isFilled_[row]) {
            return;
        }
        std::vector<float> vector;
        for (const std::string_view number : numbers) {
            const auto value = parseFinite(number);
            if (!value) {
                warn(fmt::format("'{}' is no number; the vector of {} is left out", number, word));
                return;
            }
            vector.push_back(static_cast<float>(*value));
        }
        std::ranges::copy(vector, table_.begin() + static_cast<std::ptrdiff_t>(row * width_));
        isFilled_[row] = true;
        ++report_.found;
    }

    void warn(std::string message) {
        if (++numWarnings_ <= kMaxWarnings) {
            report_.warnings.push_back({.record = line_, .line = line_, .message = std::move(message)});
        }
    }

    const std::string& path_;
    const Vocabulary& words_;
    std::size_t width_;
    std::span<float> table_;
    std::vector<bool> isFilled_;
    std::int64_t line_ = 0;
    std::int64_t numVectors_ = 0;
    std::size_t numWarnings_ = 0;
    WordVectorReport report_;
};

}  // namespace

Result<WordVectorReport> readWordVectors(const std::string& path, const Vocabulary& words, std::int64_t width,
                                         std::span<float> table, const JobControl& control) {
    std::error_code unknown;
    const auto size = std::filesystem::file_size(path, unknown);
    std::ifstream file(path, std::ios::binary);
    if (!file || unknown) {
        const bool isMissing = !std::filesystem::exists(path, unknown);
        return fail(isMissing ? ErrorCode::kNotFound : ErrorCode::kIo,
                    fmt::format("the word vectors {} {}", path,
                                isMissing ? "do not exist: check the path" : "can't be read"));
    }
    VectorReader reader(path, words, width, table);
    std::string line;
    std::int64_t done = 0;
    while (std::getline(file, line)) {
        LOOM_TRY_VOID(reader.addLine(line));
        done += static_cast<std::int64_t>(line.size()) + 1;
        if (reader.isAtReport()) {
            if (control.isCancelled()) {
                return fail(ErrorCode::kCancelled, fmt::format("reading {} was cancelled", path));
            }
            control.say({"Reading " + path, done, static_cast<std::int64_t>(size)});
        }
    }
    return reader.finish();
}

}  // namespace loomscope
