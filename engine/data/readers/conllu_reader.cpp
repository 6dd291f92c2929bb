// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/conllu_reader.h"

#include "engine/data/readers/conllu_sentence.h"
#include "engine/data/readers/text_encoding.h"
#include "engine/data/readers/text_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace loomscope {

namespace {

constexpr std::int64_t kRecordsPerReport = 256;

class ConlluFile {
public:
    ConlluFile(std::string_view text, bool hasClasses, const JobControl& control, ReadResult& result)
        : lines_(text), hasClasses_(hasClasses), control_(control), result_(result) {}

    /// False if it was asked to stop.
    bool read() {
        while (const auto line = lines_.next()) {
            if (trimmedText(line->text).empty()) {
                endSentence(*line);
            } else if (line->text.starts_with('#') && line->text.find('\t') == std::string_view::npos) {
                sentence_.addComment(line->text);
            } else {
                addWordLine(*line);
            }
            if (isCancelled_) {
                return false;
            }
        }
        finishSentence();
        return true;
    }

private:
    void endSentence(const TextLine& line) {
        if (!line.text.empty() && !sentence_.isEmpty()) {
            warn(line.number, "a line of blanks ends a sentence; it should be empty");
        }
        finishSentence();
    }

    void addWordLine(const TextLine& line) {
        const bool beginsAnew = line.text.starts_with("1\t") && sentence_.numWords() > 0;
        if (beginsAnew) {
            warn(line.number,
                 fmt::format("ID 1 follows ID {}: an empty line is missing, a sentence begins here",
                             sentence_.numWords()));
            finishSentence();
        }
        sentence_.addLine(line);
    }

    void warn(std::int64_t line, std::string message) {
        result_.report.warnings.push_back({.record = record_, .line = line, .message = std::move(message)});
    }

    void finishSentence() {
        if (sentence_.isEmpty()) {
            return;
        }
        if (auto example = sentence_.finish(hasClasses_)) {
            result_.examples.push_back(std::make_shared<const Example>(std::move(*example)));
        } else {
            result_.report.rejected.push_back(*sentence_.fault());
        }
        std::ranges::move(sentence_.warnings(), std::back_inserter(result_.report.warnings));
        if (record_ % kRecordsPerReport == 0) {
            isCancelled_ = control_.isCancelled();
            control_.say({"Reading " + result_.info.name, lines_.position(), lines_.size()});
        }
        sentence_ = ConlluSentence(++record_);
    }

    LineReader lines_;
    bool hasClasses_;
    const JobControl& control_;
    ReadResult& result_;
    bool isCancelled_ = false;
    std::int64_t record_ = 1;
    ConlluSentence sentence_{1};
};

bool hasClass(const ReadResult& result) {
    return std::ranges::any_of(result.examples, [](const auto& example) {
        const auto& nodes = std::get<Tree>(example->structure).nodes;
        return std::ranges::any_of(nodes, [](const Tree::Node& node) { return node.label >= 0; });
    });
}

}  // namespace

Result<ReadResult> readConllu(std::string_view bytes, const std::string& path, bool hasClasses,
                              const JobControl& control) {
    ReadResult result = beginResult(path, bytes, "conllu", StructureKind::kTree);
    DecodedText decoded = decodeText(bytes);
    result.report.warnings = std::move(decoded.warnings);
    if (!ConlluFile(decoded.text(), hasClasses, control, result).read()) {
        return fail(readingCancelled(path));
    }
    if (hasClass(result)) {
        result.info.task = Task::kClassification;
        result.info.numClasses = static_cast<std::int32_t>(kUniversalTags.size());
        result.info.classNames.assign(kUniversalTags.begin(), kUniversalTags.end());
    }
    return finishResult(std::move(result), "sentence");
}

}  // namespace loomscope
