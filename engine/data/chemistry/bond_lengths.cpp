// SPDX-License-Identifier: Apache-2.0
#include "engine/data/chemistry/atom_graph.h"

#include <GraphMol/PeriodicTable.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace loomscope {

namespace {

/// How much longer than the sum of two covalent radii a bond may be.
constexpr double kTolerance = 1.25;

double radius(const AtomGraph::Atom& atom) {
    return atom.atomicNumber > 0 ? RDKit::PeriodicTable::getTable()->getRcovalent(atom.atomicNumber) : 0.0;
}

double distance(const AtomGraph::Atom& a, const AtomGraph::Atom& b) {
    return std::hypot(a.position[0] - b.position[0], a.position[1] - b.position[1],
                      a.position[2] - b.position[2]);
}

bool isBondLength(const AtomGraph::Atom& a, const AtomGraph::Atom& b) {
    return distance(a, b) <= kTolerance * (radius(a) + radius(b));
}

}  // namespace

int mostCommonIsotope(int atomicNumber) {
    return RDKit::PeriodicTable::getTable()->getMostCommonIsotope(atomicNumber);
}

bool haveBondLengths(const AtomGraph& graph) {
    return std::ranges::all_of(graph.bonds, [&](const AtomGraph::Bond& bond) {
        return isBondLength(graph.atoms[static_cast<std::size_t>(bond.begin)],
                            graph.atoms[static_cast<std::size_t>(bond.end)]);
    });
}

void guessBonds(AtomGraph& graph) {
    // Atoms in the order of x: only those within the longest bond along x can be neighbours.
    double longest = 0.0;
    for (const AtomGraph::Atom& atom : graph.atoms) {
        longest = std::max(longest, 2.0 * kTolerance * radius(atom));
    }
    std::vector<std::size_t> order(graph.atoms.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return graph.atoms[i].position[0]; });
    for (std::size_t i = 0; i < order.size(); ++i) {
        const AtomGraph::Atom& a = graph.atoms[order[i]];
        for (std::size_t k = i + 1; k < order.size(); ++k) {
            const AtomGraph::Atom& b = graph.atoms[order[k]];
            if (b.position[0] - a.position[0] > longest) {
                break;
            }
            if (isBondLength(a, b)) {
                const auto [first, second] = std::minmax(order[i], order[k]);
                graph.bonds.push_back({.begin = static_cast<int>(first), .end = static_cast<int>(second)});
            }
        }
    }
    std::ranges::sort(graph.bonds, {}, [](const auto& bond) { return std::pair(bond.begin, bond.end); });
}

}  // namespace loomscope
