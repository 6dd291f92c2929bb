// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/sick_reader.h"

#include "engine/data/readers/sick_pair.h"
#include "engine/data/readers/text_encoding.h"
#include "engine/data/readers/text_lines.h"
#include "engine/data/vocabulary.h"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

namespace loomscope {

namespace {

constexpr std::int64_t kRecordsPerReport = 1024;

/// Where the columns stand.
struct SickColumns {
    std::size_t count = 0;
    std::optional<std::size_t> id;
    std::optional<std::size_t> a;
    std::optional<std::size_t> b;
    std::optional<std::size_t> score;
    std::optional<std::size_t> judgment;

    explicit SickColumns(std::string_view header) {
        const auto names = splitAt(header, '\t');
        count = names.size();
        const auto find = [&](std::initializer_list<std::string_view> wanted) -> std::optional<std::size_t> {
            for (const std::string_view name : wanted) {
                const auto found = std::ranges::find_if(
                    names, [&](std::string_view there) { return toLower(trimmedText(there)) == name; });
                if (found != names.end()) {
                    return static_cast<std::size_t>(found - names.begin());
                }
            }
            return std::nullopt;
        };
        id = find({"pair_id"});
        a = find({"sentence_a"});
        b = find({"sentence_b"});
        score = find({"relatedness_score"});
        judgment = find({"entailment_judgment", "entailment_label"});
    }
    [[nodiscard]] bool hasPairs() const { return a && b; }
};

class SickFile {
public:
    SickFile(const SickColumns& columns, ReadResult& result) : columns_(columns), result_(result) {}

    void addRow(const TextLine& line) {
        ++record_;
        const auto cells = splitAt(line.text, '\t');
        if (cells.size() != columns_.count) {
            reject(line, fmt::format("the row has {} cells where there are {} columns", cells.size(),
                                     columns_.count));
            return;
        }
        const std::string_view a = trimmedText(cells[*columns_.a]);
        const std::string_view b = trimmedText(cells[*columns_.b]);
        if (a.empty() || b.empty()) {
            reject(line, fmt::format("sentence {} is empty", a.empty() ? "A" : "B"));
            return;
        }
        auto example = std::make_shared<Example>();
        const std::int32_t label = judgment(line, cells, *example);
        example->structure = pairTrees(flatSentence(a, "A"), flatSentence(b, "B"), label);
        example->fields.insert(example->fields.begin(),
                               {{"sentence_A", std::string(a)}, {"sentence_B", std::string(b)}});
        if (columns_.score) {
            example->targets.push_back(score(line, trimmedText(cells[*columns_.score])));
        }
        example->id = columns_.id ? std::string(trimmedText(cells[*columns_.id])) : std::string();
        example->record = record_;
        example->line = line.number;
        result_.examples.push_back(std::move(example));
    }

private:
    [[nodiscard]] ReadProblem problem(const TextLine& line, std::string message) const {
        return {.record = record_, .line = line.number, .column = 0, .message = std::move(message)};
    }
    void reject(const TextLine& line, std::string message) {
        result_.report.rejected.push_back(problem(line, std::move(message)));
    }
    void warn(const TextLine& line, std::string message) {
        result_.report.warnings.push_back(problem(line, std::move(message)));
    }

    std::int32_t judgment(const TextLine& line, const std::vector<std::string_view>& cells,
                          Example& example) {
        if (!columns_.judgment) {
            return -1;
        }
        const std::string_view judgment = trimmedText(cells[*columns_.judgment]);
        const std::int32_t label = entailmentClass(judgment);
        if (label < 0 && !judgment.empty()) {
            warn(line, fmt::format("{} is no judgment (NEUTRAL, ENTAILMENT, CONTRADICTION): the pair has no "
                                   "class",
                                   judgment));
        }
        example.fields.emplace_back("entailment_judgment", judgment);
        return label;
    }

    float score(const TextLine& line, std::string_view cell) {
        const auto number = parseFinite(cell);
        if (!number && !cell.empty() && cell != "NA") {
            warn(line, fmt::format("the relatedness_score {} is no number; taken as missing", cell));
        }
        return number ? static_cast<float>(*number) : std::numeric_limits<float>::quiet_NaN();
    }

    const SickColumns& columns_;
    ReadResult& result_;
    std::int64_t record_ = 0;
};

}  // namespace

bool looksLikeSick(std::string_view text) {
    const auto header = LineReader(text).next();
    return header && SickColumns(header->text).hasPairs();
}

Result<ReadResult> readSick(std::string_view bytes, const std::string& path, const JobControl& control) {
    ReadResult result = beginResult(path, bytes, "sick", StructureKind::kTree);
    DecodedText decoded = decodeText(bytes);
    result.report.warnings = std::move(decoded.warnings);
    LineReader lines(decoded.text());
    const auto header = lines.next();
    const SickColumns columns(header ? header->text : std::string_view());
    if (!columns.hasPairs()) {
        return fail(ErrorCode::kParse,
                    fmt::format("{} has no columns sentence_A and sentence_B in its first line; SICK is a "
                                "table parted by tabs, with a header",
                                path));
    }
    if (columns.score) {
        result.info.targetNames.emplace_back("relatedness_score");
    }
    if (columns.judgment) {
        result.info.numClasses = static_cast<std::int32_t>(kEntailments.size());
        result.info.classNames.assign(kEntailments.begin(), kEntailments.end());
    }
    result.info.task = columns.judgment ? Task::kClassification
                       : columns.score  ? Task::kRegression
                                        : Task::kNone;
    SickFile file(columns, result);
    while (const auto line = lines.next()) {
        if (line->number % kRecordsPerReport == 0) {
            if (control.isCancelled()) {
                return fail(readingCancelled(path));
            }
            control.say({"Reading " + result.info.name, lines.position(), lines.size()});
        }
        if (!trimmedText(line->text).empty()) {
            file.addRow(*line);
        }
    }
    return finishResult(std::move(result), "pair");
}

}  // namespace loomscope
