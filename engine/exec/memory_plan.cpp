// SPDX-License-Identifier: Apache-2.0
#include "engine/exec/memory_plan.h"

#include "engine/base/check.h"
#include "engine/graph/cell.h"
#include "engine/ops/op_list.h"

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

/// Where the rows of one signature lie: one region a value, rows in schedule order.
struct Regions {
    std::int64_t numRows = 0;            ///< in the whole schedule
    std::int64_t nextRow = 0;            ///< of the batch that is planned next
    NodeId sample;                       ///< any node of the signature
    bool hasParameters = false;          ///< among a node's arguments, or inside the cell
    std::vector<std::int64_t> outputs;   ///< by output of a node
    std::vector<std::int64_t> widths;    ///< of outputs
    std::vector<std::int64_t> places;    ///< by value of the cell's body
    std::vector<std::uint8_t> usedOnce;  ///< by value of the body: one reader inside, and no output
    std::vector<std::int64_t> gathers;   ///< by argument or formal: block of rows brought together, or −1
};

bool copiesRows(OpId op) {
    return op == kOpId<Concatenate>;
}

}  // namespace

struct MemoryPlanner::Scratch {
    const Graph* graph = nullptr;
    const Schedule* schedule = nullptr;
    MemoryPlan* plan = nullptr;
    std::vector<Regions> regions;         // by signature
    std::vector<SignatureId> used;        // signatures of this schedule, in order of first use
    std::vector<std::uint8_t> wants;      // by value: something trainable lies below
    std::vector<std::uint32_t> stamp;     // by value: last batch that read it
    std::vector<Operand> formals;         // arguments of the batch that is being planned
    std::vector<std::uint8_t> bodyWants;  // by value of its body

    void run();
    void countRows();
    void placeOutputs();
    void placeBodies();
    void planBatch(std::uint32_t index);
    void planOp(std::uint32_t index, std::span<const NodeId> nodes, Regions& region);
    void planCell(std::uint32_t index, std::span<const NodeId> nodes, Regions& region, const Cell& cell);
    void addBodyNode(std::uint32_t index, std::span<const NodeId> nodes, Regions& region, const Cell& cell,
                     NodeId body, std::size_t payload);
    void readArguments(std::uint32_t index, std::span<const NodeId> nodes, const Regions& region);
    void prefetch(std::span<const NodeId> nodes, std::size_t row) const;
    void addSampleOperands(NodeId sample, std::size_t numRows);
    void readList(std::uint32_t index, std::span<const NodeId> nodes, const Regions& region);
    bool isReadAgain(std::uint32_t index, ValueId argument);
    void placeOutputsOf(NodeId node, std::int64_t row, const Regions& region, bool isWanted);
    Operand bodyListOf(std::span<const Operand> items, std::int64_t rows, Shape shape);
    void bringTogether(std::uint32_t index, std::int64_t rows, Operand& operand, Regions& region,
                       std::size_t argument);
    void addPayloads(std::span<const NodeId> nodes, std::size_t payload);
    void addLaunch(Launch launch, std::span<const Operand> operands, std::span<const OutputBlock> outputs);
    std::int64_t allocate(std::int64_t floats) {
        const std::int64_t place = plan->numFloats;
        plan->numFloats += floats;
        return place;
    }
};

MemoryPlanner::MemoryPlanner() : scratch_(std::make_unique<Scratch>()) {}
MemoryPlanner::~MemoryPlanner() = default;

void MemoryPlanner::plan(const Graph& graph, const Schedule& schedule, MemoryPlan& plan) {
    scratch_->graph = &graph;
    scratch_->schedule = &schedule;
    scratch_->plan = &plan;
    scratch_->run();
}

void MemoryPlanner::Scratch::run() {
    plan->launches.clear();
    plan->operands.clear();
    plan->outputs.clear();
    plan->rows.clear();
    plan->bounds.clear();
    plan->payloads.clear();
    plan->numFloats = 0;
    plan->gathers = 0;
    plan->gatheredBytes = 0;
    countRows();
    placeOutputs();
    placeBodies();
    wants.assign(graph->numValues(), 0);
    stamp.assign(graph->numValues(), 0);
    for (std::uint32_t i = 0; i < schedule->batches.size(); ++i) {
        planBatch(i);
    }
}

void MemoryPlanner::Scratch::countRows() {
    used.clear();
    for (const Batch& batch : schedule->batches) {
        regions.resize(std::max(regions.size(), batch.signature.index() + std::size_t{1}));
        regions[batch.signature.index()].numRows = 0;
    }
    for (const Batch& batch : schedule->batches) {
        Regions& region = regions[batch.signature.index()];
        if (region.numRows == 0) {
            used.push_back(batch.signature);
            region.sample = schedule->nodes[batch.first];
            region.nextRow = 0;
        }
        region.numRows += batch.size;
    }
}

/// Outputs of nodes come first: their gradients are added to by any number of readers.
void MemoryPlanner::Scratch::placeOutputs() {
    plan->places.assign(graph->numValues(), 0);
    for (const SignatureId signature : used) {
        Regions& region = regions[signature.index()];
        const Node& node = graph->node(region.sample);
        region.outputs.clear();
        region.widths.clear();
        region.gathers.assign(node.numArguments, -1);
        for (int i = 0; i < node.numOutputs; ++i) {
            const std::int64_t width = graph->value(graph->output(region.sample, i)).shape.size();
            region.widths.push_back(width);
            region.outputs.push_back(allocate(region.numRows * width));
        }
        const auto isParameter = [](const Value& value) { return value.parameter.isValid(); };
        const auto arguments = graph->arguments(region.sample);
        const Cell* const cell = graph->cell(region.sample);
        region.hasParameters =
            std::ranges::any_of(arguments, [&](ValueId id) { return isParameter(graph->value(id)); }) ||
            (cell != nullptr && std::ranges::any_of(cell->body().values(), isParameter));
    }
}

/// Inner values of cells: those with several readers first, then those whose gradient is written exactly
/// once.
void MemoryPlanner::Scratch::placeBodies() {
    for (const bool once : {false, true}) {
        for (const SignatureId signature : used) {
            Regions& region = regions[signature.index()];
            const Cell* cell = graph->cell(region.sample);
            if (cell == nullptr) {
                continue;
            }
            const Graph& body = cell->body();
            if (!once) {
                std::vector<std::int32_t> uses(body.numValues(), 0);
                region.places.assign(body.numValues(), -1);
                region.usedOnce.assign(body.numValues(), 0);
                for (std::size_t i = 0; i < body.numNodes(); ++i) {
                    // Items of a list share one operand, so they must all be added to, like values with two
                    // readers.
                    const bool isList = opInfo(body.node(NodeId(i)).op).arity == Arity::kList;
                    for (const ValueId argument : body.arguments(NodeId(i))) {
                        uses[argument.index()] += isList ? 2 : 1;
                    }
                }
                for (std::size_t i = 0; i < region.outputs.size(); ++i) {
                    region.places[cell->outputs()[i].index()] = region.outputs[i];
                }
                for (std::size_t i = 0; i < body.numValues(); ++i) {
                    region.usedOnce[i] = uses[i] == 1 && region.places[i] < 0;
                }
            }
            for (std::size_t i = 0; i < body.numValues(); ++i) {
                const Value& value = body.value(ValueId(i));
                if (value.producer.isValid() && region.places[i] < 0 && (region.usedOnce[i] != 0) == once) {
                    region.places[i] = allocate(region.numRows * value.shape.size());
                }
            }
        }
        if (!once) {
            plan->numAccumulated = plan->numFloats;
        }
    }
}

void MemoryPlanner::Scratch::planBatch(std::uint32_t index) {
    const Batch& batch = schedule->batches[index];
    const auto nodes = schedule->nodesOf(batch);
    Regions& region = regions[batch.signature.index()];
    if (const Cell* cell = graph->cell(nodes[0])) {
        planCell(index, nodes, region, *cell);
    } else {
        planOp(index, nodes, region);
    }
    region.nextRow += batch.size;
}

void MemoryPlanner::Scratch::planOp(std::uint32_t index, std::span<const NodeId> nodes, Regions& region) {
    const Node& sample = graph->node(nodes[0]);
    const OpInfo& info = opInfo(sample.op);
    if (info.arity == Arity::kList) {
        readList(index, nodes, region);
    } else {
        readArguments(index, nodes, region);
    }
    const auto rows = static_cast<std::int64_t>(nodes.size());
    if (isProduct(sample.op)) {
        bringTogether(index, rows, formals[0], region, 0);
    }
    Launch launch{.op = sample.op,
                  .attributes = sample.attributes,
                  .batch = index,
                  .rows = rows,
                  .firstPayload = static_cast<std::uint32_t>(plan->payloads.size())};
    if (info.payload != Payload::kNone) {
        addPayloads(nodes, 0);
    }
    std::vector<OutputBlock> blocks;
    for (int i = 0; i < sample.numOutputs; ++i) {
        const Shape shape = graph->value(graph->output(nodes[0], i)).shape;
        blocks.push_back(
            {.place = region.outputs[static_cast<std::size_t>(i)] + region.nextRow * shape.size(),
             .shape = shape});
    }
    addLaunch(launch, formals, blocks);
}

void MemoryPlanner::Scratch::planCell(std::uint32_t index, std::span<const NodeId> nodes, Regions& region,
                                      const Cell& cell) {
    const Graph& body = cell.body();
    readArguments(index, nodes, region);
    bodyWants.assign(body.numValues(), 0);
    for (std::size_t i = 0; i < body.formals().size(); ++i) {
        bodyWants[body.formals()[i].index()] = formals[i].wantsGradient;
    }
    std::size_t payload = 0;
    for (std::size_t i = 0; i < body.numNodes(); ++i) {
        addBodyNode(index, nodes, region, cell, NodeId(i), payload);
        payload += body.node(NodeId(i)).numPayloads;
    }
}

void MemoryPlanner::Scratch::addBodyNode(std::uint32_t index, std::span<const NodeId> nodes, Regions& region,
                                         const Cell& cell, NodeId id, std::size_t payload) {
    const Graph& body = cell.body();
    const Node& node = body.node(id);
    const auto rows = static_cast<std::int64_t>(nodes.size());
    std::vector<Operand> arguments;
    bool isWanted = false;
    for (const ValueId argument : body.arguments(id)) {
        const Value& value = body.value(argument);
        Operand operand;
        if (value.parameter.isValid()) {
            operand = {.kind = OperandKind::kShared, .parameter = value.parameter, .shape = value.shape};
        } else if (!value.producer.isValid()) {
            const auto all = body.formals();
            const auto formal =
                static_cast<std::size_t>(std::find(all.begin(), all.end(), argument) - all.begin());
            operand = formals[formal];
            if (isProduct(node.op)) {
                bringTogether(index, rows, operand, region, formal);
            }
        } else {
            operand = {.kind = OperandKind::kContiguous,
                       .shape = value.shape,
                       .place = region.places[argument.index()] + region.nextRow * value.shape.size(),
                       .wantsGradient = bodyWants[argument.index()] != 0,
                       .isOnlyUse = region.usedOnce[argument.index()] != 0};
            operand.isReplaceable = operand.isOnlyUse && isProduct(body.node(value.producer).op);
        }
        isWanted = isWanted || value.parameter.isValid() || operand.wantsGradient;
        arguments.push_back(operand);
    }
    if (opInfo(node.op).arity == Arity::kList) {
        arguments = {bodyListOf(arguments, rows, body.value(node.firstOutput).shape)};
    }
    Launch launch{.op = node.op,
                  .attributes = node.attributes,
                  .batch = index,
                  .rows = rows,
                  .firstPayload = static_cast<std::uint32_t>(plan->payloads.size())};
    if (node.numPayloads > 0) {
        addPayloads(nodes, payload);
    }
    std::vector<OutputBlock> blocks;
    for (int k = 0; k < node.numOutputs; ++k) {
        const ValueId output = body.output(id, k);
        const Shape shape = body.value(output).shape;
        blocks.push_back(
            {.place = region.places[output.index()] + region.nextRow * shape.size(), .shape = shape});
        bodyWants[output.index()] = isWanted;
    }
    addLaunch(launch, arguments, blocks);
}

/// Where the arguments of a batch lie, and where its outputs go: all in one pass over its nodes, which lie
/// anywhere in the graph.
void MemoryPlanner::Scratch::readArguments(std::uint32_t index, std::span<const NodeId> nodes,
                                           const Regions& region) {
    const std::size_t firstRow = plan->rows.size();
    addSampleOperands(nodes[0], nodes.size());
    bool mayRepeat = false;
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        prefetch(nodes, row);
        const auto arguments = graph->arguments(nodes[row]);
        bool isWanted = region.hasParameters;
        for (std::size_t i = 0; i < formals.size(); ++i) {
            Operand& operand = formals[i];
            if (operand.kind == OperandKind::kShared) {
                continue;
            }
            const std::uint32_t place = plan->places[arguments[i].index()];
            plan->rows[operand.firstRow + row] = place;
            if (place != operand.place + static_cast<std::int64_t>(row) * operand.shape.size()) {
                operand.kind = OperandKind::kGathered;
            }
            const bool wantsGradient = wants[arguments[i].index()] != 0;
            operand.wantsGradient = operand.wantsGradient || wantsGradient;
            isWanted = isWanted || wantsGradient;
            mayRepeat = isReadAgain(index, arguments[i]) || mayRepeat;
        }
        placeOutputsOf(nodes[row], static_cast<std::int64_t>(row), region, isWanted);
    }
    // Rows of contiguous arguments are not kept.
    std::size_t end = firstRow;
    for (Operand& operand : formals) {
        operand.mayRepeat = mayRepeat;
        if (operand.kind == OperandKind::kGathered) {
            const auto rows = plan->rows.begin() + operand.firstRow;
            std::copy_n(rows, nodes.size(), plan->rows.begin() + static_cast<std::ptrdiff_t>(end));
            operand.firstRow = static_cast<std::uint32_t>(end);
            end += nodes.size();
        }
    }
    plan->rows.resize(end);
}

/// Asks for what the rows to come need; without this the loop waits for memory most of its time.
void MemoryPlanner::Scratch::prefetch(std::span<const NodeId> nodes, std::size_t row) const {
    constexpr std::size_t kNodesAhead = 24;
    constexpr std::size_t kArgumentsAhead = 16;
    constexpr std::size_t kPlacesAhead = 8;
    if (row + kNodesAhead < nodes.size()) {
        __builtin_prefetch(&graph->node(nodes[row + kNodesAhead]).firstArgument);
    }
    if (row + kArgumentsAhead < nodes.size()) {
        __builtin_prefetch(graph->arguments(nodes[row + kArgumentsAhead]).data());
    }
    if (row + kPlacesAhead < nodes.size()) {
        for (const ValueId argument : graph->arguments(nodes[row + kPlacesAhead])) {
            __builtin_prefetch(&plan->places[argument.index()]);
            __builtin_prefetch(&stamp[argument.index()]);
            __builtin_prefetch(&wants[argument.index()]);
        }
    }
}

/// As if all arguments were contiguous, with room for the rows of those that are no parameter.
void MemoryPlanner::Scratch::addSampleOperands(NodeId sample, std::size_t numRows) {
    formals.clear();
    for (const ValueId argument : graph->arguments(sample)) {
        const Value& value = graph->value(argument);
        if (value.parameter.isValid()) {
            formals.push_back(
                {.kind = OperandKind::kShared, .parameter = value.parameter, .shape = value.shape});
            continue;
        }
        formals.push_back({.kind = OperandKind::kContiguous,
                           .shape = value.shape,
                           .place = plan->places[argument.index()],
                           .firstRow = static_cast<std::uint32_t>(plan->rows.size()),
                           .wantsGradient = false});
        plan->rows.resize(plan->rows.size() + numRows);
    }
}

void MemoryPlanner::Scratch::readList(std::uint32_t index, std::span<const NodeId> nodes,
                                      const Regions& region) {
    Operand operand{.kind = OperandKind::kList,
                    .shape = Shape{graph->node(nodes[0]).attributes.first},
                    .firstRow = static_cast<std::uint32_t>(plan->rows.size()),
                    .firstBound = static_cast<std::uint32_t>(plan->bounds.size()),
                    .wantsGradient = false};
    plan->bounds.push_back(0);
    for (std::size_t row = 0; row < nodes.size(); ++row) {
        bool isWanted = region.hasParameters;
        for (const ValueId id : graph->arguments(nodes[row])) {
            plan->rows.push_back(plan->places[id.index()]);
            isWanted = isWanted || wants[id.index()] != 0;
            operand.mayRepeat = isReadAgain(index, id) || operand.mayRepeat;
        }
        operand.wantsGradient = operand.wantsGradient || isWanted;
        plan->bounds.push_back(static_cast<std::uint32_t>(plan->rows.size()) - operand.firstRow);
        placeOutputsOf(nodes[row], static_cast<std::int64_t>(row), region, isWanted);
    }
    formals.assign(1, operand);
}

bool MemoryPlanner::Scratch::isReadAgain(std::uint32_t index, ValueId argument) {
    return std::exchange(stamp[argument.index()], index + 1) == index + 1;
}

void MemoryPlanner::Scratch::placeOutputsOf(NodeId node, std::int64_t row, const Regions& region,
                                            bool isWanted) {
    const std::size_t first = graph->node(node).firstOutput.index();
    for (std::size_t i = 0; i < region.outputs.size(); ++i) {
        const std::int64_t place = region.outputs[i] + (region.nextRow + row) * region.widths[i];
        plan->places[first + i] = static_cast<std::uint32_t>(place);
        wants[first + i] = isWanted;
    }
}

/// A list op inside a cell: every row has the same number of items.
Operand MemoryPlanner::Scratch::bodyListOf(std::span<const Operand> items, std::int64_t rows, Shape shape) {
    Operand operand{.kind = OperandKind::kList, .shape = shape, .wantsGradient = false};
    std::vector<std::uint32_t> places;
    for (std::int64_t row = 0; row < rows; ++row) {
        for (const Operand& item : items) {
            places.push_back(item.kind == OperandKind::kContiguous
                                 ? static_cast<std::uint32_t>(item.place + row * shape.size())
                                 : plan->rows[item.firstRow + static_cast<std::size_t>(row)]);
        }
    }
    operand.firstRow = static_cast<std::uint32_t>(plan->rows.size());
    operand.firstBound = static_cast<std::uint32_t>(plan->bounds.size());
    plan->rows.insert(plan->rows.end(), places.begin(), places.end());
    for (std::int64_t row = 0; row <= rows; ++row) {
        plan->bounds.push_back(static_cast<std::uint32_t>(static_cast<std::size_t>(row) * items.size()));
    }
    for (const Operand& item : items) {
        operand.wantsGradient = operand.wantsGradient || item.wantsGradient;
        operand.mayRepeat = operand.mayRepeat || item.mayRepeat;
    }
    operand.mayRepeat = operand.mayRepeat || items.size() > 1;
    return operand;
}

/// Products read one block: copies rows together if they are not.
void MemoryPlanner::Scratch::bringTogether(std::uint32_t index, std::int64_t rows, Operand& operand,
                                           Regions& region, std::size_t argument) {
    if (operand.kind != OperandKind::kGathered) {
        return;
    }
    const std::int64_t width = operand.shape.size();
    if (region.gathers[argument] < 0) {
        region.gathers[argument] = allocate(region.numRows * width);
    }
    const OutputBlock block{.place = region.gathers[argument] + region.nextRow * width,
                            .shape = operand.shape};
    addLaunch({.kind = Launch::Kind::kGather, .batch = index, .rows = rows}, std::span(&operand, 1),
              std::span(&block, 1));
    operand = {.kind = OperandKind::kContiguous,
               .shape = operand.shape,
               .place = block.place,
               .wantsGradient = operand.wantsGradient,
               .isOnlyUse = true};
}

void MemoryPlanner::Scratch::addPayloads(std::span<const NodeId> nodes, std::size_t payload) {
    for (const NodeId node : nodes) {
        const auto integers = graph->integers(node);
        plan->payloads.push_back(integers.empty() ? static_cast<std::int32_t>(graph->node(node).firstPayload)
                                                  : integers[payload]);
    }
}

void MemoryPlanner::Scratch::addLaunch(Launch launch, std::span<const Operand> operands,
                                       std::span<const OutputBlock> outputs) {
    launch.firstOperand = static_cast<std::uint32_t>(plan->operands.size());
    launch.numOperands = static_cast<std::uint32_t>(operands.size());
    launch.firstOutput = static_cast<std::uint32_t>(plan->outputs.size());
    launch.numOutputs = static_cast<std::uint32_t>(outputs.size());
    plan->operands.insert(plan->operands.end(), operands.begin(), operands.end());
    plan->outputs.insert(plan->outputs.end(), outputs.begin(), outputs.end());
    plan->launches.push_back(launch);
    if (launch.kind == Launch::Kind::kGather || copiesRows(launch.op)) {
        for (const Operand& operand : operands) {
            if (operand.kind == OperandKind::kGathered) {
                ++plan->gathers;
                plan->gatheredBytes +=
                    launch.rows * operand.shape.size() * static_cast<std::int64_t>(sizeof(float));
            }
        }
    }
}

}  // namespace loomscope
