// SPDX-License-Identifier: Apache-2.0
// What all models of the zoo share: parameters, cells, and how to make them.
#pragma once

#include "engine/graph/cell.h"
#include "engine/graph/expr.h"
#include "engine/models/model.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

using CellPointer = std::shared_ptr<const Cell>;

/// Owns the parameters and the signature table. A model adds both parameters and cells in its constructor.
class ZooModel : public Model {
public:
    [[nodiscard]] const ParameterStore& initialParameters() const final { return parameters_; }
    [[nodiscard]] const std::shared_ptr<SignatureTable>& signatures() const final { return signatures_; }

protected:
    /// Writes a cell's body: from its formal inputs to its outputs.
    using CellBody = std::function<std::vector<Expr>(GraphBuilder&, std::span<const Expr> formals)>;

    explicit ZooModel(std::uint64_t seed) : seed_(seed) {}

    /// A weight [in, out], by Glorot and Bengio (2010).
    ParameterId addWeight(std::string name, std::int32_t in, std::int32_t out);
    /// A bias of zeros, not decayed.
    ParameterId addBias(std::string name, Shape shape);
    /// A table of `rows` vectors that are looked up, uniform in ±0.05.
    ParameterId addTable(std::string name, std::int32_t rows, std::int32_t width);
    /// A cell with formal inputs of these shapes. The body must be sound: the shapes are the model's own.
    [[nodiscard]] CellPointer makeCell(std::string name, std::span<const Shape> formals,
                                       const CellBody& body) const;
    [[nodiscard]] const ParameterStore& parameters() const { return parameters_; }

private:
    std::uint64_t seed_;
    ParameterStore parameters_;
    std::shared_ptr<SignatureTable> signatures_ = std::make_shared<SignatureTable>();
};

/// An example that a model can't read: kInvalid with its record and line.
[[nodiscard]] tl::unexpected<Error> unreadable(const Example& example, std::string what);
/// A model's integer option.
[[nodiscard]] std::int32_t integerOption(const ModelOptions& options, std::string_view name);

}  // namespace loomscope
