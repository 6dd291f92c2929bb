// SPDX-License-Identifier: Apache-2.0
#include "engine/train/initial_words.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace loomscope {

Result<WordVectorReport> fillWords(const Model& model, const std::string& path, ParameterStore& parameters,
                                   const JobControl& control) {
    const ParameterId table = parameters.find("words");
    const auto state = nlohmann::json::parse(model.state(), nullptr, /*allow_exceptions=*/false);
    if (!table.isValid() || !state.is_object() || !state.contains("words")) {
        return fail(ErrorCode::kInvalid,
                    fmt::format("{} has no words that could begin with the vectors of {}; leave data.vectors "
                                "empty",
                                model.name(), path));
    }
    LOOM_TRY(const Vocabulary words, Vocabulary::fromJson(state["words"].dump()));
    const std::span<float> values = parameters.values(table);
    const auto width = static_cast<std::int64_t>(values.size()) / words.size();
    return readWordVectors(path, words, width, values, control);
}

}  // namespace loomscope
