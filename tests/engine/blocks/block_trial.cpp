// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/engine/blocks/block_trial.h"

#include "engine/blocks/value_text.h"
#include "engine/exec/executor.h"
#include "engine/exec/reference_executor.h"
#include "engine/schedule/plan.h"
#include "engine/schedule/schedule.h"
#include "engine/tensor/cpu_device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace loomscope {

namespace {

using Values = std::vector<std::vector<double>>;

std::string numberText(double number) {
    return fmt::format("{:.6g}", number == 0 ? 0.0 : number);
}

std::string numbersText(const Expr& tensor, const Values& values, const ParameterStore& store,
                        const Graph& graph) {
    const Value& value = graph.value(tensor.id);
    std::vector<double> numbers = values[tensor.id.index()];
    if (value.parameter.isValid()) {
        const auto stored = store.values(value.parameter);
        numbers.assign(stored.begin(), stored.end());
    }
    if (tensor.shape().rank() == 0) {
        return numberText(numbers.at(0));
    }
    std::string text;
    for (const double number : numbers) {
        text += (text.empty() ? "" : ", ") + numberText(number);
    }
    return "[" + text + "]";
}

struct Reader {
    const Values& values;
    const ParameterStore& store;
    const Graph& graph;

    [[nodiscard]] std::string text(const BlockValue& value) const {
        if (value.isTensor()) {
            return numbersText(value.tensor(), values, store, graph);
        }
        if (value.isEndless()) {
            return "endless " + text(value.at(0));
        }
        if (!value.isList() && !value.isDict()) {
            return value.isNothing() ? "null" : valueText(value);
        }
        std::string inner;
        const auto names = value.fieldNames();
        for (std::size_t i = 0; i < value.size(); ++i) {
            inner += i == 0 ? "" : ", ";
            inner += value.isDict() ? names[i] + ": " : "";
            inner += text(value.at(i));
        }
        return value.isDict() ? "{" + inner + "}" : "[" + inner + "]";
    }
};

std::string metricsText(const Reader& reader, const RunRecords& records) {
    std::string text;
    for (const auto& [name, entries] : records.metrics) {
        std::string inner;
        for (const MetricEntry& entry : entries) {
            inner += (inner.empty() ? "" : ", ") + reader.text(entry.value);
            inner += entry.label.isNothing() ? "" : "=" + valueText(entry.label);
        }
        text += (text.empty() ? "" : "; ") + name + ": [" + inner + "]";
    }
    return text;
}

/// Runs the graph twice in one batch by Fold's policy; throws if a value differs from the reference.
int checkBatched(const Graph& graph, const ParameterStore& store, const Values& expected) {
    Graph batch(graph.signatures());
    std::vector<ValueId> first;
    std::vector<ValueId> second;
    batch.append(graph, 0, first);
    batch.append(graph, 1, second);
    const auto policy = makePolicy("fold").value();
    const Schedule schedule = plan(batch, *policy);
    CpuDevice device(1);
    Executor executor(device);
    if (const auto done = executor.forward(batch, schedule, store, 1); !done) {
        throw std::runtime_error(done.error().text());
    }
    for (std::size_t i = 0; i < graph.numValues(); ++i) {
        for (const auto& map : {first, second}) {
            if (!graph.value(ValueId(i)).producer.isValid()) {
                continue;
            }
            const auto got = executor.value(map[i]);
            for (std::size_t k = 0; k < got.size(); ++k) {
                if (std::abs(static_cast<double>(got[k]) - expected[i][k]) > 1e-4) {
                    throw std::runtime_error(fmt::format("batched value {} differs", i));
                }
            }
        }
    }
    int depth = 0;
    for (const Node& node : graph.nodes()) {
        depth = std::max(depth, static_cast<int>(node.depth));
    }
    return depth;
}

BlockTrial tryValue(const Block& block, const BlockValue& value, BlockContext context) {
    ParameterStore store;
    context.parameters = context.parameters == nullptr ? &store : context.parameters;
    const auto compiled = CompiledBlock::compile(block, context);
    if (!compiled) {
        return {.text = compiled.error().text()};
    }
    Graph graph(context.signatures);
    GraphBuilder builder(graph, *context.parameters);
    const auto output = compiled->run(builder, value);
    if (!output) {
        return {.text = output.error().text()};
    }
    const auto reference = runReference(graph, *context.parameters, {}, 1);
    const Reader reader{reference.values, *context.parameters, graph};
    BlockTrial trial{.isDone = true, .text = reader.text(output->value)};
    trial.metrics = metricsText(reader, output->records);
    if (graph.numNodes() > 0) {
        trial.depth = checkBatched(graph, *context.parameters, reference.values);
    }
    return trial;
}

}  // namespace

BlockTrial tryBlock(const Block& block, std::string_view json, BlockContext context) {
    return tryValue(block, parseBlockValue(json).value(), std::move(context));
}

}  // namespace loomscope
