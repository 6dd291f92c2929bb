// SPDX-License-Identifier: Apache-2.0
// The lines of a text, and the words of a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace loomscope {

/// One line without its end.
struct TextLine {
    std::string_view text;
    std::int64_t number = 0;  ///< from 1
};

/// Walks a text line by line; LF, CR LF and CR LF with further CRs end a line. Borrows the text.
class LineReader {
public:
    explicit LineReader(std::string_view text) : rest_(text), size_(text.size()) {}

    /// The next line, or nothing behind the last. A text that ends with a line end has no line behind it.
    [[nodiscard]] std::optional<TextLine> next();
    /// Gives a line back: the next call of next() returns it again.
    void putBack(const TextLine& line) { back_ = line; }
    /// Bytes read so far.
    [[nodiscard]] std::int64_t position() const { return static_cast<std::int64_t>(size_ - rest_.size()); }
    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(size_); }

private:
    std::string_view rest_;
    std::size_t size_;
    std::int64_t number_ = 0;
    std::optional<TextLine> back_;
};

/// Without spaces, tabs and line ends on either side. No other character is a blank.
[[nodiscard]] std::string_view trimmedText(std::string_view text);

/// Parts between single separators; an empty text has one empty part.
[[nodiscard]] std::vector<std::string_view> splitAt(std::string_view text, char separator);

/// Parts between runs of spaces and tabs; none of them is empty.
[[nodiscard]] std::vector<std::string_view> splitWords(std::string_view text);

/// A whole number that fills the text, or nothing. Independent of the locale.
[[nodiscard]] std::optional<std::int64_t> parseWhole(std::string_view text);

/// A finite number that fills the text, or nothing. Independent of the locale; a leading + is allowed.
[[nodiscard]] std::optional<double> parseFinite(std::string_view text);

}  // namespace loomscope
