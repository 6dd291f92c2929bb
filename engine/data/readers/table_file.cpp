// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/table_file.h"

#include "engine/data/readers/gzip.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loomscope {

Result<std::unique_ptr<const TableFile>> openTable(const std::string& path, std::string_view content,
                                                   const DataRequest& request) {
    auto file = std::make_unique<TableFile>();
    file->path = path;
    LOOM_TRY(file->unpacked, unpackGzip(content).map_error(naming(path)));
    file->decoded = decodeText(file->unpacked ? std::string_view(*file->unpacked) : content);
    const std::string_view text = file->decoded.text();
    file->dialect = recogniseDialect(text, request, path);
    file->text = splitTable(text, file->dialect);
    if (file->text.rows.empty()) {
        return fail(ErrorCode::kParse, fmt::format("{} is empty", path));
    }
    if (std::ranges::all_of(file->text.rows, &TableRow::isBroken)) {
        return fail(ErrorCode::kParse, fmt::format("{}: every row opens a quote that is never closed", path));
    }
    LOOM_TRY(file->layout, recogniseLayout(file->text, file->dialect, request).map_error(naming(path)));
    for (std::size_t row = 0; row < file->text.rows.size(); ++row) {
        if (row != file->layout.headerRow) {
            file->records.push_back(row);
        }
    }
    if (file->records.empty()) {
        return fail(ErrorCode::kParse, fmt::format("{} has a header but no record", path));
    }
    return file;
}

}  // namespace loomscope
