// SPDX-License-Identifier: Apache-2.0
#include "engine/base/names.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <vector>

namespace loomscope {

namespace {

/// Levenshtein distance: insertions, deletions and substitutions cost one each.
std::size_t editDistance(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, substituted});
        }
    }
    return row.back();
}

}  // namespace

std::string_view nearestName(std::string_view name, std::span<const std::string_view> known) {
    std::string_view nearest;
    std::size_t smallest = std::numeric_limits<std::size_t>::max();
    for (const std::string_view candidate : known) {
        if (const std::size_t distance = editDistance(name, candidate); distance < smallest) {
            smallest = distance;
            nearest = candidate;
        }
    }
    return nearest;
}

std::string joinNames(std::span<const std::string_view> names) {
    std::string joined;
    for (const std::string_view name : names) {
        joined += joined.empty() ? "" : ", ";
        joined += name;
    }
    return joined;
}

}  // namespace loomscope
