// SPDX-License-Identifier: Apache-2.0
#include "engine/data/treebank_token.h"

#include <array>
#include <utility>

namespace loomscope {

namespace {

constexpr std::array<std::pair<std::string_view, char>, 12> kBrackets = {{
    {"-LRB-", '('},
    {"-RRB-", ')'},
    {"-LSB-", '['},
    {"-RSB-", ']'},
    {"-LCB-", '{'},
    {"-RCB-", '}'},
    {"-lrb-", '('},
    {"-rrb-", ')'},
    {"-lsb-", '['},
    {"-rsb-", ']'},
    {"-lcb-", '{'},
    {"-rcb-", '}'},
}};
constexpr std::string_view kEscaped = "/*()[]{}";

}  // namespace

std::string displayToken(std::string_view raw) {
    if (raw.size() == 5 && raw.front() == '-') {
        for (const auto& [name, bracket] : kBrackets) {
            if (raw == name) {
                return std::string(1, bracket);
            }
        }
    }
    if (raw.find('\\') == std::string_view::npos) {
        return std::string(raw);
    }
    std::string shown;
    shown.reserve(raw.size());
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const bool isEscape =
            raw[i] == '\\' && i + 1 < raw.size() && kEscaped.find(raw[i + 1]) != std::string_view::npos;
        if (isEscape) {
            ++i;
        }
        shown += raw[i];
    }
    return shown;
}

}  // namespace loomscope
