// SPDX-License-Identifier: Apache-2.0
// Symbols of the elements.
#pragma once

#include <optional>
#include <string_view>

namespace loomscope {

inline constexpr int kNumElements = 118;

/// The symbol of an atomic number; "*" for 0 and for numbers that no element has.
[[nodiscard]] std::string_view elementSymbol(int atomicNumber);

/// Whether `symbol` is an element's, in its usual spelling ("Cl").
[[nodiscard]] bool isElementSymbol(std::string_view symbol);

/// The atomic number of a symbol in its usual spelling, or nothing.
[[nodiscard]] std::optional<int> atomicNumberOf(std::string_view symbol);

}  // namespace loomscope
