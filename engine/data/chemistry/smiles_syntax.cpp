// SPDX-License-Identifier: Apache-2.0
#include "engine/data/chemistry/smiles_syntax.h"

#include "engine/data/chemistry/element.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <utility>

namespace loomscope {

namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}
bool isUpper(char c) {
    return c >= 'A' && c <= 'Z';
}
bool isLower(char c) {
    return c >= 'a' && c <= 'z';
}

constexpr std::string_view kBonds = "-=#$:/\\~";
constexpr std::array<std::string_view, 8> kOrganicSubset = {"Cl", "Br", "B", "C", "N", "O", "P", "S"};
constexpr std::string_view kOneLetterAtoms = "FIbcnops*";
constexpr std::array<std::string_view, 4> kAromaticTwoLetters = {"se", "as", "te", "si"};

/// What a character without a meaning is called in a message.
std::string shown(char c) {
    return !isPrintableAscii(c) ? "a character that is not printable ASCII" : fmt::format("'{}'", c);
}

/// The text between the brackets of an atom: isotope, symbol, chirality, hydrogens, charge, map number.
class BracketAtom {
public:
    explicit BracketAtom(std::string_view text) : text_(text) {}

    /// Returns what is wrong, or nothing.
    std::optional<std::string> mistake() {
        skip(isDigit);
        if (!takeSymbol()) {
            const std::string_view rest = text_.substr(at_);
            std::size_t length = 0;
            while (length < rest.size() && (isUpper(rest[length]) || isLower(rest[length]))) {
                ++length;
            }
            return length == 0 ? fmt::format("'[{}]' names no element", text_)
                               : fmt::format("'{}' is no element", rest.substr(0, length));
        }
        takeChirality();
        if (take('H')) {
            skip(isDigit);
        }
        if (take('+') || take('-')) {
            skip([](char c) { return isDigit(c) || c == '+' || c == '-'; });
        }
        if (take(':')) {
            skip(isDigit);
        }
        return at_ == text_.size() ? std::nullopt
                                   : std::optional(fmt::format("'[{}]' can't be read as an atom", text_));
    }

private:
    template <class Predicate>
    void skip(Predicate isPart) {
        while (at_ < text_.size() && isPart(text_[at_])) {
            ++at_;
        }
    }

    bool take(char c) {
        const bool isThere = at_ < text_.size() && text_[at_] == c;
        at_ += isThere ? 1 : 0;
        return isThere;
    }

    bool takeSymbol() {
        if (take('*')) {
            return true;
        }
        if (take('#')) {
            skip(isDigit);
            return true;
        }
        const std::string_view two = text_.substr(at_, 2);
        for (const std::string_view symbol : kAromaticTwoLetters) {
            if (two == symbol) {
                at_ += 2;
                return true;
            }
        }
        if (two.size() == 2 && isElementSymbol(two)) {
            at_ += 2;
            return true;
        }
        const std::string_view one = text_.substr(at_, 1);
        if (!one.empty() &&
            (isElementSymbol(one) || kOneLetterAtoms.find(one[0]) != std::string_view::npos)) {
            ++at_;
            return true;
        }
        return false;
    }

    void takeChirality() {
        if (!take('@') || take('@')) {
            return;
        }
        const std::string_view rest = text_.substr(at_);
        if (rest.size() > 2 && isUpper(rest[0]) && isUpper(rest[1]) && isDigit(rest[2])) {
            at_ += 2;
            skip(isDigit);
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

class Scanner {
public:
    explicit Scanner(std::string_view smiles) : text_(smiles) {}

    SmilesSyntax run() && {
        while (at_ < text_.size() && !syntax_.mistake) {
            step();
        }
        if (!syntax_.mistake) {
            checkEnd();
        }
        return std::move(syntax_);
    }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    struct Branch {
        std::size_t offset;
        std::size_t atom;      ///< the atom it hangs on
        std::size_t numAtoms;  ///< atoms read before it
    };
    struct RingBond {
        std::size_t offset;
        std::size_t atom;
    };

    void step() {
        const char c = text_[at_];
        if (c == '[') {
            bracketAtom();
        } else if (c == '(') {
            openBranch();
        } else if (c == ')') {
            closeBranch();
        } else if (c == '.') {
            dot();
        } else if (isDigit(c) || c == '%') {
            ringBond();
        } else if (kBonds.find(c) != std::string_view::npos || text_.substr(at_, 2) == "<-") {
            bond();
        } else {
            organicAtom();
        }
    }

    void fail(std::size_t offset, std::string message) {
        syntax_.mistake = SmilesMistake{.offset = offset, .message = std::move(message)};
    }

    void addAtom(std::size_t length) {
        previous_.push_back(current_);
        current_ = syntax_.atomOffsets.size();
        syntax_.atomOffsets.push_back(at_);
        pendingBond_ = kNone;
        at_ += length;
    }

    void bracketAtom() {
        const std::size_t end = text_.find(']', at_);
        if (end == std::string_view::npos) {
            return fail(at_, "'[' is never closed");
        }
        if (auto mistake = BracketAtom(text_.substr(at_ + 1, end - at_ - 1)).mistake()) {
            return fail(at_, std::move(*mistake));
        }
        addAtom(end + 1 - at_);
    }

    void organicAtom() {
        for (const std::string_view symbol : kOrganicSubset) {
            if (text_.substr(at_, symbol.size()) == symbol) {
                return addAtom(symbol.size());
            }
        }
        const char c = text_[at_];
        if (kOneLetterAtoms.find(c) != std::string_view::npos) {
            return addAtom(1);
        }
        if (c == ' ' || c == '\t') {
            return fail(at_, "a blank stands inside the SMILES");
        }
        if (c == '>') {
            return fail(at_, "'>' makes it a reaction, which is not a molecule");
        }
        if (c == 'R') {
            return fail(at_, "'R' is no atom; an attachment point is written *");
        }
        fail(at_, isUpper(c) || isLower(c)
                      ? fmt::format("{} is no atom; elements beyond B C N O P S F Cl Br I stand in brackets",
                                    shown(c))
                      : fmt::format("{} has no meaning in a SMILES", shown(c)));
    }

    void openBranch() {
        if (current_ == kNone) {
            return fail(at_, "'(' opens a branch with no atom before it");
        }
        if (pendingBond_ != kNone) {
            return fail(pendingBond_, "a bond has no atom behind it");
        }
        branches_.push_back({.offset = at_, .atom = current_, .numAtoms = syntax_.atomOffsets.size()});
        ++at_;
    }

    void closeBranch() {
        if (branches_.empty()) {
            return fail(at_, "')' closes no branch");
        }
        if (pendingBond_ != kNone) {
            return fail(pendingBond_, "a bond has no atom behind it");
        }
        if (branches_.back().numAtoms == syntax_.atomOffsets.size()) {
            return fail(branches_.back().offset, "a branch is empty");
        }
        current_ = branches_.back().atom;
        branches_.pop_back();
        ++at_;
    }

    void dot() {
        if (current_ == kNone || pendingBond_ != kNone || at_ + 1 == text_.size()) {
            return fail(at_, "'.' needs an atom on either side");
        }
        current_ = kNone;
        ++at_;
    }

    void bond() {
        if (current_ == kNone) {
            return fail(at_, "a bond has no atom before it");
        }
        if (pendingBond_ != kNone) {
            return fail(at_, "two bonds follow each other");
        }
        pendingBond_ = at_;
        const std::string_view two = text_.substr(at_, 2);
        at_ += two == "->" || two == "<-" ? 2 : 1;
    }

    /// Reads the number of a ring bond: one digit, %nn or %(n…). Returns −1 if there is none.
    int takeRingNumber() {
        if (isDigit(text_[at_])) {
            return text_[at_++] - '0';
        }
        const std::string_view rest = text_.substr(at_ + 1);
        if (rest.size() >= 2 && isDigit(rest[0]) && isDigit(rest[1])) {
            at_ += 3;
            return (rest[0] - '0') * 10 + (rest[1] - '0');
        }
        int number = 0;
        std::size_t length = 1;
        while (length < 6 && length < rest.size() && isDigit(rest[length])) {
            number = number * 10 + (rest[length++] - '0');
        }
        if (!rest.starts_with('(') || length == 1 || length >= rest.size() || rest[length] != ')') {
            return -1;
        }
        at_ += length + 2;
        return number;
    }

    void ringBond() {
        const std::size_t offset = at_;
        if (current_ == kNone) {
            return fail(offset, "a ring number has no atom before it");
        }
        const int number = takeRingNumber();
        if (number < 0) {
            return fail(offset, "'%' needs two digits");
        }
        pendingBond_ = kNone;
        const auto open = rings_.find(number);
        if (open == rings_.end()) {
            rings_.emplace(number, RingBond{.offset = offset, .atom = current_});
            return;
        }
        const std::size_t other = open->second.atom;
        rings_.erase(open);
        if (other == current_) {
            return fail(offset, fmt::format("ring bond {} joins an atom with itself", number));
        }
        if (previous_[current_] == other) {
            return fail(offset, fmt::format("ring bond {} doubles a bond that is there", number));
        }
    }

    void checkEnd() {
        if (pendingBond_ != kNone) {
            fail(pendingBond_, "a bond has no atom behind it");
        } else if (!branches_.empty()) {
            fail(branches_.back().offset, "'(' is never closed");
        } else if (!rings_.empty()) {
            const auto& [number, ring] = *rings_.begin();
            fail(ring.offset, fmt::format("ring {} is never closed", number));
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t current_ = kNone;      ///< the atom the next one is bound to
    std::size_t pendingBond_ = kNone;  ///< where a bond without its second atom was written
    std::vector<std::size_t> previous_;
    std::vector<Branch> branches_;
    std::map<int, RingBond> rings_;
    SmilesSyntax syntax_;
};

}  // namespace

bool isPrintableAscii(char c) {
    return c > ' ' && c < '\x7f';
}

SmilesSyntax scanSmiles(std::string_view smiles) {
    return Scanner(smiles).run();
}

}  // namespace loomscope
