// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/tagged_reader.h"

#include "engine/data/readers/text_encoding.h"
#include "engine/data/readers/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace loomscope {

namespace {

constexpr std::int64_t kLinesPerReport = 4096;

/// A sentence whose tags have no classes yet.
struct TaggedSentence {
    std::vector<std::string_view> words;
    std::vector<std::string_view> tags;
    std::int64_t line = 0;
    std::optional<ReadProblem> fault;
};

/// How the lines of a file are cut.
struct TaggedLayout {
    bool hasTabs = false;
    std::size_t numColumns = 0;

    [[nodiscard]] std::vector<std::string_view> cut(std::string_view line) const {
        return hasTabs ? splitAt(line, '\t') : splitWords(line);
    }
};

bool isSeparator(std::string_view line) {
    return trimmedText(line).empty() || line.starts_with("-DOCSTART-");
}

class TaggedFile {
public:
    TaggedFile(std::string_view text, const JobControl& control, ReadResult& result)
        : lines_(text), control_(control), result_(result) {}

    /// False if it was asked to stop.
    bool read() {
        while (const auto line = lines_.next()) {
            if (line->number % kLinesPerReport == 1) {
                if (control_.isCancelled()) {
                    return false;
                }
                control_.say({"Reading " + result_.info.name, lines_.position(), lines_.size()});
            }
            if (isSeparator(line->text)) {
                finish();
            } else {
                addWord(*line);
            }
        }
        finish();
        makeExamples();
        return true;
    }

private:
    void addWord(const TextLine& line) {
        if (layout_.numColumns == 0) {
            layout_.hasTabs = line.text.find('\t') != std::string_view::npos;
            layout_.numColumns = layout_.cut(line.text).size();
        }
        const auto columns = layout_.cut(line.text);
        const bool fits = columns.size() == layout_.numColumns && columns.size() > 1;
        if (!fits && line.text.starts_with('#')) {
            return;
        }
        sentence_.line = sentence_.line == 0 ? line.number : sentence_.line;
        if (sentence_.fault) {
            return;
        }
        if (!fits || trimmedText(columns.front()).empty() || trimmedText(columns.back()).empty()) {
            sentence_.fault = ReadProblem{
                .line = line.number,
                .message = fits ? std::string("a word or a tag is empty")
                                : fmt::format("{} columns where there are {}; a word and its tag at least",
                                              columns.size(), layout_.numColumns)};
            return;
        }
        sentence_.words.push_back(trimmedText(columns.front()));
        sentence_.tags.push_back(trimmedText(columns.back()));
    }

    void finish() {
        if (sentence_.line == 0) {
            return;
        }
        ++record_;
        if (sentence_.fault) {
            sentence_.fault->record = record_;
            result_.report.rejected.push_back(std::move(*sentence_.fault));
        } else {
            for (const std::string_view tag : sentence_.tags) {
                classOf_.emplace(tag, 0);
            }
            sentences_.emplace_back(record_, std::move(sentence_));
        }
        sentence_ = {};
    }

    void makeExamples() {
        for (auto& [tag, label] : classOf_) {
            label = static_cast<std::int32_t>(result_.info.classNames.size());
            result_.info.classNames.emplace_back(tag);
        }
        result_.info.numClasses = static_cast<std::int32_t>(classOf_.size());
        for (const auto& [record, sentence] : sentences_) {
            Sequence sequence;
            sequence.tokens.assign(sentence.words.begin(), sentence.words.end());
            for (const std::string_view tag : sentence.tags) {
                sequence.tags.push_back(classOf_.at(tag));
            }
            auto example = std::make_shared<Example>();
            example->structure = std::move(sequence);
            example->record = record;
            example->line = sentence.line;
            result_.examples.push_back(std::move(example));
        }
    }

    LineReader lines_;
    const JobControl& control_;
    ReadResult& result_;
    TaggedLayout layout_;
    TaggedSentence sentence_;
    std::int64_t record_ = 0;
    std::vector<std::pair<std::int64_t, TaggedSentence>> sentences_;
    std::map<std::string_view, std::int32_t> classOf_;
};

/// Whether a line begins a tree in brackets; a bracket that is a word stands alone.
bool beginsTree(const std::vector<std::string_view>& columns) {
    const bool hasLabel = columns.front().starts_with('(') && columns.front().size() > 1;
    return hasLabel || (columns.front() == "(" && columns.back().ends_with(')'));
}

}  // namespace

bool looksLikeTagged(std::string_view head) {
    LineReader lines(head);
    std::size_t numColumns = 0;
    int numBlocks = 0;
    bool isInside = false;
    bool isLast = false;
    while (const auto line = lines.next()) {
        if (isSeparator(line->text)) {
            isInside = false;
            continue;
        }
        isLast = lines.position() == lines.size();
        const bool hasTabs = line->text.find('\t') != std::string_view::npos;
        const auto columns = TaggedLayout{.hasTabs = hasTabs}.cut(line->text);
        if (numColumns == 0) {
            numColumns = columns.size();
        }
        if (beginsTree(columns)) {
            return false;
        }
        if (!isLast && (columns.size() != numColumns || numColumns < 2 || parseFinite(columns.back()))) {
            return false;
        }
        numBlocks += std::exchange(isInside, true) ? 0 : 1;
    }
    return numBlocks > 1;
}

Result<ReadResult> readTagged(std::string_view bytes, const std::string& path, const JobControl& control) {
    ReadResult result = beginResult(path, bytes, "tagged", StructureKind::kSequence);
    DecodedText decoded = decodeText(bytes);
    result.report.warnings = std::move(decoded.warnings);
    if (!TaggedFile(decoded.text(), control, result).read()) {
        return fail(readingCancelled(path));
    }
    result.info.task = Task::kClassification;
    return finishResult(std::move(result), "sentence");
}

}  // namespace loomscope
