// SPDX-License-Identifier: Apache-2.0
// Which kind of table a text is.
#pragma once

#include "engine/base/result.h"
#include "engine/data/readers/table_text.h"

#include <optional>
#include <string>
#include <string_view>

namespace loomscope {

/// How the cells of a table are told apart. No delimiter: lines of SMILES, each with a name behind it.
struct TableDialect {
    std::optional<char> delimiter;

    bool operator==(const TableDialect&) const = default;
};

/// Decides by what was asked for, then by the file's name (`.smi`, `.smiles`, `.ism`), then by content: of
/// tab, semicolon, comma and bar the one that cuts most of the first rows into as many cells as the first,
/// two at least.
[[nodiscard]] TableDialect recogniseDialect(std::string_view text, const DataRequest& request,
                                            std::string_view path);

/// Splits a text by its dialect.
[[nodiscard]] TableText splitTable(std::string_view text, const TableDialect& dialect);

/// "csv", "tsv" or "smi".
[[nodiscard]] std::string_view formatName(const TableDialect& dialect);

}  // namespace loomscope
