// SPDX-License-Identifier: Apache-2.0
#include "engine/data/open/class_alignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

namespace loomscope {

void alignClasses(const std::vector<std::string>& trainNames, ReadResult& part) {
    if (part.info.kind != StructureKind::kSequence || part.info.classNames == trainNames ||
        part.info.classNames.empty()) {
        return;
    }
    std::vector<std::int32_t> newLabel;
    for (const std::string& name : part.info.classNames) {
        const auto found = std::ranges::find(trainNames, name);
        newLabel.push_back(found == trainNames.end() ? -1
                                                     : static_cast<std::int32_t>(found - trainNames.begin()));
    }
    std::int64_t unknown = 0;
    for (auto& example : part.examples) {
        auto changed = std::make_shared<Example>(*example);
        for (std::int32_t& tag : std::get<Sequence>(changed->structure).tags) {
            tag = tag < 0 ? -1 : newLabel[static_cast<std::size_t>(tag)];
            unknown += tag < 0 ? 1 : 0;
        }
        example = std::move(changed);
    }
    if (unknown > 0) {
        part.report.warnings.push_back(
            {.message = fmt::format("{} words have tags that the training part does not: they have no class",
                                    unknown)});
    }
    part.info.classNames = trainNames;
    part.info.numClasses = static_cast<std::int32_t>(trainNames.size());
}

}  // namespace loomscope
