// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/conllu_sentence.h"

#include "engine/data/readers/text_encoding.h"
#include "engine/data/readers/tree_assembly.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace loomscope {

namespace {

enum Column : std::size_t { kId, kForm, kLemma, kTag, kOwnTag, kFeatures, kHead, kRelation, kDeps, kMisc };
constexpr std::size_t kNumColumns = 10;
constexpr std::array<std::pair<std::size_t, std::string_view>, 6> kEmptyInRanges = {{{kLemma, "LEMMA"},
                                                                                     {kTag, "UPOS"},
                                                                                     {kOwnTag, "XPOS"},
                                                                                     {kHead, "HEAD"},
                                                                                     {kRelation, "DEPREL"},
                                                                                     {kDeps, "DEPS"}}};

bool hasSpaceAfter(std::string_view misc) {
    const auto parts = splitAt(misc, '|');
    return std::ranges::find(parts, "SpaceAfter=No") == parts.end();
}

std::int32_t tagClass(std::string_view tag) {
    const auto found = std::ranges::find(kUniversalTags, tag);
    return found == kUniversalTags.end() ? -1 : static_cast<std::int32_t>(found - kUniversalTags.begin());
}

std::string listed(const std::vector<std::int32_t>& words) {
    constexpr std::size_t kMaxListed = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(words.size(), kMaxListed); ++i) {
        text += fmt::format("{}{}", i == 0 ? "" : i + 1 == words.size() ? " and " : ", ", words[i] + 1);
    }
    return words.size() > kMaxListed ? text + ", …" : text;
}

}  // namespace

void ConlluSentence::addComment(std::string_view line) {
    line = trimmedText(line.substr(1));
    const std::size_t equals = line.find('=');
    const std::string_view key = trimmedText(line.substr(0, equals));
    if (equals == std::string_view::npos || key.find(' ') != std::string_view::npos) {
        fields_.emplace_back("comment", line);
        return;
    }
    fields_.emplace_back(key, trimmedText(line.substr(equals + 1)));
    if (key == "sent_id") {
        id_ = fields_.back().second;
    }
    hasText_ = hasText_ || key == "text";
}

void ConlluSentence::addLine(const TextLine& line) {
    firstLine_ = firstLine_ == 0 ? line.number : firstLine_;
    if (fault_) {
        return;
    }
    const Columns columns = splitAt(line.text, '\t');
    if (columns.size() != kNumColumns) {
        const std::string_view hint = columns.size() == 1 ? "; they are separated by tabs" : "";
        reject(line.number, 0,
               fmt::format("{} columns where CoNLL-U has {}{}", columns.size(), kNumColumns, hint));
        return;
    }
    if (columns[kId].find('-') != std::string_view::npos) {
        addRange(line, columns);
    } else if (columns[kId].find('.') != std::string_view::npos) {
        fields_.emplace_back("empty_node", line.text);
    } else {
        addWord(line, columns);
    }
}

void ConlluSentence::addWord(const TextLine& line, const Columns& columns) {
    const auto id = parseWhole(columns[kId]);
    if (id != numWords() + 1) {
        reject(line.number, 1,
               fmt::format("ID {} where ID {} should stand: the words of a sentence are numbered from 1",
                           columns[kId], numWords() + 1));
        return;
    }
    if (trimmedText(columns[kForm]).empty()) {
        reject(line.number, countCharacters(columns[kId]) + 2, fmt::format("word {} has no FORM", *id));
        return;
    }
    const auto head = parseWhole(columns[kHead]);
    const auto column = countCharacters({line.text.data(), columns[kHead].data()}) + 1;
    if (!head || *head < 0) {
        reject(line.number, column,
               fmt::format("word {} ({}) has '{}' for its HEAD instead of the number of a word, or 0", *id,
                           columns[kForm], columns[kHead]));
        return;
    }
    if (*head == *id) {
        reject(line.number, column, fmt::format("word {} ({}) is its own head", *id, columns[kForm]));
        return;
    }
    const bool isRootRelation = columns[kRelation] == "root" || columns[kRelation].starts_with("root:");
    if (isRootRelation != (*head == 0)) {
        warn(line.number, fmt::format("word {} has HEAD {} but DEPREL {}; the HEAD counts", *id, *head,
                                      columns[kRelation]));
    }
    words_.push_back({.form = columns[kForm],
                      .tag = columns[kTag],
                      .relation = columns[kRelation],
                      .head = *head,
                      .line = line.number,
                      .hasSpaceAfter = hasSpaceAfter(columns[kMisc])});
}

void ConlluSentence::addRange(const TextLine& line, const Columns& columns) {
    const std::size_t dash = columns[kId].find('-');
    const auto first = parseWhole(columns[kId].substr(0, dash));
    const auto last = parseWhole(columns[kId].substr(dash + 1));
    if (!first || !last || *first != numWords() + 1 || *last < *first) {
        warn(line.number,
             fmt::format("the range {} does not begin at the next word; it is left out", columns[kId]));
        return;
    }
    if (*first == *last) {
        warn(line.number, fmt::format("the range {} holds a single word", columns[kId]));
    }
    for (const auto& [column, name] : kEmptyInRanges) {
        if (columns[column] != "_") {
            warn(line.number, fmt::format("the range {} has a {}, which is ignored: a range is no word",
                                          columns[kId], name));
        }
    }
    ranges_.emplace_back(*first, Range{*last, columns[kForm], hasSpaceAfter(columns[kMisc])});
}

std::optional<Example> ConlluSentence::finish(bool hasClasses) {
    if (!fault_ && words_.empty()) {
        reject(firstLine_, 0, "a sentence without a word");
    }
    std::optional<std::vector<std::int32_t>> heads;
    if (!fault_) {
        heads = resolveHeads();
    }
    if (!heads) {
        return std::nullopt;
    }
    std::vector<LooseNode> nodes;
    nodes.reserve(words_.size());
    for (std::size_t i = 0; i < words_.size(); ++i) {
        nodes.push_back({.parent = (*heads)[i],
                         .label = hasClasses ? tagClass(words_[i].tag) : -1,
                         .token = words_[i].form,
                         .category = words_[i].relation});
    }
    if (!hasText_) {
        fields_.emplace_back("text", surfaceText());
    }
    return Example{.structure = assembleTree(nodes),
                   .targets = {},
                   .fields = std::move(fields_),
                   .id = id_,
                   .record = record_,
                   .line = words_.front().line};
}

std::optional<std::vector<std::int32_t>> ConlluSentence::resolveHeads() {
    std::vector<std::int32_t> heads;
    for (const Word& word : words_) {
        if (word.head > numWords()) {
            reject(word.line, 0,
                   fmt::format("the HEAD of {} is word {}, but the sentence has {} words", word.form,
                               word.head, numWords()));
            return std::nullopt;
        }
        heads.push_back(static_cast<std::int32_t>(word.head) - 1);
    }
    auto fault = findTreeFault(heads);
    if (fault && fault->kind == TreeFault::Kind::kSeveralRoots) {
        joinRoots(heads, fault->nodes);
        fault = findTreeFault(heads);
    }
    if (fault) {
        std::ranges::sort(fault->nodes);
        reject(
            firstLine_, 0,
            fmt::format("the heads of words {} form a cycle, which no root leads to", listed(fault->nodes)));
        return std::nullopt;
    }
    return heads;
}

void ConlluSentence::joinRoots(std::vector<std::int32_t>& heads, const std::vector<std::int32_t>& roots) {
    for (std::size_t i = 1; i < roots.size(); ++i) {
        heads[static_cast<std::size_t>(roots[i])] = roots[0];
    }
    warn(words_[static_cast<std::size_t>(roots[1])].line,
         fmt::format("words {} are all roots: the first is kept, the others are hung below it",
                     listed(roots)));
}

std::string ConlluSentence::surfaceText() const {
    std::string text;
    auto range = ranges_.begin();
    for (std::int64_t word = 1; word <= numWords(); ++word) {
        const Word& it = words_[static_cast<std::size_t>(word) - 1];
        std::string_view form = it.form;
        bool isSpaced = it.hasSpaceAfter;
        while (range != ranges_.end() && range->first < word) {
            ++range;
        }
        if (range != ranges_.end() && range->first == word) {
            form = range->second.form;
            isSpaced = range->second.hasSpaceAfter;
            word = std::min(range->second.last, numWords());
        }
        text += form;
        if (isSpaced && word < numWords()) {
            text += ' ';
        }
    }
    return text;
}

void ConlluSentence::reject(std::int64_t line, std::int64_t column, const std::string& message) {
    fault_ = ReadProblem{.record = record_, .line = line, .column = column, .message = named(message)};
}

void ConlluSentence::warn(std::int64_t line, const std::string& message) {
    warnings_.push_back({.record = record_, .line = line, .column = 0, .message = named(message)});
}

std::string ConlluSentence::named(const std::string& message) const {
    return id_.empty() ? message : fmt::format("sentence {}: {}", id_, message);
}

}  // namespace loomscope
