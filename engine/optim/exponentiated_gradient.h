// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/optim/optimiser.h"

namespace loomscope {

/// |w| ← |w|·exp(−rate·g·sign w), unnormalised (Kivinen and Warmuth, 1997, for weights of either sign): no
/// weight changes its sign, and a zero stays zero. The exponent is cut to ±20.
class ExponentiatedGradient final : public Optimiser {
public:
    ExponentiatedGradient() : Optimiser({}) {}
    [[nodiscard]] std::string_view name() const override { return "eg"; }

protected:
    void update(const Work& work) const override;
    [[nodiscard]] bool movesAtRest() const override { return false; }
};

}  // namespace loomscope
