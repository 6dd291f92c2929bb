// SPDX-License-Identifier: Apache-2.0
#include "engine/data/open/content_recognition.h"

#include "engine/data/readers/json_tree_reader.h"
#include "engine/data/readers/sick_reader.h"
#include "engine/data/readers/tagged_reader.h"
#include "engine/data/readers/text_lines.h"
#include "engine/data/readers/xyz_frame.h"

#include <algorithm>
#include <vector>

namespace loomscope {

namespace {

constexpr std::size_t kHeadLines = 40;

/// The first lines, blank ones too.
std::vector<std::string_view> headLines(std::string_view text) {
    std::vector<std::string_view> lines;
    LineReader reader(text);
    while (lines.size() < kHeadLines) {
        const auto line = reader.next();
        if (!line) {
            break;
        }
        lines.push_back(line->text);
    }
    return lines;
}

bool hasBracketLine(std::string_view text) {
    LineReader lines(text);
    while (const auto line = lines.next()) {
        if (trimmedText(line->text).starts_with('(')) {
            return true;
        }
    }
    return false;
}

/// A brace, or a bracket that no SMILES begins with: a list of strings, lists, objects or numbers.
bool looksLikeJson(std::string_view text) {
    const std::string_view body = trimmedText(text);
    if (body.starts_with('{')) {
        return true;
    }
    const std::string_view inside = trimmedText(body.substr(body.empty() ? 0 : 1));
    return body.starts_with('[') && !inside.empty() &&
           (std::string_view("\"[{").find(inside[0]) != std::string_view::npos || inside[0] == ']');
}

/// A first word line of ten columns with the ID of a first word, a range or an empty node.
bool looksLikeConllu(const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines) {
        if (line.starts_with('#') || trimmedText(line).empty()) {
            continue;
        }
        const auto columns = splitAt(line, '\t');
        return columns.size() == 10 &&
               (columns[0] == "1" || columns[0].starts_with("1-") || columns[0] == "0.1");
    }
    return false;
}

/// A counts line with its version, or an end of a block.
bool looksLikeSdf(const std::vector<std::string_view>& lines) {
    return std::ranges::any_of(lines, [](std::string_view line) {
        return line.starts_with("M  END") || line.starts_with("M  V30 ") ||
               (line.size() >= 39 && (line.substr(33, 6).find("V2000") != std::string_view::npos ||
                                      line.substr(33, 6).find("V3000") != std::string_view::npos));
    });
}

/// A lone number, a comment, and a line of a symbol and three numbers.
bool looksLikeXyz(const std::vector<std::string_view>& lines) {
    std::size_t first = 0;
    while (first < lines.size() && trimmedText(lines[first]).empty()) {
        ++first;
    }
    if (first + 2 >= lines.size() || !parseWhole(trimmedText(lines[first]))) {
        return false;
    }
    const auto words = splitWords(lines[first + 2]);
    return words.size() >= 4 && parseXyzNumber(words[1]) && parseXyzNumber(words[2]) &&
           parseXyzNumber(words[3]);
}

}  // namespace

FileFormat recogniseContent(std::string_view head) {
    if (trimmedText(head).empty()) {
        return FileFormat::kBrackets;
    }
    if (looksLikeJson(head)) {
        return looksLikeJsonLines(head) ? FileFormat::kJsonLines : FileFormat::kJson;
    }
    const auto lines = headLines(head);
    if (looksLikeConllu(lines)) {
        return FileFormat::kConllu;
    }
    if (looksLikeSick(head)) {
        return FileFormat::kSick;
    }
    if (looksLikeSdf(lines)) {
        return FileFormat::kSdf;
    }
    if (looksLikeXyz(lines)) {
        return FileFormat::kXyz;
    }
    if (looksLikeTagged(head)) {
        return FileFormat::kTagged;
    }
    return hasBracketLine(head) ? FileFormat::kBrackets : FileFormat::kTable;
}

}  // namespace loomscope
