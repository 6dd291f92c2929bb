// SPDX-License-Identifier: Apache-2.0
// One tree from the brackets and words of a treebank file.
#pragma once

#include "engine/data/example.h"
#include "engine/data/readers/ptb_reader.h"

#include <string_view>
#include <vector>

namespace loomscope {

/// What can be wrong inside a tree whose brackets match.
enum class PtbFault : std::uint8_t { kNone, kEmptyBrackets, kNoWord, kLabelOutOfRange };

/// Takes the events of one tree in the order of the file. Keeps its memory from tree to tree and never
/// recurses. Words and labels are borrowed until take().
class PtbTreeBuilder {
public:
    explicit PtbTreeBuilder(TreeLabels labels) : labels_(labels) {}

    void clear();
    void open() { frames_.push_back({.firstPending = pending_.size()}); }
    /// The label of the innermost bracket if nothing stands before it there, else a word.
    [[nodiscard]] PtbFault atom(std::string_view text);
    [[nodiscard]] PtbFault close();

    [[nodiscard]] std::size_t depth() const { return frames_.size(); }
    /// Class of the root as the file has it, 0–4, or −1.
    [[nodiscard]] std::int32_t rootClass() const { return nodes_.empty() ? -1 : nodes_.back().label; }
    [[nodiscard]] std::int64_t numClassLabels() const { return numClassLabels_; }
    [[nodiscard]] std::int64_t numNames() const { return numNames_; }
    /// Copies the finished tree out, classes mapped as the kind of labels asks.
    [[nodiscard]] Tree take() const;

private:
    struct Frame {
        std::size_t firstPending = 0;
        std::int32_t label = -1;
        std::int32_t category = -1;
        bool isLabelled = false;
    };
    [[nodiscard]] PtbFault setLabel(Frame& frame, std::string_view text);
    [[nodiscard]] std::int32_t internCategory(std::string_view name);

    TreeLabels labels_;
    std::vector<Frame> frames_;
    std::vector<std::int32_t> pending_;  ///< finished nodes that wait for their parent to close
    std::vector<Tree::Node> nodes_;
    std::vector<std::int32_t> children_;
    std::vector<std::string_view> tokens_;
    std::vector<std::string_view> categories_;
    std::int64_t numClassLabels_ = 0;
    std::int64_t numNames_ = 0;
};

}  // namespace loomscope
