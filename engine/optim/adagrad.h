// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/optim/optimiser.h"

namespace loomscope {

/// s ← s + g², w ← w − rate·g / (√s + 1e-10) (Duchi et al., 2011).
class Adagrad final : public Optimiser {
public:
    explicit Adagrad(const ParameterStore& parameters);
    [[nodiscard]] std::string_view name() const override { return "adagrad"; }

protected:
    void update(const Work& work) const override;
    [[nodiscard]] bool movesAtRest() const override { return false; }
};

}  // namespace loomscope
