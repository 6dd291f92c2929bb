// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/example_rows.h"

#include <variant>

namespace loomscope {

namespace {

std::int32_t count(std::size_t size) {
    return static_cast<std::int32_t>(size);
}

struct Measure {
    ExampleRow& row;

    void operator()(const Tree& tree) const {
        row.size = count(tree.nodes.size());
        row.depth = tree.depth();
        row.label = tree.nodes.empty() ? -1 : tree.nodes.back().label;
    }
    void operator()(const Molecule& molecule) const {
        row.size = count(molecule.atoms.size());
        row.depth = count(molecule.bonds.size());
    }
    void operator()(const Sequence& sequence) const { row.size = count(sequence.tokens.size()); }
    void operator()(const Lattice& lattice) const { row.size = count(lattice.arcs.size()); }
};

}  // namespace

ExampleRows makeExampleRows(const Dataset& dataset, const JobControl& control) {
    auto rows = std::make_shared<std::vector<ExampleRow>>();
    rows->reserve(static_cast<std::size_t>(dataset.size()));
    for (std::int64_t i = 0; i < dataset.size() && !control.isCancelled(); ++i) {
        const std::shared_ptr<const Example> example = dataset.at(i);
        ExampleRow row{.text = QString::fromStdString(summary(*example))};
        std::visit(Measure{row}, example->structure);
        rows->push_back(std::move(row));
    }
    return rows;
}

}  // namespace loomscope
