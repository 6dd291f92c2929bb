// SPDX-License-Identifier: Apache-2.0
#include "engine/models/zoo_model.h"

#include "engine/base/check.h"

#include <utility>

namespace loomscope {

ParameterId ZooModel::addWeight(std::string name, std::int32_t in, std::int32_t out) {
    return parameters_.add(std::move(name), Shape{in, out}, {.kind = Initializer::Kind::kGlorotUniform},
                           seed_);
}

ParameterId ZooModel::addBias(std::string name, Shape shape) {
    const ParameterId id = parameters_.add(std::move(name), shape, {.kind = Initializer::Kind::kZero}, seed_);
    parameters_.parameter(id).isDecayed = false;
    return id;
}

ParameterId ZooModel::addTable(std::string name, std::int32_t rows, std::int32_t width) {
    return parameters_.add(std::move(name), Shape{rows, width},
                           {.kind = Initializer::Kind::kUniform, .a = 0.05F}, seed_, ParameterKind::kTable);
}

CellPointer ZooModel::makeCell(std::string name, std::span<const Shape> formals, const CellBody& body) const {
    Graph graph(signatures_);
    GraphBuilder builder(graph, parameters_);
    std::vector<Expr> inputs;
    for (const Shape& shape : formals) {
        inputs.push_back(builder.formal(shape));
    }
    std::vector<ValueId> outputs;
    for (const Expr& output : body(builder, inputs)) {
        outputs.push_back(output.id);
    }
    const auto written = builder.finish();
    LOOM_CHECK(written.has_value(), written.error().text());
    auto cell = Cell::make(std::move(name), std::move(graph), std::move(outputs));
    LOOM_CHECK(cell.has_value(), cell.error().text());
    return *std::move(cell);
}

tl::unexpected<Error> unreadable(const Example& example, std::string what) {
    return fail(ErrorCode::kInvalid, std::move(what), {.record = example.record, .line = example.line});
}

std::int32_t integerOption(const ModelOptions& options, std::string_view name) {
    return static_cast<std::int32_t>(options.find(name)->second);
}

}  // namespace loomscope
