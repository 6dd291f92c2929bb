// SPDX-License-Identifier: Apache-2.0
#include "engine/data/open/file_collection.h"

#include "engine/data/content_hash.h"
#include "engine/data/open/file_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <utility>

namespace loomscope {

namespace {

/// Joins the results of files.
class Collection {
public:
    Collection(const std::string& folder, ReadResult& result) : result_(result) {
        result_.info.path = folder;
        result_.info.name = std::filesystem::path(folder).filename().string();
        result_.info.kind = StructureKind::kMolecule;
    }

    void add(ReadResult part) {
        if (result_.examples.empty()) {
            result_.info.format = part.info.format;
            result_.info.task = part.info.task;
            result_.info.numClasses = part.info.numClasses;
        }
        hash_.add(part.info.contentHash);
        const std::vector<std::size_t> columns = columnsOf(part.info.targetNames);
        for (const auto& example : part.examples) {
            auto moved = std::make_shared<Example>(*example);
            moved->targets.assign(result_.info.targetNames.size(), std::numeric_limits<float>::quiet_NaN());
            for (std::size_t i = 0; i < columns.size(); ++i) {
                moved->targets[columns[i]] = example->targets[i];
            }
            moved->record += numRecords_;
            examples_.push_back(std::move(moved));
        }
        take(part.report.rejected, part.info.name, result_.report.rejected);
        take(part.report.warnings, part.info.name, result_.report.warnings);
        numRecords_ += static_cast<std::int64_t>(part.examples.size() + part.report.rejected.size());
    }

    void reject(const Error& error) {
        result_.report.rejected.push_back({.record = ++numRecords_,
                                           .line = error.position ? error.position->line : 0,
                                           .message = error.message});
    }

    void finish() {
        for (const auto& example : examples_) {
            example->targets.resize(result_.info.targetNames.size(), std::numeric_limits<float>::quiet_NaN());
        }
        result_.examples.assign(examples_.begin(), examples_.end());
        result_.info.contentHash = hash_.hex();
        // A task of one record may be another than that of all.
        const auto isBinary = [](const auto& example) {
            return std::ranges::all_of(example->targets, [](float y) { return !(y != 0.0F && y != 1.0F); });
        };
        if (result_.info.task == Task::kClassification && !std::ranges::all_of(examples_, isBinary)) {
            result_.info.task = Task::kRegression;
            result_.info.numClasses = 0;
        }
    }

private:
    std::vector<std::size_t> columnsOf(const std::vector<std::string>& names) {
        std::vector<std::size_t> columns;
        for (const std::string& name : names) {
            const auto found = std::ranges::find(result_.info.targetNames, name);
            columns.push_back(static_cast<std::size_t>(found - result_.info.targetNames.begin()));
            if (found == result_.info.targetNames.end()) {
                result_.info.targetNames.push_back(name);
            }
        }
        return columns;
    }

    void take(std::vector<ReadProblem>& from, const std::string& name, std::vector<ReadProblem>& to) const {
        for (ReadProblem& problem : from) {
            problem.record += problem.record > 0 ? numRecords_ : 0;
            problem.message = fmt::format("{}: {}", name, problem.message);
            to.push_back(std::move(problem));
        }
    }

    ReadResult& result_;
    ContentHash hash_;
    std::int64_t numRecords_ = 0;
    std::vector<std::shared_ptr<Example>> examples_;
};

}  // namespace

Result<ReadResult> readCollection(const DataRequest& request, std::span<const std::string> files,
                                  const JobControl& control) {
    ReadResult result;
    Collection collection(request.path, result);
    for (std::size_t i = 0; i < files.size(); ++i) {
        control.say({"Reading " + result.info.name, static_cast<std::int64_t>(i),
                     static_cast<std::int64_t>(files.size())});
        auto part = readDataFile(files[i], request, {.stop = control.stop});
        if (part) {
            collection.add(std::move(*part));
        } else if (part.error().code == ErrorCode::kCancelled || part.error().code == ErrorCode::kInvalid) {
            return fail(part.error());
        } else {
            collection.reject(part.error());
        }
    }
    collection.finish();
    ReadReport report = result.report;
    auto finished = finishResult(std::move(result), "structure");
    if (finished) {
        // In the order of the files, not of lines that belong to different ones.
        report.records = finished->report.records;
        finished->report = std::move(report);
    }
    return finished;
}

}  // namespace loomscope
