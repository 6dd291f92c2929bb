// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/commands/schedule_report.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace loomscope {

namespace {

/// Whole numbers stay whole: most comparisons are of one minibatch.
nlohmann::json number(double value) {
    return value == std::floor(value) ? nlohmann::json(static_cast<std::int64_t>(value))
                                      : nlohmann::json(value);
}

nlohmann::json figuresJson(const PolicyMeans& figures) {
    nlohmann::json document{{"name", figures.name},
                            {"batches", number(figures.batches)},
                            {"rows", number(figures.rows)},
                            {"pass_through_rows", number(figures.passThroughRows)},
                            {"launches", number(figures.launches)},
                            {"gathers", number(figures.gathers)},
                            {"gathered_bytes", number(figures.gatheredBytes)},
                            {"largest_batch", number(figures.largestBatch)},
                            {"mean_batch", figures.meanBatch},
                            {"plan_us", figures.planMicroseconds}};
    if (figures.provenBound) {
        document["proven_bound"] = number(*figures.provenBound);
        document["unfinished"] = figures.unfinished;
    }
    return document;
}

std::string answerText(const PolicyAnswer& answer) {
    const auto& [policy, why] = answer;
    std::string text = why.areTogether() ? fmt::format("{}: together, in batch {}\n", policy, why.batches[0])
                                         : fmt::format("{}: apart, in batches {} and {}\n", policy,
                                                       why.batches[0], why.batches[1]);
    for (const WhyReason& reason : why.reasons) {
        text += fmt::format("  {}: {}\n", name(reason.kind), reason.text);
    }
    return text;
}

}  // namespace

std::string comparisonJson(const ScheduleComparison& comparison, std::int64_t examples) {
    nlohmann::json document{{"examples", examples},
                            {"minibatches", comparison.minibatches},
                            {"nodes", number(comparison.nodes)},
                            {"lower_bound", number(comparison.lowerBound)},
                            {"longest_path", number(comparison.longestPath)},
                            {"policies", nlohmann::json::array()}};
    for (const PolicyMeans& figures : comparison.policies) {
        document["policies"].push_back(figuresJson(figures));
    }
    return document.dump(2);
}

std::string comparisonCsv(const ScheduleComparison& comparison) {
    std::string text =
        "policy,batches,lower_bound,longest_path,nodes,rows,pass_through_rows,launches,gathers,gathered_"
        "bytes,"
        "largest_batch,mean_batch,plan_us,unfinished\n";
    for (const PolicyMeans& f : comparison.policies) {
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", f.name, f.batches,
                            comparison.lowerBound, comparison.longestPath, comparison.nodes, f.rows,
                            f.passThroughRows, f.launches, f.gathers, f.gatheredBytes, f.largestBatch,
                            f.meanBatch, f.planMicroseconds, f.unfinished);
    }
    return text;
}

std::string comparisonText(const ScheduleComparison& comparison, std::int64_t examples) {
    std::string text = fmt::format(
        "{} examples in {} minibatch{}; a minibatch has {:.1f} nodes, at least {:.1f} batches, and {:.1f} "
        "nodes on its longest path\n",
        examples, comparison.minibatches, comparison.minibatches == 1 ? "" : "es", comparison.nodes,
        comparison.lowerBound, comparison.longestPath);
    text += fmt::format("{:<10}{:>10}{:>12}{:>14}{:>10}{:>10}{:>14}{:>10}{:>10}\n", "policy", "batches",
                        "rows", "pass-through", "launches", "gathers", "gathered kB", "largest", "plan µs");
    for (const PolicyMeans& f : comparison.policies) {
        text += fmt::format(
            "{:<10}{:>10.1f}{:>12.1f}{:>14.1f}{:>10.1f}{:>10.1f}{:>14.1f}{:>10.1f}{:>10.1f}{}\n", f.name,
            f.batches, f.rows, f.passThroughRows, f.launches, f.gathers, f.gatheredBytes / 1e3,
            f.largestBatch, f.planMicroseconds,
            f.unfinished > 0 ? fmt::format("  not finished; at least {:.1f}", *f.provenBound) : "");
    }
    return text;
}

std::string whyJson(std::span<const PolicyAnswer> answers) {
    nlohmann::json document{{"policies", nlohmann::json::array()}};
    for (const auto& [policy, why] : answers) {
        document["nodes"] = {why.nodes[0].index(), why.nodes[1].index()};
        nlohmann::json reasons = nlohmann::json::array();
        for (const WhyReason& reason : why.reasons) {
            nlohmann::json path = nlohmann::json::array();
            for (const NodeId node : reason.path) {
                path.push_back(node.index());
            }
            reasons.push_back(
                {{"kind", name(reason.kind)}, {"text", reason.text}, {"path", std::move(path)}});
        }
        document["policies"].push_back({{"name", policy},
                                        {"together", why.areTogether()},
                                        {"batches", why.batches},
                                        {"reasons", std::move(reasons)}});
    }
    return document.dump(2);
}

std::string whyText(std::span<const PolicyAnswer> answers) {
    std::string text;
    for (const PolicyAnswer& answer : answers) {
        text += answerText(answer);
    }
    return text;
}

}  // namespace loomscope
