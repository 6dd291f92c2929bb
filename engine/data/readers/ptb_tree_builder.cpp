// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/ptb_tree_builder.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace loomscope {

namespace {

constexpr std::int32_t kSstClasses = 5;
constexpr std::array<std::int32_t, kSstClasses> kBinaryClass = {0, 0, -1, 1, 1};

/// Whether all of `text` is a number. Words such as "inf" are not.
bool isNumber(std::string_view text) {
    const char first = text.front();
    if (first != '-' && first != '.' && (first < '0' || first > '9')) {
        return false;
    }
    double value = 0.0;
    const auto [rest, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    return code != std::errc::invalid_argument && rest == text.data() + text.size();
}

}  // namespace

void PtbTreeBuilder::clear() {
    frames_.clear();
    pending_.clear();
    nodes_.clear();
    children_.clear();
    tokens_.clear();
    categories_.clear();
    numClassLabels_ = 0;
    numNames_ = 0;
}

PtbFault PtbTreeBuilder::atom(std::string_view text) {
    Frame& frame = frames_.back();
    if (!frame.isLabelled && frame.firstPending == pending_.size()) {
        return setLabel(frame, text);
    }
    pending_.push_back(static_cast<std::int32_t>(nodes_.size()));
    nodes_.push_back({.token = static_cast<std::int32_t>(tokens_.size()), .isBareWord = true});
    tokens_.push_back(text);
    return PtbFault::kNone;
}

PtbFault PtbTreeBuilder::close() {
    const Frame frame = frames_.back();
    frames_.pop_back();
    const std::size_t numChildren = pending_.size() - frame.firstPending;
    if (numChildren == 0) {
        return frame.isLabelled ? PtbFault::kNoWord : PtbFault::kEmptyBrackets;
    }
    if (numChildren == 1) {
        Tree::Node& child = nodes_[static_cast<std::size_t>(pending_.back())];
        if (child.isBareWord) {  // an ordinary leaf: the bracket and its word are one node
            child.label = frame.label;
            child.category = frame.category;
            child.isBareWord = false;
            return PtbFault::kNone;
        }
        if (!frame.isLabelled) {  // such as the nameless outer bracket of Penn Treebank files
            return PtbFault::kNone;
        }
    }
    const auto id = static_cast<std::int32_t>(nodes_.size());
    nodes_.push_back({.label = frame.label,
                      .firstChild = static_cast<std::int32_t>(children_.size()),
                      .numChildren = static_cast<std::int32_t>(numChildren),
                      .category = frame.category});
    children_.insert(children_.end(), pending_.begin() + static_cast<std::ptrdiff_t>(frame.firstPending),
                     pending_.end());
    pending_.resize(frame.firstPending);
    pending_.push_back(id);
    return PtbFault::kNone;
}

PtbFault PtbTreeBuilder::setLabel(Frame& frame, std::string_view text) {
    frame.isLabelled = true;
    if (labels_ != TreeLabels::kNone) {
        if (text.size() == 1 && text[0] >= '0' && text[0] < '0' + kSstClasses) {
            frame.label = text[0] - '0';
            ++numClassLabels_;
            return PtbFault::kNone;
        }
        if (isNumber(text)) {
            return PtbFault::kLabelOutOfRange;
        }
    }
    ++numNames_;
    frame.category = internCategory(text);
    return PtbFault::kNone;
}

std::int32_t PtbTreeBuilder::internCategory(std::string_view name) {
    const auto found = std::ranges::find(categories_, name);
    const auto index = static_cast<std::int32_t>(found - categories_.begin());
    if (found == categories_.end()) {
        categories_.push_back(name);
    }
    return index;
}

Tree PtbTreeBuilder::take() const {
    Tree tree{.nodes = nodes_,
              .children = children_,
              .tokens = std::vector<std::string>(tokens_.begin(), tokens_.end()),
              .categories = std::vector<std::string>(categories_.begin(), categories_.end())};
    if (labels_ == TreeLabels::kSstBinary) {
        for (Tree::Node& node : tree.nodes) {
            node.label = node.label < 0 ? -1 : kBinaryClass[static_cast<std::size_t>(node.label)];
        }
    }
    return tree;
}

}  // namespace loomscope
