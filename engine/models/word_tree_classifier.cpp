// SPDX-License-Identifier: Apache-2.0
#include "engine/models/word_tree_classifier.h"

#include <utility>

namespace loomscope {

WordTreeClassifier::WordTreeClassifier(const ModelOptions& options, WordsAndClasses facts, std::uint64_t seed)
    : TreeClassifier(options, std::move(facts), seed),
      hidden_(integerOption(options, "hidden")),
      table_(addTable("words", words().size(), hidden_)) {}

void WordTreeClassifier::finish(std::string cellName, const CellBody& body) {
    cell_ = makeCell(std::move(cellName), std::array{Shape{hidden_}, Shape{hidden_}}, body);
    addClassifier(std::span(&hidden_, 1));
}

LstmState WordTreeClassifier::leaf(GraphBuilder& builder, std::int32_t word) const {
    return {.h = builder.lookup(table_, word), .c = {}};
}

LstmState WordTreeClassifier::compose(GraphBuilder& builder, const LstmState& left,
                                      const LstmState& right) const {
    return {.h = builder.call(cell_, std::array{left.h, right.h})[0], .c = {}};
}

}  // namespace loomscope
