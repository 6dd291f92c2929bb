// SPDX-License-Identifier: Apache-2.0
#include "storage/sqlite_error.h"

#include <fmt/format.h>

#include <sqlite3.h>

namespace loomscope {

Error toError(const SQLite::Exception& exception, const std::filesystem::path& file) {
    const auto make = [&](ErrorCode code, std::string_view sentence) {
        return Error{.code = code,
                     .message = fmt::format(fmt::runtime(sentence), file.string(), exception.what())};
    };
    switch (exception.getErrorCode()) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return make(
                ErrorCode::kResource,
                "The store {0} is locked by another program. Close that program and try again, or use "
                "another store with --store.");
        case SQLITE_FULL:
            return make(
                ErrorCode::kResource,
                "There is no space left for the store {0}. Free some, or use another store with --store; "
                "what was stored before is kept.");
        case SQLITE_READONLY:
        case SQLITE_PERM:
            return make(
                ErrorCode::kIo,
                "The store {0} can't be written: the file or its folder is read-only. Make both writable, "
                "or use another store with --store.");
        case SQLITE_CANTOPEN:
            return make(
                ErrorCode::kIo,
                "The store {0} can't be opened: {1}. Check that its folder may be read and written, or use "
                "another store with --store.");
        case SQLITE_NOTADB:
        case SQLITE_CORRUPT:
            return make(
                ErrorCode::kIo,
                "The store {0} is damaged: {1}. It was left as it is. Move it away, or use another store "
                "with --store; `sqlite3 {0} .recover` prints what can be saved.");
        case SQLITE_IOERR:
            return make(ErrorCode::kIo, "The store {0} can't be read or written: {1}. Check the disk.");
        case SQLITE_TOOBIG:
            return make(ErrorCode::kResource, "A value is too large for the store {0}: {1}.");
        default:
            return make(ErrorCode::kInternal, "The store {0} refused a statement: {1}.");
    }
}

}  // namespace loomscope
