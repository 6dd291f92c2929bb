// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/optim/optimiser.h"

namespace loomscope {

/// m ← β₁m + (1−β₁)g, v ← β₂v + (1−β₂)g², w ← w − rate·m̂ / (√v̂ + 1e-8), with m̂, v̂ corrected for their start
/// at zero, β₁ = 0.9, β₂ = 0.999 (Kingma and Ba, 2015).
class Adam : public Optimiser {
public:
    explicit Adam(const ParameterStore& parameters)
        : Optimiser(emptyState({"first_moment", "second_moment"}, parameters)) {}
    [[nodiscard]] std::string_view name() const override { return "adam"; }

protected:
    void update(const Work& work) const override;
    void rest(const Work& work) const override;
};

/// Adam, but the decay l2·w does not pass through the moments: w ← w − rate·l2·w beside Adam's step
/// (Loshchilov and Hutter, 2019).
class AdamW final : public Adam {
public:
    using Adam::Adam;
    [[nodiscard]] std::string_view name() const override { return "adamw"; }

protected:
    void update(const Work& work) const override;
};

/// Adam with the largest v̂ so far in place of v̂ (Reddi, Kale and Kumar, 2018).
class AmsGrad final : public Optimiser {
public:
    explicit AmsGrad(const ParameterStore& parameters)
        : Optimiser(emptyState({"first_moment", "second_moment", "largest_moment"}, parameters)) {}
    [[nodiscard]] std::string_view name() const override { return "amsgrad"; }

protected:
    void update(const Work& work) const override;
};

}  // namespace loomscope
