// SPDX-License-Identifier: Apache-2.0
// One sentence of a CoNLL-U file, line by line.
#pragma once

#include "engine/data/dataset.h"
#include "engine/data/readers/text_lines.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace loomscope {

/// The universal parts of speech, the classes of words.
inline constexpr std::array<std::string_view, 17> kUniversalTags = {
    "ADJ",  "ADP",  "ADV",   "AUX",   "CCONJ", "DET", "INTJ", "NOUN", "NUM",
    "PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X"};

/// Collects the lines of one sentence and makes its dependency tree. Words, heads and relations are borrowed
/// from the text.
class ConlluSentence {
public:
    explicit ConlluSentence(std::int64_t record) : record_(record) {}

    [[nodiscard]] bool isEmpty() const { return words_.empty() && !fault_; }
    [[nodiscard]] std::int64_t numWords() const { return static_cast<std::int64_t>(words_.size()); }
    void addComment(std::string_view line);
    /// A line with a word, a range of words or an empty node.
    void addLine(const TextLine& line);
    /// The tree of the words, or nothing, and then fault() is set. The second of several roots and those
    /// after it are hung below the first.
    [[nodiscard]] std::optional<Example> finish(bool hasClasses);

    [[nodiscard]] const std::optional<ReadProblem>& fault() const { return fault_; }
    [[nodiscard]] std::vector<ReadProblem>& warnings() { return warnings_; }

private:
    struct Word {
        std::string_view form;
        std::string_view tag;
        std::string_view relation;
        std::int64_t head = 0;
        std::int64_t line = 0;
        bool hasSpaceAfter = true;
    };
    struct Range {
        std::int64_t last = 0;
        std::string_view form;
        bool hasSpaceAfter = true;
    };
    using Columns = std::vector<std::string_view>;

    void addWord(const TextLine& line, const Columns& columns);
    void addRange(const TextLine& line, const Columns& columns);
    void reject(std::int64_t line, std::int64_t column, const std::string& message);
    void warn(std::int64_t line, const std::string& message);
    [[nodiscard]] std::string named(const std::string& message) const;
    /// Heads as indices, −1 for the root; nothing if they are no tree.
    [[nodiscard]] std::optional<std::vector<std::int32_t>> resolveHeads();
    void joinRoots(std::vector<std::int32_t>& heads, const std::vector<std::int32_t>& roots);
    [[nodiscard]] std::string surfaceText() const;

    std::int64_t record_;
    std::int64_t firstLine_ = 0;
    std::string id_;
    bool hasText_ = false;
    std::vector<Word> words_;
    std::vector<std::pair<std::int64_t, Range>> ranges_;  ///< by their first word
    std::vector<std::pair<std::string, std::string>> fields_;
    std::optional<ReadProblem> fault_;
    std::vector<ReadProblem> warnings_;
};

}  // namespace loomscope
