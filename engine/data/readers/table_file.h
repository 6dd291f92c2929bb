// SPDX-License-Identifier: Apache-2.0
// A table that has been opened: unpacked, decoded, split, its columns recognised.
#pragma once

#include "engine/base/result.h"
#include "engine/data/readers/table_dialect.h"
#include "engine/data/readers/table_layout.h"
#include "engine/data/readers/table_text.h"
#include "engine/data/readers/text_encoding.h"

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// Owns the text that its cells borrow; neither copied nor moved.
struct TableFile {
    TableFile() = default;
    TableFile(const TableFile&) = delete;
    TableFile& operator=(const TableFile&) = delete;

    std::string path;
    std::optional<std::string> unpacked;
    DecodedText decoded;
    TableDialect dialect;
    TableText text;
    TableLayout layout;
    std::vector<std::size_t> records;  ///< the rows of `text` that are records
};

/// Opens a table from the bytes of its file, which must outlive it.
/// Errors: those of unpackGzip and recogniseLayout; kParse if it is empty or holds no record. All name the
/// file.
[[nodiscard]] Result<std::unique_ptr<const TableFile>> openTable(const std::string& path,
                                                                 std::string_view content,
                                                                 const DataRequest& request);

/// Returns a function that puts the file's name before an error's message.
[[nodiscard]] inline auto naming(std::string_view path) {
    return [path](Error error) {
        error.message.insert(0, std::string(path) + ": ");
        return error;
    };
}

}  // namespace loomscope
