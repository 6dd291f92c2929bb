// SPDX-License-Identifier: Apache-2.0
// The boundary where SQLite's exceptions become errors that a person can act on.
#pragma once

#include "engine/base/result.h"

#include <SQLiteCpp/Exception.h>

#include <filesystem>

namespace loomscope {

/// How long a statement waits for another connection's transaction.
inline constexpr int kBusyTimeoutMs = 5000;

/// Says what happened to `file` and what to do.
[[nodiscard]] Error toError(const SQLite::Exception& exception, const std::filesystem::path& file);

/// Returns what `work` returns (a Result), or SQLite's exception as an error.
template <class Work>
auto guarded(const std::filesystem::path& file, const Work& work) -> decltype(work()) {
    try {
        return work();
    } catch (const SQLite::Exception& exception) {
        return fail(toError(exception, file));
    }
}

}  // namespace loomscope
