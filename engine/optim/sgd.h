// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/optim/optimiser.h"

namespace loomscope {

/// w ← w − rate·g.
class Sgd final : public Optimiser {
public:
    Sgd() : Optimiser({}) {}
    [[nodiscard]] std::string_view name() const override { return "sgd"; }

protected:
    void update(const Work& work) const override;
    [[nodiscard]] bool movesAtRest() const override { return false; }
};

}  // namespace loomscope
