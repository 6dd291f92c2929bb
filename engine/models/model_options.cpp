// SPDX-License-Identifier: Apache-2.0
#include "engine/models/model_options.h"

#include "engine/base/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace loomscope {

Result<void> checkOptions(const ModelInfo& info, const ModelOptions& options) {
    for (const auto& [name, value] : options) {
        const auto option = std::ranges::find(info.options, name, &ModelOption::name);
        if (option == info.options.end()) {
            std::vector<std::string_view> known;
            std::ranges::transform(info.options, std::back_inserter(known), &ModelOption::name);
            return fail(ErrorCode::kInvalid,
                        fmt::format("{} has no option '{}'; did you mean '{}'? Its options are {}", info.name,
                                    name, nearestName(name, known), joinNames(known)));
        }
        if (!(value >= option->minimum && value <= option->maximum)) {
            return fail(ErrorCode::kInvalid,
                        fmt::format("option '{}' of {} must be from {} to {}, not {}", name, info.name,
                                    option->minimum, option->maximum, value));
        }
    }
    return {};
}

ModelOptions completeOptions(const ModelInfo& info, const ModelOptions& options) {
    ModelOptions complete = options;
    for (const ModelOption& option : info.options) {
        complete.try_emplace(std::string(option.name), option.value);
    }
    return complete;
}

}  // namespace loomscope
