// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/mutation.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace loomscope {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kLargest = 20000;
constexpr std::array kWords = {"("sv,        ")"sv,
                               "(("sv,       "\n"sv,
                               "\r\n"sv,     "\t"sv,
                               "\""sv,       ","sv,
                               ";"sv,        "{"sv,
                               "}"sv,        "["sv,
                               "]"sv,        "\\u"sv,
                               "\\"sv,       "null"sv,
                               "-1"sv,       "0"sv,
                               "999"sv,      "99999999999999999999"sv,
                               "1e400"sv,    "nan"sv,
                               "\0"sv,       "\xC2\xA0"sv,
                               "\xFF\xFE"sv, "\xEF\xBB\xBF"sv,
                               "$$$$\n"sv,   "M  END\n"sv,
                               "M  V30 "sv,  "> <x>\n"sv,
                               "[nH]"sv,     "c1ccccc1"sv,
                               "%10"sv,      "#"sv,
                               "2.5*^-6"sv,  "-LRB-"sv,
                               "\x1F\x8B"sv, "1-2\t"sv};

std::size_t place(const std::string& text, Rng& rng) {
    return static_cast<std::size_t>(rng.below(text.size() + 1));
}

/// A piece of a text of up to `most` bytes.
std::string piece(const std::string& text, std::size_t most, Rng& rng) {
    const std::size_t from = place(text, rng);
    return text.substr(from, 1 + static_cast<std::size_t>(rng.below(most)));
}

void changeOnce(std::string& text, std::span<const std::string> corpus, Rng& rng) {
    constexpr std::size_t kLongPiece = 200;
    const std::size_t at = place(text, rng);
    switch (rng.below(8)) {
        case 0:
            if (at < text.size()) {
                text[at] = static_cast<char>(rng.below(256));
            }
            break;
        case 1:
            text.erase(at, 1 + static_cast<std::size_t>(rng.below(12)));
            break;
        case 2:
            text.insert(at, kWords[rng.below(kWords.size())]);
            break;
        case 3:
            text.insert(at, piece(text, kLongPiece, rng));
            break;
        case 4:
            text.insert(at, piece(corpus[rng.below(corpus.size())], kLongPiece, rng));
            break;
        case 5:
            text.erase(at, static_cast<std::size_t>(rng.below(kLongPiece)));
            break;
        case 6:
            text.resize(rng.below(4) == 0 ? at : text.size());
            break;
        default:
            for (std::uint64_t i = rng.below(64); i > 0; --i) {
                text.insert(at, kWords[rng.below(2)]);
            }
            break;
    }
}

}  // namespace

std::string mutate(const std::string& text, std::span<const std::string> corpus, Rng& rng) {
    std::string changed = text;
    for (std::uint64_t i = 1 + rng.below(6); i > 0; --i) {
        changeOnce(changed, corpus, rng);
    }
    changed.resize(std::min(changed.size(), kLargest));
    return changed;
}

}  // namespace loomscope
