// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/include_rules.h"

#include <algorithm>
#include <array>
#include <map>
#include <regex>
#include <set>

namespace loomscope {

namespace {

using Names = std::set<std::string, std::less<>>;
using Arrows = std::map<std::string, Names, std::less<>>;

/// What each folder may include besides itself. A new folder needs a line here.
const Arrows& layerArrows() {
    static const Arrows arrows = {
        {"engine", {}},
        {"storage", {"engine"}},
        {"viz", {"engine"}},
        {"gui", {"engine", "storage", "viz"}},
    };
    return arrows;
}

const Arrows& engineArrows() {
    static const Arrows arrows = {
        {"base", {}},
        {"tensor", {"base"}},
        {"params", {"base", "tensor"}},
        {"ops", {"base", "tensor"}},
        {"graph", {"base", "tensor", "params", "ops"}},
        {"schedule", {"base", "tensor", "ops", "graph"}},
        {"exec", {"base", "tensor", "params", "ops", "graph", "schedule"}},
        {"optim", {"base", "tensor", "params"}},
        {"data", {"base"}},
        {"blocks", {"base", "tensor", "params", "ops", "graph", "data"}},
        {"models", {"base", "tensor", "params", "ops", "graph", "data", "blocks"}},
        {"bench", {"base", "tensor", "params", "exec", "optim", "data", "models", "train"}},
        {"train",
         {"base", "tensor", "params", "ops", "graph", "schedule", "exec", "optim", "data", "blocks",
          "models"}},
    };
    return arrows;
}

std::string part(std::string_view path, int index) {
    for (; index > 0; --index) {
        path.remove_prefix(std::min(path.find('/') + 1, path.size()));
    }
    return std::string(path.substr(0, path.find('/')));
}

std::string whyNoArrow(const Arrows& arrows, const std::string& from, const std::string& to) {
    const auto allowed = arrows.find(from);
    if (allowed == arrows.end()) {
        return "the folder " + from + " has no place in the order of the layers";
    }
    if (from == to || allowed->second.contains(to)) {
        return {};
    }
    return from + " must not include " + to;
}

bool isQt(std::string_view target) {
    return target.starts_with("Qt") || (target.size() > 1 && target[0] == 'Q' &&
                                        std::isupper(static_cast<unsigned char>(target[1])) != 0);
}

bool isChemistry(std::string_view target) {
    static constexpr std::array<std::string_view, 6> kPrefixes = {"GraphMol/",   "RDGeneral/",   "rdkit/",
                                                                  "RDGeometry/", "DataStructs/", "boost/"};
    return std::ranges::any_of(kPrefixes,
                               [target](std::string_view prefix) { return target.starts_with(prefix); });
}

std::string whyForbiddenLibrary(std::string_view path, std::string_view target) {
    const std::string layer = part(path, 0);
    if (isQt(target) && (layer == "engine" || layer == "storage" || path.starts_with("viz/core/"))) {
        return "no Qt in " + (layer == "viz" ? std::string("viz/core") : layer);
    }
    if (isChemistry(target) && !path.starts_with("engine/data/chemistry/")) {
        return "RDKit stays in engine/data/chemistry";
    }
    const bool isDatabase = target.starts_with("SQLiteCpp/") || target == "sqlite3.h";
    if (isDatabase && layer != "storage" && layer != "tests") {
        return "SQLite stays in storage";
    }
    return {};
}

}  // namespace

std::vector<Include> findIncludes(const std::vector<std::string>& lines) {
    static const std::regex pattern(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    std::vector<Include> includes;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        std::smatch match;
        if (std::regex_search(lines[i], match, pattern)) {
            includes.push_back({match[2], match[1] == "\"", static_cast<int>(i) + 1});
        }
    }
    return includes;
}

std::string whyForbidden(std::string_view path, const Include& include) {
    if (!include.isQuoted) {
        return whyForbiddenLibrary(path, include.target);
    }
    const std::string from = part(path, 0);
    const std::string to = part(include.target, 0);
    // Tests see everything; what the meta-object compiler made has no folder.
    if (from == "tests" || from == "sample_data" || to == include.target) {
        return {};
    }
    if (auto reason = whyNoArrow(layerArrows(), from, to); !reason.empty()) {
        return reason;
    }
    return from == "engine" && to == "engine"
               ? whyNoArrow(engineArrows(), part(path, 1), part(include.target, 1))
               : std::string();
}

}  // namespace loomscope
