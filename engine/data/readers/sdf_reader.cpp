// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/sdf_reader.h"

#include "engine/data/readers/field_targets.h"
#include "engine/data/readers/parallel_records.h"
#include "engine/data/readers/record_companion.h"
#include "engine/data/readers/sdf_record.h"
#include "engine/data/readers/table_molecules.h"
#include "engine/data/readers/table_targets.h"
#include "engine/data/readers/text_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace loomscope {

namespace {

/// A record as far as it can be read by itself.
struct ParsedRecord {
    std::shared_ptr<Example> example;  ///< null if it was rejected
    ReadProblem fault;
    std::vector<ReadProblem> warnings;
};

ParsedRecord parseRecord(const SdfRecord& record, std::int64_t number, bool guessesBonds) {
    ParsedRecord parsed;
    const std::int64_t line = record.lines.front().number;
    const auto reject = [&](const Error& error) -> ParsedRecord {
        const std::int64_t at = error.position && error.position->line > 0 ? error.position->line : line;
        parsed.fault = {.record = number, .line = at, .message = error.message};
        return std::move(parsed);
    };
    const auto remark = [&](const std::vector<MolRemark>& remarks) {
        for (const MolRemark& one : remarks) {
            parsed.warnings.push_back({.record = number, .line = one.line, .message = one.message});
        }
    };
    auto block = readMolBlock(record.lines);
    if (!block) {
        return reject(block.error());
    }
    if (guessesBonds && block->graph.bonds.empty()) {
        guessBonds(block->graph);
    }
    auto molecule = moleculeOf(block->graph);
    if (!molecule) {
        return reject({.code = molecule.error().code, .message = molecule.error().message});
    }
    auto properties = readSdfProperties(std::span(record.lines).subspan(block->numLines));
    remark(block->remarks);
    remark(properties.remarks);
    parsed.example = std::make_shared<Example>();
    parsed.example->structure = std::move(*molecule);
    parsed.example->fields = std::move(properties.fields);
    parsed.example->id = std::move(block->title);
    parsed.example->record = number;
    parsed.example->line = line;
    return parsed;
}

std::vector<std::shared_ptr<Example>> collect(std::vector<ParsedRecord> parsed, ReadReport& report) {
    std::vector<std::shared_ptr<Example>> examples;
    for (ParsedRecord& one : parsed) {
        std::ranges::move(one.warnings, std::back_inserter(report.warnings));
        if (one.example) {
            examples.push_back(std::move(one.example));
        } else {
            report.rejected.push_back(std::move(one.fault));
        }
    }
    return examples;
}

/// Warns of names that differ in their letter case only: one of them may be a slip.
void warnOfSimilarNames(const std::vector<std::string>& names, ReadReport& report) {
    for (std::size_t i = 0; i < names.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            if (equalsIgnoringCase(names[i], names[k])) {
                report.warnings.push_back({.message = fmt::format("{} and {} are two targets: their names "
                                                                  "differ in letter case only",
                                                                  names[k], names[i])});
            }
        }
    }
}

void warnOfMissingDelimiter(const std::vector<SdfRecord>& records, ReadReport& report) {
    const SdfRecord& last = records.back();
    const bool isLoneMolecule = records.size() == 1 && last.lines.back().text.starts_with("M  END");
    if (!last.isDelimited && !isLoneMolecule) {
        report.warnings.push_back({.record = static_cast<std::int64_t>(records.size()),
                                   .line = last.lines.back().number,
                                   .message = "the last record has no $$$$ behind it: is the file cut off?"});
    }
}

}  // namespace

Result<ReadResult> readSdf(std::string_view bytes, const std::string& path, const DataRequest& request,
                           const JobControl& control) {
    ReadResult result = beginResult(path, bytes, "sdf", StructureKind::kMolecule);
    DecodedText decoded = decodeText(bytes);
    result.report.warnings = std::move(decoded.warnings);
    const std::vector<SdfRecord> records = splitSdf(decoded.text());
    if (records.empty()) {
        return finishResult(std::move(result), "structure");
    }
    const bool isMol = records.size() == 1 && !records.front().isDelimited;
    result.info.format = isMol ? "mol" : "sdf";
    std::vector<ParsedRecord> parsed(records.size());
    const auto parse = [&](std::size_t i) {
        parsed[i] = parseRecord(records[i], static_cast<std::int64_t>(i) + 1, request.guessBonds);
    };
    if (!forEachRecord(records.size(), parse, control)) {
        return fail(readingCancelled(path));
    }
    warnOfMissingDelimiter(records, result.report);
    auto examples = collect(std::move(parsed), result.report);
    if (request.companion) {
        LOOM_TRY_VOID(
            joinCompanion(examples, static_cast<std::int64_t>(records.size()), request, control, result));
    } else {
        LOOM_TRY_VOID(readFieldTargets(examples, request.targetColumns, result));
    }
    warnOfSimilarNames(result.info.targetNames, result.report);
    result.examples.assign(examples.begin(), examples.end());
    std::ranges::move(findRepeats(result.examples, result.info.targetNames),
                      std::back_inserter(result.report.warnings));
    result.info.task = request.task.value_or(recogniseTask(result.examples));
    result.info.numClasses = result.info.task == Task::kClassification ? 2 : 0;
    return finishResult(std::move(result), "structure");
}

}  // namespace loomscope
