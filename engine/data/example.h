// SPDX-License-Identifier: Apache-2.0
// One record of a dataset: a structure and its targets. Plain values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace loomscope {

/// A labelled ordered tree in post-order: children before their parent, the root last.
/// Flat arrays: no recursion is needed to build, walk or destroy one of any depth.
struct Tree {
    struct Node {
        std::int32_t label = -1;      ///< class, or −1 for none
        std::int32_t token = -1;      ///< index into `tokens`, or −1 for a node without a word
        std::int32_t firstChild = 0;  ///< index into `children`
        std::int32_t numChildren = 0;
        std::int32_t category = -1;  ///< index into `categories` (NP, VP, an operator), or −1
        bool isBareWord = false;     ///< a word that shares its bracket with others: `(NP the (NN mat))`

        bool operator==(const Node&) const = default;
    };
    std::vector<Node> nodes;
    std::vector<std::int32_t> children;
    std::vector<std::string> tokens;      ///< the words in order
    std::vector<std::string> categories;  ///< distinct node categories of this tree

    [[nodiscard]] std::int32_t root() const { return static_cast<std::int32_t>(nodes.size()) - 1; }
    /// Brackets on the longest path from the root: its nodes, bare words left out. 0 for a tree without
    /// nodes.
    [[nodiscard]] std::int32_t depth() const;
    /// Phrases and preterminals: the nodes, bare words left out.
    [[nodiscard]] std::int64_t numBrackets() const;
    bool operator==(const Tree&) const = default;
};

/// A molecule as a graph of atoms and bonds, hydrogens implicit unless the file keeps them. Facts only, no
/// toolkit type.
struct Molecule {
    struct Atom {
        std::int16_t atomicNumber = 0;  ///< 0: dummy
        std::int16_t charge = 0;
        std::int16_t degree = 0;
        std::int16_t hydrogens = 0;  ///< implicit and explicit
        std::int16_t radicalElectrons = 0;
        std::int16_t chirality = 0;      ///< 0 none, 1 clockwise, 2 counter-clockwise, 3 other
        std::int16_t hybridization = 0;  ///< 0 other, 1 s, 2 sp, 3 sp2, 4 sp3, 5 sp3d, 6 sp3d2
        std::int16_t isotope = 0;
        bool isAromatic = false;
        bool isInRing = false;
        float mass = 0.0F;

        bool operator==(const Atom&) const = default;
    };
    enum class BondKind : std::uint8_t { kSingle, kDouble, kTriple, kAromatic, kOther };
    struct Bond {
        std::int32_t begin = 0;
        std::int32_t end = 0;
        BondKind kind = BondKind::kSingle;
        bool isConjugated = false;
        bool isInRing = false;
        std::uint8_t stereo = 0;  ///< 0 none, 1 any, 2 Z, 3 E, 4 cis, 5 trans

        bool operator==(const Bond&) const = default;
    };
    std::vector<Atom> atoms;
    std::vector<Bond> bonds;
    std::vector<std::array<float, 3>> positions;  ///< one an atom, in ångström, or empty
    std::string text;                             ///< as it stood in the file (SMILES)
    std::string canonical;                        ///< canonical isomeric SMILES
    std::string formula;
    std::int32_t charge = 0;
    std::int32_t numFragments = 1;

    bool operator==(const Molecule&) const = default;
};

/// Tokens in order with, if there are any, one tag each.
struct Sequence {
    std::vector<std::string> tokens;
    std::vector<std::int32_t> tags;

    bool operator==(const Sequence&) const = default;
};

/// A word lattice: positions 0 … numPositions−1, arcs that go from a position to a later one.
struct Lattice {
    struct Arc {
        std::int32_t from = 0;
        std::int32_t to = 0;
        std::int32_t token = 0;  ///< index into `tokens`
        bool isWord = false;     ///< a word over several characters, else one character

        bool operator==(const Arc&) const = default;
    };
    std::int32_t numPositions = 0;
    std::vector<Arc> arcs;
    std::vector<std::string> tokens;
    std::vector<std::int32_t> tags;  ///< one a position, or empty

    bool operator==(const Lattice&) const = default;
};

using Structure = std::variant<Tree, Molecule, Sequence, Lattice>;

/// One record. `targets` has one number per target of the dataset; NaN is a missing one, never zero.
struct Example {
    Structure structure;
    std::vector<float> targets;
    /// What else the file says of the record, by name, in its order: properties of an SDF, comments of a
    /// CoNLL-U sentence.
    std::vector<std::pair<std::string, std::string>> fields;
    std::string id;           ///< a name column or title, may be empty
    std::int64_t record = 0;  ///< 1-based place in its file
    std::int64_t line = 0;    ///< 1-based line where the record starts, 0 if it has none
};

/// Short readable text of a record for tables: the words, the SMILES.
[[nodiscard]] std::string summary(const Example& example);

}  // namespace loomscope
