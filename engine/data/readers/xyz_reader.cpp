// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/xyz_reader.h"

#include "engine/data/readers/field_targets.h"
#include "engine/data/readers/qm9_record.h"
#include "engine/data/readers/table_targets.h"
#include "engine/data/readers/text_encoding.h"
#include "engine/data/readers/xyz_frame.h"

#include <fmt/format.h>

#include <memory>
#include <utility>

namespace loomscope {

namespace {

constexpr std::int64_t kRecordsPerReport = 64;

class XyzFile {
public:
    XyzFile(std::string_view text, bool guessesBonds, const JobControl& control, ReadResult& result)
        : lines_(text), guessesBonds_(guessesBonds), control_(control), result_(result) {}

    /// False if it was asked to stop.
    bool read() {
        while (const auto line = lines_.next()) {
            const std::string_view text = trimmedText(line->text);
            if (text.empty()) {
                isAfterStrayText_ = false;
            } else if (parseWhole(text)) {
                isAfterStrayText_ = false;
                if (++record_ % kRecordsPerReport == 0) {
                    control_.say({"Reading " + result_.info.name, lines_.position(), lines_.size()});
                }
                readRecord(*line);
            } else if (!std::exchange(isAfterStrayText_, true)) {
                result_.report.warnings.push_back(
                    {.record = record_,
                     .line = line->number,
                     .message = "text where the number of atoms of a frame should stand; it is left out"});
            }
            if (control_.isCancelled()) {
                return false;
            }
        }
        if (numWithoutBonds_ > 0) {
            result_.report.warnings.push_back(
                {.message = fmt::format("{} structures have no bonds; --guess-bonds finds them by distances",
                                        numWithoutBonds_)});
        }
        return true;
    }

    [[nodiscard]] const std::vector<std::shared_ptr<Example>>& examples() const { return examples_; }
    [[nodiscard]] bool isQm9() const { return isQm9_; }

private:
    void readRecord(const TextLine& count) {
        auto frame = readXyzFrame(count, lines_);
        if (!frame) {
            reject(frame.error(), count.number);
            isAfterStrayText_ = true;
            return;
        }
        auto example = std::make_shared<Example>();
        if (isQm9Comment(frame->comment)) {
            example->id = readQm9Record(*frame, lines_);
            isQm9_ = true;
        } else {
            example->id = frame->comment;
            if (!frame->extra.empty()) {
                frame->fields.emplace_back("atom_values", std::move(frame->extra));
            }
        }
        if (guessesBonds_ && frame->graph.bonds.empty()) {
            guessBonds(frame->graph);
        }
        auto molecule = moleculeOf(frame->graph);
        if (!molecule) {
            reject(molecule.error(), count.number);
            return;
        }
        numWithoutBonds_ += molecule->bonds.empty() && molecule->atoms.size() > 1 ? 1 : 0;
        for (XyzRemark& remark : frame->remarks) {
            result_.report.warnings.push_back(
                {.record = record_, .line = remark.line, .message = std::move(remark.message)});
        }
        example->structure = std::move(*molecule);
        example->fields = std::move(frame->fields);
        example->record = record_;
        example->line = count.number;
        examples_.push_back(std::move(example));
    }

    void reject(const Error& error, std::int64_t line) {
        const bool hasLine = error.position && error.position->line > 0;
        result_.report.rejected.push_back({.record = record_,
                                           .line = hasLine ? error.position->line : line,
                                           .column = 0,
                                           .message = error.message});
    }

    LineReader lines_;
    bool guessesBonds_;
    const JobControl& control_;
    ReadResult& result_;
    std::vector<std::shared_ptr<Example>> examples_;
    std::int64_t record_ = 0;
    std::int64_t numWithoutBonds_ = 0;
    bool isAfterStrayText_ = false;
    bool isQm9_ = false;
};

}  // namespace

Result<ReadResult> readXyz(std::string_view bytes, const std::string& path, const DataRequest& request,
                           const JobControl& control) {
    ReadResult result = beginResult(path, bytes, "xyz", StructureKind::kMolecule);
    DecodedText decoded = decodeText(bytes);
    result.report.warnings = std::move(decoded.warnings);
    XyzFile file(decoded.text(), request.guessBonds, control, result);
    if (!file.read()) {
        return fail(readingCancelled(path));
    }
    std::vector<std::string> wanted = request.targetColumns;
    if (file.isQm9()) {
        result.info.format = "qm9";
        if (wanted.empty()) {
            wanted.assign(kQm9Targets.begin(), kQm9Targets.end());
        }
    }
    if (!file.examples().empty()) {
        LOOM_TRY_VOID(readFieldTargets(file.examples(), wanted, result));
    }
    result.examples.assign(file.examples().begin(), file.examples().end());
    result.info.task = request.task.value_or(recogniseTask(result.examples));
    result.info.numClasses = result.info.task == Task::kClassification ? 2 : 0;
    return finishResult(std::move(result), "structure");
}

}  // namespace loomscope
