// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/block_typing.h"

#include "engine/blocks/block_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

constexpr std::size_t kMostPlaces = 100'000;
constexpr int kMostNesting = 500;

int nestingOf(const BlockPlace* place) {
    int depth = 0;
    for (; place != nullptr; place = place->parent) {
        ++depth;
    }
    return depth;
}

std::string stepOf(const Block& block, const std::string& step) {
    const std::string name = block.label().empty() ? block.node().name() : block.label();
    return step.empty() ? name : step + ":" + name;
}

}  // namespace

BlockPlace& BlockTyping::add(const Block& block, BlockPlace* parent, std::string step, TypeTerm in,
                             TypeTerm out) {
    BlockPlace& place = addPlace(block, parent, std::move(step), in, out);
    inferPlace(place);
    return place;
}

void BlockTyping::addDeclared(const Block& block, BlockPlace& reference, BlockPlace*& target) {
    target = &addPlace(block, &reference, "", reference.in, reference.out);
    inferPlace(*target);
}

BlockPlace& BlockTyping::addPlace(const Block& block, BlockPlace* parent, const std::string& step,
                                  TypeTerm in, TypeTerm out) {
    BlockPlace& place = places_.emplace_back(BlockPlace{.block = block,
                                                        .in = in,
                                                        .out = out,
                                                        .children = {},
                                                        .parent = parent,
                                                        .step = stepOf(block, step),
                                                        .state = nullptr,
                                                        .input = {},
                                                        .output = {}});
    if (parent != nullptr) {
        parent->children.push_back(&place);
    }
    if (places_.size() > kMostPlaces || nestingOf(&place) > kMostNesting) {
        refuse(place, {.code = ErrorCode::kResource,
                       .message = fmt::format("a model holds at most {} blocks, {} inside each other",
                                              kMostPlaces, kMostNesting)});
    }
    return place;
}

void BlockTyping::inferPlace(BlockPlace& place) {
    if (hasError()) {
        return;
    }
    if (place.block.node().takesNothing()) {
        input(place, types_.nothing());
    }
    place.block.node().infer(*this, place);
}

void BlockTyping::input(BlockPlace& self, TypeTerm expected) {
    same(self, self.in, expected, "input");
}

void BlockTyping::output(BlockPlace& self, TypeTerm given) {
    same(self, given, self.out, "output");
}

void BlockTyping::same(BlockPlace& self, TypeTerm found, TypeTerm expected, const std::string& what) {
    if (hasError()) {
        return;
    }
    const std::string foundText = types_.text(found);
    const std::string expectedText = types_.text(expected);
    if (auto unified = types_.unify(found, expected); !unified) {
        Error error = unified.error();
        error.message = fmt::format("the {} is {} where {} is expected", what, foundText, expectedText) +
                        (error.message == fmt::format("{} is not {}", foundText, expectedText)
                             ? ""
                             : fmt::format(" ({})", error.message));
        refuse(self, std::move(error));
    }
}

void BlockTyping::later(BlockPlace& self, Rule rule) {
    if (hasError()) {
        return;
    }
    const auto settled = rule();
    if (!settled) {
        refuse(self, settled.error());
    } else if (!*settled) {
        waiting_.push_back({&self, std::move(rule)});
    }
}

void BlockTyping::items(BlockPlace& self, TypeTerm list, TypeTerm item,
                        std::function<Result<void>(BlockType::Kind)> onKind) {
    later(self, [this, &self, list, item, onKind = std::move(onKind)]() -> Result<bool> {
        if (!types_.isKnown(list)) {
            return false;
        }
        using Kind = BlockType::Kind;
        const Kind kind = types_.kind(list);
        if (kind == Kind::kVoid || kind == Kind::kTensor) {
            return fail(
                ErrorCode::kType,
                fmt::format("bad input type {}: a sequence, tuple or object is expected", types_.text(list)));
        }
        if (kind == Kind::kObject) {
            same(self, types_.object(), item, "item of the input");
        } else {
            const auto found = types_.items(list);
            if (found.empty()) {
                return fail(ErrorCode::kType, "the items of an empty tuple have no type");
            }
            for (const TypeTerm each : found) {
                same(self, each, item, "item of the input");
            }
        }
        if (onKind && !hasError()) {
            LOOM_TRY_VOID(onKind(kind));
        }
        return true;
    });
}

void BlockTyping::refuse(const BlockPlace& self, Error error) {
    if (!hasError()) {
        error_ = std::move(error).withContext(pathOf(self));
    }
}

Result<bool> BlockTyping::followRules() {
    bool hasChanged = false;
    std::vector<Waiting> waiting = std::move(waiting_);
    waiting_.clear();
    for (Waiting& each : waiting) {
        if (hasError()) {
            return fail(*error_);
        }
        const auto settled = each.rule();
        if (!settled) {
            refuse(*each.self, settled.error());
        } else if (*settled) {
            hasChanged = true;
        } else {
            waiting_.push_back(std::move(each));
        }
    }
    return hasChanged;
}

Result<void> BlockTyping::settle() {
    bool hasChanged = true;
    while (hasChanged && !hasError() && !waiting_.empty()) {
        LOOM_TRY(hasChanged, followRules());
    }
    for (BlockPlace& place : places_) {
        const auto in = types_.resolve(place.in);
        const auto out = types_.resolve(place.out);
        if (!hasError() && (!in || !out)) {
            refuse(place,
                   {.code = ErrorCode::kType,
                    .message = fmt::format("cannot determine the {} type ({}); say it, or connect the "
                                           "block to one that knows",
                                           in ? "output" : "input", types_.text(in ? place.out : place.in))});
        }
        if (hasError()) {
            return fail(*error_);
        }
        place.input = *in;
        place.output = *out;
    }
    return {};
}

const std::string& BlockTyping::parameterPrefix(const BlockNode& layer) {
    std::string& prefix = prefixes_[&layer];
    if (prefix.empty()) {
        const std::string name = layer.name();
        const int number = ++numPrefixes_[name];
        prefix = number == 1 ? name : fmt::format("{}_{}", name, number);
    }
    return prefix;
}

}  // namespace loomscope
