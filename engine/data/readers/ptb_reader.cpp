// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/ptb_reader.h"

#include "engine/data/content_hash.h"
#include "engine/data/readers/ptb_tree_builder.h"
#include "engine/data/readers/text_encoding.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <optional>
#include <utility>

namespace loomscope {

namespace {

constexpr std::int64_t kRecordsPerReport = 1024;
constexpr std::size_t kQuotedBytes = 60;

enum class Kind : std::uint8_t { kWord, kBlank, kOpen, kClose };

constexpr std::array<Kind, 256> kKinds = [] {
    std::array<Kind, 256> kinds{};
    kinds[' '] = kinds['\t'] = kinds['\r'] = kinds['\n'] = Kind::kBlank;
    kinds['('] = Kind::kOpen;
    kinds[')'] = Kind::kClose;
    return kinds;
}();

Kind kindOf(char c) {
    return kKinds[static_cast<unsigned char>(c)];
}

/// A place in the text, with what is needed to name it.
struct Place {
    const char* at = nullptr;
    const char* lineStart = nullptr;
    std::int64_t line = 1;

    [[nodiscard]] std::int64_t column() const { return countCharacters({lineStart, at}) + 1; }
};

std::string message(PtbFault fault, std::string_view atom) {
    switch (fault) {
        case PtbFault::kEmptyBrackets:
            return "empty brackets: is a bracket of the text not escaped? As words, ( and ) are written "
                   "-LRB- and -RRB-";
        case PtbFault::kNoWord:
            return "a bracket with a label but no word";
        case PtbFault::kLabelOutOfRange:
            return fmt::format(
                "label {} is not one of the classes 0 to 4; open with labels none to read any label as a "
                "name",
                atom);
        case PtbFault::kNone:
            break;
    }
    return {};
}

/// One pass over the text of a file.
class PtbFile {
public:
    PtbFile(std::string_view text, TreeLabels labels, const JobControl& control, ReadResult& result)
        : begin_(text.data()),
          end_(begin_ + text.size()),
          here_{begin_, begin_, 1},
          labels_(labels),
          builder_(labels),
          control_(control),
          result_(result) {}

    void read();
    [[nodiscard]] bool isCancelled() const { return isCancelled_; }

private:
    void scan();
    void newLine() { here_.lineStart = here_.at + 1, ++here_.line; }
    void openBracket();
    void closeBracket();
    void readWord();
    [[nodiscard]] bool isAtMarginOfTree() const;
    void startTree();
    void finishTree();
    void keepTree();
    void leaveUnclosedTree();
    void check(PtbFault fault, std::string_view atom);
    void reject(ReadProblem problem) { result_.report.rejected.push_back(std::move(problem)); }
    void warn(ReadProblem problem) { result_.report.warnings.push_back(std::move(problem)); }
    void warnOfStrayText(std::string text);
    void describeLabels();
    [[nodiscard]] ReadProblem problemAt(const Place& place, std::string text) const {
        return {.record = record_, .line = place.line, .column = place.column(), .message = std::move(text)};
    }

    const char* begin_;
    const char* end_;
    Place here_;
    TreeLabels labels_;
    PtbTreeBuilder builder_;
    const JobControl& control_;
    ReadResult& result_;
    bool isCancelled_ = false;

    // The tree at hand.
    std::int64_t record_ = 0;
    std::int64_t depth_ = 0;
    Place start_;
    std::ptrdiff_t indent_ = 0;         ///< of the line on which it starts
    std::optional<ReadProblem> fault_;  ///< its brackets are still followed, to find where it ends
    std::optional<Place> resume_;       ///< the first line inside it that may be the next tree instead

    // What the trees so far say about the layout of the file.
    std::int64_t numApart_ = 0;   ///< no line inside them began where a tree begins
    std::int64_t numAcross_ = 0;  ///< some line did

    std::int64_t strayLine_ = 0;
    std::int64_t numNeutral_ = 0;
    bool hasClasses_ = false;
};

void PtbFile::read() {
    for (scan(); depth_ > 0 && !isCancelled_; scan()) {
        leaveUnclosedTree();
    }
    describeLabels();
}

void PtbFile::scan() {
    while (here_.at != end_ && !isCancelled_) {
        switch (kindOf(*here_.at)) {
            case Kind::kBlank:
                if (*here_.at == '\n') {
                    newLine();
                }
                ++here_.at;
                break;
            case Kind::kOpen:
                openBracket();
                break;
            case Kind::kClose:
                closeBracket();
                break;
            case Kind::kWord:
                readWord();
                break;
        }
    }
}

void PtbFile::openBracket() {
    if (depth_ == 0) {
        startTree();
    } else if (isAtMarginOfTree()) {
        if (numApart_ > 0 && numAcross_ == 0) {
            const auto text =
                fmt::format("the tree that starts here lacks {} closing bracket{} before line {}", depth_,
                            depth_ == 1 ? "" : "s", here_.line);
            reject(fault_ ? std::move(*fault_) : problemAt(start_, text));
            startTree();
        } else if (!resume_) {
            resume_ = here_;
        }
    }
    ++depth_;
    if (!fault_) {
        builder_.open();
    }
    ++here_.at;
}

void PtbFile::closeBracket() {
    if (depth_ == 0) {
        warnOfStrayText("a closing bracket without an opening one");
        ++here_.at;
        return;
    }
    if (!fault_) {
        check(builder_.close(), {});
    }
    --depth_;
    ++here_.at;
    if (depth_ == 0) {
        finishTree();
    }
}

void PtbFile::readWord() {
    const char* const first = here_.at;
    const char* at = first;
    for (;; ++at) {
        while (at != end_ && kindOf(*at) == Kind::kWord) {
            ++at;
        }
        const bool isEscapedBracket = at != end_ && kindOf(*at) != Kind::kBlank && at[-1] == '\\';
        if (!isEscapedBracket) {
            break;
        }
    }
    const std::string_view word(first, static_cast<std::size_t>(at - first));
    if (depth_ == 0) {
        const std::string_view rest(first, static_cast<std::size_t>(end_ - first));
        std::size_t length = std::min({rest.size(), rest.find_first_of("\r\n("), kQuotedBytes});
        while (length < rest.size() && length > 0 && utf8Length(rest.substr(length)) == 0) {
            --length;
        }
        warnOfStrayText(fmt::format("text outside a tree: {}", rest.substr(0, length)));
    } else if (!fault_) {
        check(builder_.atom(word), word);
    }
    here_.at = at;
}

bool PtbFile::isAtMarginOfTree() const {
    if (here_.lineStart == start_.lineStart || here_.at - here_.lineStart != indent_) {
        return false;
    }
    for (const char* at = here_.lineStart; at != here_.at; ++at) {
        if (kindOf(*at) != Kind::kBlank) {
            return false;
        }
    }
    return true;
}

void PtbFile::startTree() {
    if (record_ % kRecordsPerReport == 0) {
        isCancelled_ = control_.isCancelled();
        control_.say({"Reading " + result_.info.name, here_.at - begin_, end_ - begin_});
    }
    ++record_;
    depth_ = 0;
    start_ = here_;
    const char* margin = here_.lineStart;
    while (kindOf(*margin) == Kind::kBlank) {
        ++margin;
    }
    indent_ = margin - here_.lineStart;
    fault_.reset();
    resume_.reset();
    builder_.clear();
}

void PtbFile::finishTree() {
    if (fault_) {
        reject(std::move(*fault_));
        return;
    }
    ++(resume_ ? numAcross_ : numApart_);
    if (builder_.numClassLabels() > 0) {
        hasClasses_ = true;
        if (builder_.numNames() > 0) {
            warn(problemAt(
                start_,
                "some labels of this tree are names instead of numbers: these are kept as categories, and "
                "their nodes have no class"));
        }
    }
    if (labels_ == TreeLabels::kSstBinary && builder_.rootClass() == 2) {
        ++numNeutral_;
        return;
    }
    keepTree();
}

void PtbFile::keepTree() {
    auto example = std::make_shared<Example>();
    example->structure = builder_.take();
    example->record = record_;
    example->line = start_.line;
    result_.examples.push_back(std::move(example));
}

void PtbFile::leaveUnclosedTree() {
    const auto text =
        resume_ ? fmt::format("the tree that starts here is not closed before the next one on line {}",
                              resume_->line)
                : fmt::format("the file ends inside the tree that starts here: {} closing bracket{} missing",
                              depth_, depth_ == 1 ? "" : "s");
    reject(fault_ ? std::move(*fault_) : problemAt(start_, text));
    fault_.reset();
    depth_ = 0;
    if (resume_) {
        // From here on a line that begins like a tree is one: each line is read twice at most.
        numApart_ = 1;
        numAcross_ = 0;
        here_ = *resume_;
    }
}

void PtbFile::check(PtbFault fault, std::string_view atom) {
    if (fault != PtbFault::kNone) {
        fault_ = problemAt(here_, message(fault, atom));
    }
}

void PtbFile::warnOfStrayText(std::string text) {
    if (here_.line != strayLine_) {
        strayLine_ = here_.line;
        ReadProblem problem = problemAt(here_, std::move(text));
        problem.record = 0;
        warn(std::move(problem));
    }
}

void PtbFile::describeLabels() {
    if (numNeutral_ > 0) {
        warn({.message = fmt::format("{} tree{} with a neutral root (label 2) left out of the binary task",
                                     numNeutral_, numNeutral_ == 1 ? "" : "s")});
    }
    result_.info.format = hasClasses_ ? "sst" : "ptb";
    result_.info.task = hasClasses_ ? Task::kClassification : Task::kNone;
    result_.info.numClasses = !hasClasses_ ? 0 : labels_ == TreeLabels::kSstBinary ? 2 : 5;
}

/// Why nothing could be read, with the first problem.
Error nothingUsable(const std::string& path, const ReadReport& report) {
    Error error{.code = ErrorCode::kParse, .message = fmt::format("no trees in file {}", path)};
    if (!report.rejected.empty()) {
        const ReadProblem& first = report.rejected.front();
        error.message = fmt::format("no usable tree in file {}: {} rejected. The first: {}", path,
                                    report.rejected.size(), first.message);
        error.position = SourcePosition{path, first.record, first.line, first.column};
    } else if (!report.warnings.empty()) {
        const ReadProblem& first = report.warnings.front();
        error.message += ": " + first.message;
        error.position = SourcePosition{path, 0, first.line, first.column};
    } else {
        error.message += ": it is empty";
    }
    return error;
}

}  // namespace

Result<TreeLabels> parseTreeLabels(std::string_view name) {
    constexpr std::array<std::pair<std::string_view, TreeLabels>, 3> kNames = {
        {{"none", TreeLabels::kNone}, {"sst", TreeLabels::kSst}, {"sst-binary", TreeLabels::kSstBinary}}};
    for (const auto& [known, labels] : kNames) {
        if (name == known) {
            return labels;
        }
    }
    return fail(ErrorCode::kInvalid,
                fmt::format("unknown labels '{}': choose none, sst or sst-binary", name));
}

Result<ReadResult> readPtb(std::string_view text, const std::string& path, TreeLabels labels,
                           const JobControl& control) {
    ReadResult result;
    result.info.name = std::filesystem::path(path).filename().string();
    result.info.path = path;
    result.info.kind = StructureKind::kTree;
    result.info.contentHash = contentHash(text);
    DecodedText decoded = decodeText(text);
    result.report.warnings = std::move(decoded.warnings);
    PtbFile file(decoded.text(), labels, control, result);
    file.read();
    if (file.isCancelled()) {
        return fail(ErrorCode::kCancelled, fmt::format("reading {} was cancelled", path));
    }
    if (result.examples.empty()) {
        return fail(nothingUsable(path, result.report));
    }
    result.report.records = static_cast<std::int64_t>(result.examples.size());
    return result;
}

}  // namespace loomscope
