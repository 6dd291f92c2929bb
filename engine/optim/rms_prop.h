// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/optim/optimiser.h"

namespace loomscope {

/// s ← 0.95·s + 0.05·g², w ← w − rate·g / √(s + 1e-8) (Tieleman and Hinton, 2012).
class RmsProp final : public Optimiser {
public:
    explicit RmsProp(const ParameterStore& parameters) : Optimiser(emptyState({"mean_square"}, parameters)) {}
    [[nodiscard]] std::string_view name() const override { return "rmsprop"; }

protected:
    void update(const Work& work) const override;
    void rest(const Work& work) const override;
};

/// s ← 0.95·s + 0.05·g², d = g·√(u + 1e-6) / √(s + 1e-6), u ← 0.95·u + 0.05·d², w ← w − rate·d (Zeiler, 2012,
/// whose rate is 1).
class Adadelta final : public Optimiser {
public:
    explicit Adadelta(const ParameterStore& parameters)
        : Optimiser(emptyState({"mean_square", "mean_square_update"}, parameters)) {}
    [[nodiscard]] std::string_view name() const override { return "adadelta"; }

protected:
    void update(const Work& work) const override;
    void rest(const Work& work) const override;
};

}  // namespace loomscope
