// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/type_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loomscope {

TypeTerm TypeTable::add(Term term) {
    terms_.push_back(std::move(term));
    return TypeTerm(terms_.size() - 1);
}

TypeTerm TypeTable::unknown() {
    return add(Term{});
}

TypeTerm TypeTable::add(const BlockType& type) {
    Term term{.isKnown = true, .kind = type.kind(), .shape = type.shape(), .names = type.names()};
    for (const BlockType& item : type.items()) {
        term.items.push_back(add(item));
    }
    return add(std::move(term));
}

TypeTerm TypeTable::tuple(std::vector<TypeTerm> items, std::vector<std::string> names) {
    return add(Term{.isKnown = true,
                    .kind = names.empty() ? Kind::kTuple : Kind::kDict,
                    .items = std::move(items),
                    .names = std::move(names)});
}

TypeTerm TypeTable::sequence(TypeTerm item) {
    return add(Term{.isKnown = true, .kind = Kind::kSequence, .items = {item}});
}

TypeTerm TypeTable::broadcast(TypeTerm item) {
    return add(Term{.isKnown = true, .kind = Kind::kBroadcast, .items = {item}});
}

TypeTerm TypeTable::representative(TypeTerm term) const {
    while (!terms_[term.index()].isKnown && terms_[term.index()].same.isValid()) {
        term = terms_[term.index()].same;
    }
    return term;
}

bool TypeTable::isKnown(TypeTerm term) const {
    return at(term).isKnown;
}

std::optional<BlockType> TypeTable::resolve(TypeTerm term) const {
    const Term& found = at(term);
    if (!found.isKnown) {
        return std::nullopt;
    }
    std::vector<BlockType> items;
    for (const TypeTerm item : found.items) {
        auto type = resolve(item);
        if (!type) {
            return std::nullopt;
        }
        items.push_back(*std::move(type));
    }
    switch (found.kind) {
        case Kind::kVoid:
            return BlockType();
        case Kind::kObject:
            return BlockType::object();
        case Kind::kTensor:
            return BlockType::tensor(found.shape);
        case Kind::kTuple:
            return BlockType::tuple(std::move(items));
        case Kind::kDict:
            return BlockType::dict(found.names, std::move(items));
        case Kind::kSequence:
            return BlockType::sequence(std::move(items[0]));
        case Kind::kBroadcast:
            return BlockType::broadcast(std::move(items[0]));
    }
    return std::nullopt;
}

std::string TypeTable::text(TypeTerm term) const {
    const Term& found = at(term);
    if (!found.isKnown) {
        return "?";
    }
    if (const auto whole = resolve(term)) {
        return whole->text();
    }
    std::string inner;
    for (std::size_t i = 0; i < found.items.size(); ++i) {
        inner += i == 0 ? "" : ", ";
        inner += (found.names.empty() ? "" : found.names[i] + ": ") + text(found.items[i]);
    }
    if (found.kind == Kind::kSequence) {
        return "sequence of " + inner;
    }
    if (found.kind == Kind::kBroadcast) {
        return "endless " + inner;
    }
    return found.kind == Kind::kDict ? "{" + inner + "}" : "(" + inner + ")";
}

bool TypeTable::isInside(TypeTerm term, TypeTerm whole) const {
    const TypeTerm found = representative(whole);
    return found == term || std::ranges::any_of(terms_[found.index()].items,
                                                [&](TypeTerm item) { return isInside(term, item); });
}

tl::unexpected<Error> TypeTable::differ(TypeTerm a, TypeTerm b) const {
    return fail(ErrorCode::kType, fmt::format("{} is not {}", text(a), text(b)));
}

Result<void> TypeTable::unifyItems(TypeTerm a, TypeTerm b) {
    const auto left = items(a);
    const auto right = items(b);
    if (left.size() != right.size()) {
        return differ(a, b);
    }
    for (std::size_t i = 0; i < left.size(); ++i) {
        LOOM_TRY_VOID(unify(left[i], right[i]));
    }
    return {};
}

Result<void> TypeTable::unify(TypeTerm a, TypeTerm b) {
    a = representative(a);
    b = representative(b);
    if (a == b) {
        return {};
    }
    if (!isKnown(a) || !isKnown(b)) {
        const TypeTerm open = isKnown(a) ? b : a;
        const TypeTerm other = isKnown(a) ? a : b;
        if (isInside(open, other)) {
            return fail(ErrorCode::kType, "the type would contain itself");
        }
        terms_[open.index()].same = other;
        return {};
    }
    const auto isTuple = [](Kind kind) { return kind == Kind::kTuple || kind == Kind::kDict; };
    const auto isList = [&](Kind kind) { return isTuple(kind) || kind == Kind::kSequence; };
    if (kind(a) == Kind::kObject && isList(kind(b))) {
        std::swap(a, b);
    }
    if (isList(kind(a)) && kind(b) == Kind::kObject) {
        for (const TypeTerm item : items(a)) {
            LOOM_TRY_VOID(unify(item, b));
        }
        return {};
    }
    const bool areDicts = kind(a) == Kind::kDict && kind(b) == Kind::kDict;
    if ((isTuple(kind(a)) && isTuple(kind(b))) && (!areDicts || at(a).names == at(b).names)) {
        return unifyItems(a, b);
    }
    if (kind(a) != kind(b) || !(at(a).shape == at(b).shape) || areDicts) {
        return differ(a, b);
    }
    return unifyItems(a, b);
}

}  // namespace loomscope
