// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/architecture/code_text.h"

#include <algorithm>
#include <cctype>
#include <utility>

namespace loomscope {

namespace {

class Blanker final {
public:
    explicit Blanker(std::string text) : text_(std::move(text)) {}

    std::string blank() && {
        for (at_ = 0; at_ < text_.size();) {
            if (startsLine() && text_[at_] == '#') {
                blankDirective();
            } else if (text_.compare(at_, 2, "//") == 0) {
                blankTo(text_.find('\n', at_));
            } else if (text_.compare(at_, 2, "/*") == 0) {
                blankTo(text_.find("*/", at_ + 2) + 2);
            } else if (text_.compare(at_, 2, "R\"") == 0) {
                const auto open = text_.find('(', at_);
                const std::string close = ")" + text_.substr(at_ + 2, open - at_ - 2) + "\"";
                blankTo(text_.find(close, open) + close.size());
            } else if (text_[at_] == '"' || (text_[at_] == '\'' && !isDigitSeparator())) {
                blankQuoted();
            } else {
                ++at_;
            }
        }
        return std::move(text_);
    }

private:
    [[nodiscard]] bool startsLine() const {
        const auto before = text_.find_last_not_of(" \t", at_ == 0 ? std::string::npos : at_ - 1);
        return at_ == 0 || before == std::string::npos || text_[before] == '\n';
    }
    [[nodiscard]] bool isDigitSeparator() const {
        return at_ > 0 && std::isalnum(static_cast<unsigned char>(text_[at_ - 1])) != 0;
    }
    void blankTo(std::size_t end) {
        for (; at_ < std::min(end, text_.size()); ++at_) {
            text_[at_] = text_[at_] == '\n' ? '\n' : ' ';
        }
    }
    void blankDirective() {
        auto end = text_.find('\n', at_);
        while (end != std::string::npos && text_[end - 1] == '\\') {
            end = text_.find('\n', end + 1);
        }
        blankTo(end);
    }
    void blankQuoted() {
        const char quote = text_[at_];
        auto end = at_ + 1;
        while (end < text_.size() && text_[end] != quote) {
            end += text_[end] == '\\' ? 2 : 1;
        }
        blankTo(end + 1);
    }

    std::string text_;
    std::size_t at_ = 0;
};

}  // namespace

std::string blankNonCode(std::string text) {
    return Blanker(std::move(text)).blank();
}

}  // namespace loomscope
