// SPDX-License-Identifier: Apache-2.0
// What a run said in its course: steps, epochs, metrics, notices, weights.
#include "storage/run_store.h"
#include "storage/transaction.h"

namespace loomscope {

Result<std::vector<StepDone>> RunStore::steps(RunId run, std::int64_t fromStep, std::int64_t limit) const {
    return readStore(*database_, file_, [&]() -> Result<std::vector<StepDone>> {
        auto statement =
            select(*database_,
                   "SELECT step, epoch, loss, examples, nodes, batches, launches, gradient_norm, seconds, "
                   "time_build, time_plan, time_gather, time_product, time_elementwise, time_scatter, "
                   "time_update, time_other, digest "
                   "FROM step WHERE run = ? AND step >= ? ORDER BY step LIMIT ?",
                   run, fromStep, limit);
        std::vector<StepDone> steps;
        while (statement.executeStep()) {
            StepDone& step = steps.emplace_back();
            TimeSplit& time = step.time;
            readRow(statement, step.step, step.epoch, step.loss, step.examples, step.nodes, step.batches,
                    step.launches, step.gradientNorm, step.seconds, time.build, time.plan, time.gather,
                    time.product, time.elementwise, time.scatter, time.update, time.other, step.digest);
        }
        return steps;
    });
}

Result<std::vector<EpochDone>> RunStore::epochs(RunId run) const {
    return readStore(*database_, file_, [&]() -> Result<std::vector<EpochDone>> {
        auto statement = select(*database_,
                                "SELECT epoch, step, train_loss, dev_loss, chosen_metric, is_best, "
                                "examples_per_second, seconds FROM epoch WHERE run = ? ORDER BY epoch",
                                run);
        SQLite::Statement metrics(*database_,
                                  "SELECT name, value FROM metric "
                                  "WHERE run = ? AND scope = 'dev' AND epoch = ?");
        std::vector<EpochDone> epochs;
        while (statement.executeStep()) {
            EpochDone& epoch = epochs.emplace_back();
            readRow(statement, epoch.epoch, epoch.step, epoch.trainLoss, epoch.devLoss, epoch.chosenMetric,
                    epoch.isBest, epoch.examplesPerSecond, epoch.seconds);
            bindValues(metrics, run, epoch.epoch);
            while (metrics.executeStep()) {
                std::string metric;
                double value = 0;
                readRow(metrics, metric, value);
                epoch.devMetrics.emplace(std::move(metric), value);
            }
            metrics.reset();
        }
        return epochs;
    });
}

Result<std::vector<MetricValue>> RunStore::metrics(RunId run) const {
    return readStore(*database_, file_, [&]() -> Result<std::vector<MetricValue>> {
        auto statement = select(*database_,
                                "SELECT scope, epoch, name, value FROM metric WHERE run = ? "
                                "ORDER BY scope, epoch, name",
                                run);
        std::vector<MetricValue> values;
        while (statement.executeStep()) {
            MetricValue& one = values.emplace_back();
            readRow(statement, one.scope, one.epoch, one.name, one.value);
        }
        return values;
    });
}

Result<std::vector<StoredNotice>> RunStore::events(RunId run) const {
    return readStore(*database_, file_, [&]() -> Result<std::vector<StoredNotice>> {
        auto statement =
            select(*database_, "SELECT step, kind, text, time FROM event WHERE run = ? ORDER BY id", run);
        std::vector<StoredNotice> notices;
        while (statement.executeStep()) {
            auto& [notice, time] = notices.emplace_back();
            readRow(statement, notice.step, notice.kind, notice.text, time);
        }
        return notices;
    });
}

Result<Artifact> RunStore::artifact(RunId run, ArtifactKind kind) const {
    struct Choice {
        std::string_view first, second;  ///< kinds of rows
        std::string_view what;
    };
    const Choice choice = kind == ArtifactKind::kBest     ? Choice{"best", "best", "best weights"}
                          : kind == ArtifactKind::kLatest ? Choice{"best", "checkpoint", "latest weights"}
                                                          : Choice{"state", "state", "state to go on from"};
    return readStore(*database_, file_, [&]() -> Result<Artifact> {
        auto statement = select(*database_,
                                "SELECT epoch, step, file FROM artifact WHERE run = ? AND kind IN (?, ?) "
                                "ORDER BY step DESC LIMIT 1",
                                run, choice.first, choice.second);
        if (!statement.executeStep()) {
            return fail(ErrorCode::kNotFound, fmt::format("Run number {} has kept no {}.",
                                                          static_cast<std::int64_t>(run), choice.what));
        }
        Artifact artifact;
        readRow(statement, artifact.epoch, artifact.step, artifact.bytes);
        return artifact;
    });
}

}  // namespace loomscope
