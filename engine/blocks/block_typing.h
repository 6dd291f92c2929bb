// SPDX-License-Identifier: Apache-2.0
// The types of all places of a model, found out from each other in both directions.
#pragma once

#include "engine/base/result.h"
#include "engine/blocks/block_node.h"
#include "engine/data/vocabulary.h"
#include "engine/graph/cell.h"
#include "engine/graph/expr.h"
#include "engine/params/parameter_store.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loomscope {

/// What a model learns and how many classes, words and targets its data have.
struct BlockContext {
    ParameterStore* parameters = nullptr;
    std::shared_ptr<SignatureTable> signatures = std::make_shared<SignatureTable>();
    std::uint64_t seed = 1;
    std::int32_t numClasses = 0;
    std::int32_t numTargets = 0;
    const Vocabulary* words = nullptr;  ///< null: there are none
};

/// Collects what blocks say of their types. Keeps the first error, with the path of the block.
class BlockTyping {
public:
    /// Tried until it is settled. True: it is, and has nothing more to say.
    using Rule = std::function<Result<bool>()>;

    explicit BlockTyping(BlockContext context) : context_(std::move(context)) {}

    [[nodiscard]] TypeTable& types() { return types_; }
    [[nodiscard]] const BlockContext& context() const { return context_; }

    /// Adds the place of a part of `parent` and lets it say what it knows. `step` is its name there; the
    /// block's own label goes before.
    BlockPlace& add(const Block& block, BlockPlace* parent, std::string step, TypeTerm in, TypeTerm out);
    BlockPlace& add(const Block& block, BlockPlace& parent, std::string step) {
        return add(block, &parent, std::move(step), types_.unknown(), types_.unknown());
    }
    /// Says that `self` expects this input, or gives this output.
    void input(BlockPlace& self, TypeTerm expected);
    void output(BlockPlace& self, TypeTerm given);
    /// Says that two types within `self` are the same; `what` they are, for the message.
    void same(BlockPlace& self, TypeTerm found, TypeTerm expected, const std::string& what);
    /// Says something once more is known.
    void later(BlockPlace& self, Rule rule);
    /// Says that `item` is the type of the items of `list`: of a sequence, of a tuple of equals, of an
    /// object. `onKind` is told which kind it is.
    void items(BlockPlace& self, TypeTerm list, TypeTerm item,
               std::function<Result<void>(BlockType::Kind)> onKind = {});
    /// Keeps an error of `self`, unless there is an earlier one.
    void refuse(const BlockPlace& self, Error error);
    [[nodiscard]] bool hasError() const { return error_.has_value(); }

    /// Follows all rules, and sets input and output of all places. Errors: the first kept; kType for a type
    /// that stays unknown.
    Result<void> settle();
    /// The places, when they are settled; the first one is the root.
    [[nodiscard]] std::deque<BlockPlace> takePlaces() { return std::move(places_); }

    /// The one place of a forward declaration's target; null until it was set.
    [[nodiscard]] BlockPlace*& declared(const void* declaration) { return declared_[declaration]; }
    /// Adds the place of a declaration's target below its first reference; `target` is set before the target
    /// says what it knows, since it may refer to itself.
    void addDeclared(const Block& block, BlockPlace& reference, BlockPlace*& target);
    /// The type that a metric collects: the first it was asked for with.
    [[nodiscard]] const BlockType& metricType(const std::string& metric, const BlockType& type) {
        return metrics_.try_emplace(metric, type).first->second;
    }
    /// The prefix of the parameters of a layer: its name, made unique.
    [[nodiscard]] const std::string& parameterPrefix(const BlockNode& layer);
    /// Cells that a function has made by its input type, so that all its places share them.
    [[nodiscard]] std::shared_ptr<const void>& cells(const BlockNode& function, const std::string& type) {
        return cells_[{&function, type}];
    }

private:
    struct Waiting {
        BlockPlace* self;
        Rule rule;
    };

    BlockPlace& addPlace(const Block& block, BlockPlace* parent, const std::string& step, TypeTerm in,
                         TypeTerm out);
    void inferPlace(BlockPlace& place);
    Result<bool> followRules();

    BlockContext context_;
    TypeTable types_;
    std::deque<BlockPlace> places_;
    std::vector<Waiting> waiting_;
    std::optional<Error> error_;
    std::map<const void*, BlockPlace*> declared_;
    std::map<std::string, BlockType, std::less<>> metrics_;
    std::map<const BlockNode*, std::string> prefixes_;
    std::map<std::string, int, std::less<>> numPrefixes_;
    std::map<std::pair<const BlockNode*, std::string>, std::shared_ptr<const void>> cells_;
};

}  // namespace loomscope
