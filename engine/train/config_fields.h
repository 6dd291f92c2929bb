// SPDX-License-Identifier: Apache-2.0
// The keys of a run's configuration: one list, from which reading, writing and setting follow.
#pragma once

#include "engine/train/run_config.h"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace loomscope {

/// One key and the field it stands for. Options of models are not among them.
struct ConfigField {
    std::string_view section;  ///< "data", …; empty for keys of the whole run
    std::string_view key;
    std::variant<std::string*, double*, int*, std::uint64_t*, std::vector<std::string>*> value;

    /// "optimiser.rate".
    [[nodiscard]] std::string dotted() const;
};

/// The fields of `config` in the order in which people should see them. They point into it.
[[nodiscard]] std::vector<ConfigField> fieldsOf(RunConfig& config);

/// Sets a field from text. Errors: kInvalid, naming the key and what it needs.
[[nodiscard]] Result<void> setFromText(const ConfigField& field, std::string_view text);

}  // namespace loomscope
