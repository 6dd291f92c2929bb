// SPDX-License-Identifier: Apache-2.0
// Types that are not known yet, and what is found out about them.
#pragma once

#include "engine/base/result.h"
#include "engine/base/strong_id.h"
#include "engine/blocks/block_type.h"

#include <optional>
#include <string>
#include <vector>

namespace loomscope {

/// A type in a TypeTable, known or not.
using TypeTerm = StrongId<struct TypeTermTag>;

/// Types with unknowns. To unify two makes them the same, or tells how they differ; an unknown takes what the
/// other side knows. A list of objects is an object itself, and a dict is a tuple if one is asked for.
class TypeTable {
public:
    using Kind = BlockType::Kind;

    [[nodiscard]] TypeTerm unknown();
    [[nodiscard]] TypeTerm add(const BlockType& type);
    [[nodiscard]] TypeTerm object() { return add(BlockType::object()); }
    [[nodiscard]] TypeTerm nothing() { return add(BlockType()); }
    [[nodiscard]] TypeTerm tuple(std::vector<TypeTerm> items, std::vector<std::string> names = {});
    [[nodiscard]] TypeTerm sequence(TypeTerm item);
    [[nodiscard]] TypeTerm broadcast(TypeTerm item);

    /// False as long as nothing is known of the type, not even its kind.
    [[nodiscard]] bool isKnown(TypeTerm term) const;
    /// The rest only of what isKnown().
    [[nodiscard]] Kind kind(TypeTerm term) const { return at(term).kind; }
    [[nodiscard]] bool isKind(TypeTerm term, Kind kind) const {
        return isKnown(term) && at(term).kind == kind;
    }
    [[nodiscard]] std::vector<TypeTerm> items(TypeTerm term) const { return at(term).items; }
    [[nodiscard]] std::vector<std::string> names(TypeTerm term) const { return at(term).names; }
    /// The whole type, once nothing in it is unknown.
    [[nodiscard]] std::optional<BlockType> resolve(TypeTerm term) const;
    /// Readable form, "?" for what is unknown.
    [[nodiscard]] std::string text(TypeTerm term) const;

    /// Errors: kType if the two can't be the same.
    Result<void> unify(TypeTerm a, TypeTerm b);

private:
    struct Term {
        bool isKnown = false;
        TypeTerm same;  ///< of an unknown: the term it was unified with
        Kind kind = Kind::kVoid;
        Shape shape;
        std::vector<TypeTerm> items;
        std::vector<std::string> names;
    };

    [[nodiscard]] TypeTerm add(Term term);
    [[nodiscard]] TypeTerm representative(TypeTerm term) const;
    [[nodiscard]] const Term& at(TypeTerm term) const { return terms_[representative(term).index()]; }
    [[nodiscard]] bool isInside(TypeTerm term, TypeTerm whole) const;
    Result<void> unifyItems(TypeTerm a, TypeTerm b);
    [[nodiscard]] tl::unexpected<Error> differ(TypeTerm a, TypeTerm b) const;

    std::vector<Term> terms_;
};

}  // namespace loomscope
