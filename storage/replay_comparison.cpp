// SPDX-License-Identifier: Apache-2.0
#include "storage/replay_comparison.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

namespace loomscope {
namespace {

constexpr std::int64_t kPageSteps = 4096;

/// NaN equals NaN here: a run that broke the same way is the same run.
bool isSameValue(const ReplayValue& a, const ReplayValue& b) {
    const auto* first = std::get_if<double>(&a);
    const auto* second = std::get_if<double>(&b);
    if (first != nullptr && second != nullptr && std::isnan(*first) && std::isnan(*second)) {
        return true;
    }
    return a == b;
}

std::string digestText(std::uint64_t digest) {
    return fmt::format("{:#018x}", digest);
}

}  // namespace

std::string text(const ReplayValue& value) {
    return std::visit([](const auto& one) { return fmt::format("{}", one); }, value);
}

Result<ReplayComparison> ReplayComparison::make(const RunStore& store, RunId run) {
    LOOM_TRY(RunRecord record, store.run(run));
    ReplayComparison comparison(store, std::move(record));
    LOOM_TRY(comparison.epochs_, store.epochs(run));
    LOOM_TRY(const auto metrics, store.metrics(run));
    for (const MetricValue& metric : metrics) {
        if (metric.scope == "test") {
            comparison.test_[metric.name] = metric.value;
        }
    }
    return comparison;
}

Result<bool> ReplayComparison::compare(const RunEvent& event) {
    if (const auto* start = std::get_if<RunStarted>(&event)) {
        compareStart(*start);
    } else if (const auto* step = std::get_if<StepDone>(&event)) {
        LOOM_TRY_VOID(compareStep(*step));
    } else if (const auto* epoch = std::get_if<EpochDone>(&event)) {
        compareEpoch(*epoch);
    } else if (const auto* test = std::get_if<TestDone>(&event)) {
        compareTest(*test);
    }
    return report_.isIdentical() && !isAtEnd();
}

ReplayReport ReplayComparison::finish() {
    if (report_.isIdentical() && report_.steps < record_.summary.steps) {
        note(report_.steps + 1, "steps", record_.summary.steps, report_.steps);
    }
    return report_;
}

void ReplayComparison::compareStart(const RunStarted& again) {
    const auto add = [this](std::string what, const std::string& stored, const std::string& now) {
        if (stored != now) {
            report_.circumstances.push_back({std::move(what), stored, now});
        }
    };
    add("code", record_.codeVersion, again.codeVersion);
    add("data", record_.dataHash, again.dataHash);
    add("device", record_.device, again.device);
    note(0, "parameters", record_.numParameters, again.numParameters);
    note(0, "train_examples", record_.trainExamples, again.trainExamples);
    note(0, "steps_per_epoch", record_.stepsPerEpoch, again.stepsPerEpoch);
}

Result<void> ReplayComparison::compareStep(const StepDone& again) {
    LOOM_TRY(const StepDone* stored, storedStep(again.step));
    if (stored == nullptr) {
        note(again.step, "steps", record_.summary.steps, again.step);
        return {};
    }
    const auto compareOne = [&](const char* field, ReplayValue first, ReplayValue second) {
        note(again.step, field, std::move(first), std::move(second));
    };
    compareOne("epoch", std::int64_t{stored->epoch}, std::int64_t{again.epoch});
    compareOne("examples", stored->examples, again.examples);
    compareOne("nodes", stored->nodes, again.nodes);
    compareOne("batches", stored->batches, again.batches);
    compareOne("launches", stored->launches, again.launches);
    compareOne("loss", stored->loss, again.loss);
    compareOne("gradient_norm", stored->gradientNorm, again.gradientNorm);
    compareOne("digest", digestText(stored->digest), digestText(again.digest));
    report_.steps += report_.isIdentical() ? 1 : 0;
    return {};
}

void ReplayComparison::compareEpoch(const EpochDone& again) {
    if (epochsDone_ == epochs_.size()) {
        return;  // the stored run was cut off before it could say this
    }
    const EpochDone& stored = epochs_[epochsDone_++];
    note(again.step, "epoch", std::int64_t{stored.epoch}, std::int64_t{again.epoch});
    note(again.step, "train_loss", stored.trainLoss, again.trainLoss);
    note(again.step, "dev_loss", stored.devLoss, again.devLoss);
    compareMetrics("dev_", again.step, stored.devMetrics, again.devMetrics);
}

void ReplayComparison::compareTest(const TestDone& again) {
    compareMetrics("test_", record_.summary.steps, test_, again.metrics);
    isTestDone_ = true;
}

void ReplayComparison::compareMetrics(const std::string& prefix, std::int64_t step,
                                      const std::map<std::string, double>& stored,
                                      const std::map<std::string, double>& again) {
    for (const auto& [name, value] : stored) {
        const auto other = again.find(name);
        note(step, prefix + name, value,
             other == again.end() ? ReplayValue(std::string("none")) : ReplayValue(other->second));
    }
}

Result<const StepDone*> ReplayComparison::storedStep(std::int64_t step) {
    if (inPage_ == page_.size()) {
        LOOM_TRY(page_, store_->steps(record_.summary.id, step, kPageSteps));
        inPage_ = 0;
    }
    if (inPage_ == page_.size() || page_[inPage_].step != step) {
        return nullptr;
    }
    return &page_[inPage_++];
}

void ReplayComparison::note(std::int64_t step, std::string field, ReplayValue stored, ReplayValue again) {
    if (report_.isIdentical() && !isSameValue(stored, again)) {
        report_.difference = ReplayDifference{
            .step = step, .field = std::move(field), .stored = std::move(stored), .again = std::move(again)};
    }
}

bool ReplayComparison::isAtEnd() const {
    const bool hasAllSteps = report_.steps >= record_.summary.steps;
    return hasAllSteps && epochsDone_ == epochs_.size() && (test_.empty() || isTestDone_);
}

}  // namespace loomscope
