// SPDX-License-Identifier: Apache-2.0
// Words as numbers.
#pragma once

#include "engine/base/result.h"
#include "engine/data/dataset.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loomscope {

enum class LetterCase : std::uint8_t { kAsIs, kLower };

/// Lower-cases the letters of ASCII, Latin-1, Greek and Cyrillic; leaves all else. Independent of the locale.
[[nodiscard]] std::string toLower(std::string_view utf8);

/// Maps words to 1 … size()−1, and all others to 0. Words are known by their display form (see displayToken).
/// Threads: immutable once built, safe to share.
class Vocabulary {
public:
    static constexpr std::int32_t kUnknown = 0;

    /// Only the unknown word.
    Vocabulary() = default;

    /// Collects the tokens of a dataset that stand in it at least `minCount` times: the most frequent first,
    /// equal ones by their bytes. Molecules have no tokens.
    [[nodiscard]] static Vocabulary build(const Dataset& dataset, std::int64_t minCount = 1,
                                          LetterCase letters = LetterCase::kAsIs);

    /// Errors: kParse if the text is not what toJson() writes.
    [[nodiscard]] static Result<Vocabulary> fromJson(std::string_view json);
    [[nodiscard]] std::string toJson() const;

    /// Words and the unknown one.
    [[nodiscard]] std::int32_t size() const { return static_cast<std::int32_t>(words_.size()) + 1; }
    [[nodiscard]] std::int32_t id(std::string_view token) const;
    /// The word of an id; "<unknown>" for 0.
    [[nodiscard]] const std::string& word(std::int32_t id) const;

private:
    struct Hash {
        // NOLINTNEXTLINE(readability-identifier-naming): the standard looks for this name
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
    };
    [[nodiscard]] std::string normal(std::string_view token) const;
    void index();

    LetterCase letters_ = LetterCase::kAsIs;
    std::vector<std::string> words_;
    std::unordered_map<std::string, std::int32_t, Hash, std::equal_to<>> ids_;
};

/// The tokens of an example in order; none for a molecule. Borrowed from the example.
[[nodiscard]] const std::vector<std::string>& tokensOf(const Example& example);

}  // namespace loomscope
