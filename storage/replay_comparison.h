// SPDX-License-Identifier: Apache-2.0
// What a run says as it is repeated, held against what the store has of it.
#pragma once

#include "storage/replay.h"

#include <map>
#include <string>
#include <vector>

namespace loomscope {

/// Compares the events of a repeated run with a stored run, in order. Reads stored steps a page at a time.
/// Threads: one. Lives as long as the repetition.
class ReplayComparison {
public:
    /// `store` must outlive the comparison.
    [[nodiscard]] static Result<ReplayComparison> make(const RunStore& store, RunId run);

    /// Takes the next event. Returns whether there is more to compare: false after the first difference and
    /// after the last thing that was stored. Errors: those of the store.
    Result<bool> compare(const RunEvent& event);
    /// Says what is missing when the repeated run has ended, and gives the report.
    [[nodiscard]] ReplayReport finish();

private:
    ReplayComparison(const RunStore& store, RunRecord record) : store_(&store), record_(std::move(record)) {}

    void compareStart(const RunStarted& again);
    Result<void> compareStep(const StepDone& again);
    void compareEpoch(const EpochDone& again);
    void compareTest(const TestDone& again);
    void compareMetrics(const std::string& prefix, std::int64_t step,
                        const std::map<std::string, double>& stored,
                        const std::map<std::string, double>& again);
    /// The stored step of that number; null if the run had ended. Errors: those of the store.
    Result<const StepDone*> storedStep(std::int64_t step);
    /// Notes a difference, if it is one and the first.
    void note(std::int64_t step, std::string field, ReplayValue stored, ReplayValue again);
    [[nodiscard]] bool isAtEnd() const;

    const RunStore* store_;
    RunRecord record_;
    std::vector<EpochDone> epochs_;
    std::map<std::string, double> test_;
    std::vector<StepDone> page_;
    std::size_t inPage_ = 0;
    std::size_t epochsDone_ = 0;
    bool isTestDone_ = false;
    ReplayReport report_;
};

}  // namespace loomscope
