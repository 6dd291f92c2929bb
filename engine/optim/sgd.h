// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/optim/optimiser.h"

namespace loomscope {

/// w ← w − rate·g. On tables exact: a row without gradient would not move (but for its L2 term).
class Sgd final : public Optimiser {
public:
    Sgd() : Optimiser({}) {}
    [[nodiscard]] std::string_view name() const override { return "sgd"; }

protected:
    void update(const Work& work) const override;
};

}  // namespace loomscope
