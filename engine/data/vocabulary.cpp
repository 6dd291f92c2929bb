// SPDX-License-Identifier: Apache-2.0
#include "engine/data/vocabulary.h"

#include "engine/base/check.h"
#include "engine/data/treebank_token.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

/// Whether capital letters of two bytes can become small ones by adding 32 to the second byte, within one
/// lead byte.
bool isPlainCapital(unsigned char lead, unsigned char second) {
    return (lead == 0xC3 && second >= 0x80 && second <= 0x9E && second != 0x97)  // À … Þ without ×
           || (lead == 0xCE && second >= 0x91 && second <= 0x9F)                 // Α … Ο
           || (lead == 0xD0 && second >= 0x90 && second <= 0x9F);                // А … П
}

/// Whether they become small ones in the next lead byte, by taking 32 from the second byte.
bool isCarryingCapital(unsigned char lead, unsigned char second) {
    return (lead == 0xCE && second >= 0xA0 && second <= 0xA9 && second != 0xA2)  // Π … Ω
           || (lead == 0xD0 && second >= 0xA0 && second <= 0xAF);                // Р … Я
}

}  // namespace

std::string toLower(std::string_view utf8) {
    std::string lower(utf8);
    for (std::size_t i = 0; i < lower.size(); ++i) {
        const auto lead = static_cast<unsigned char>(lower[i]);
        if (lead < 0x80) {
            lower[i] = static_cast<char>(lead >= 'A' && lead <= 'Z' ? lead + 32 : lead);
        } else if (i + 1 < lower.size()) {
            const auto second = static_cast<unsigned char>(lower[i + 1]);
            if (isPlainCapital(lead, second)) {
                lower[i + 1] = static_cast<char>(second + 32);
            } else if (isCarryingCapital(lead, second)) {
                lower[i] = static_cast<char>(lead + 1);
                lower[i + 1] = static_cast<char>(second - 32);
            } else if (lead == 0xD0 && second >= 0x80 && second <= 0x8F) {  // Ѐ … Џ
                lower[i] = static_cast<char>(lead + 1);
                lower[i + 1] = static_cast<char>(second + 16);
            }
        }
    }
    return lower;
}

const std::vector<std::string>& tokensOf(const Example& example) {
    static const std::vector<std::string> none;
    return std::visit(
        [](const auto& structure) -> const std::vector<std::string>& {
            if constexpr (requires { structure.tokens; }) {
                return structure.tokens;
            } else {
                return none;
            }
        },
        example.structure);
}

Vocabulary Vocabulary::build(const Dataset& dataset, std::int64_t minCount, LetterCase letters) {
    Vocabulary vocabulary;
    vocabulary.letters_ = letters;
    std::unordered_map<std::string, std::int64_t, Hash, std::equal_to<>> counts;
    for (std::int64_t i = 0; i < dataset.size(); ++i) {
        const std::shared_ptr<const Example> example = dataset.at(i);
        for (const std::string& token : tokensOf(*example)) {
            ++counts[vocabulary.normal(token)];
        }
    }
    std::vector<std::pair<std::int64_t, std::string>> kept;
    for (auto& [word, count] : counts) {
        if (count >= minCount) {
            kept.emplace_back(-count, word);
        }
    }
    std::ranges::sort(kept);
    for (auto& entry : kept) {
        vocabulary.words_.push_back(std::move(entry.second));
    }
    vocabulary.index();
    return vocabulary;
}

Result<Vocabulary> Vocabulary::fromJson(std::string_view json) {
    const auto parsed = nlohmann::json::parse(json, nullptr, false);
    const bool isKnown = parsed.is_object() && parsed.contains("words") && parsed["words"].is_array() &&
                         parsed.contains("letters") && parsed["letters"].is_string();
    const auto isWord = [](const nlohmann::json& word) { return word.is_string(); };
    if (!isKnown || !std::ranges::all_of(parsed["words"], isWord)) {
        return fail(ErrorCode::kParse,
                    "not a vocabulary: expected {\"letters\": \"as-is\" or \"lower\", \"words\": [text, …]}");
    }
    Vocabulary vocabulary;
    vocabulary.letters_ = parsed["letters"] == "lower" ? LetterCase::kLower : LetterCase::kAsIs;
    vocabulary.words_ = parsed["words"].get<std::vector<std::string>>();
    vocabulary.index();
    return vocabulary;
}

std::string Vocabulary::toJson() const {
    const nlohmann::json json = {{"letters", letters_ == LetterCase::kLower ? "lower" : "as-is"},
                                 {"words", words_}};
    return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::int32_t Vocabulary::id(std::string_view token) const {
    // Most tokens are their own display form, and are found without a copy.
    const bool isPlain =
        letters_ == LetterCase::kAsIs && token.find_first_of("-\\") == std::string_view::npos;
    const auto found = isPlain ? ids_.find(token) : ids_.find(normal(token));
    return found == ids_.end() ? kUnknown : found->second;
}

const std::string& Vocabulary::word(std::int32_t id) const {
    static const std::string unknown = "<unknown>";
    LOOM_CHECK(id >= 0 && id < size(), fmt::format("word {} of {}", id, size()));
    return id == kUnknown ? unknown : words_[static_cast<std::size_t>(id - 1)];
}

std::string Vocabulary::normal(std::string_view token) const {
    std::string word = displayToken(token);
    return letters_ == LetterCase::kLower ? toLower(word) : word;
}

void Vocabulary::index() {
    ids_.reserve(words_.size());
    for (const std::string& word : words_) {
        ids_.emplace(word, static_cast<std::int32_t>(ids_.size()) + 1);
    }
}

}  // namespace loomscope
