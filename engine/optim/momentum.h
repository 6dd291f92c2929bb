// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/optim/optimiser.h"

namespace loomscope {

/// v ← 0.9·v − rate·g, w ← w + v (Polyak, 1964).
class Momentum final : public Optimiser {
public:
    explicit Momentum(const ParameterStore& parameters) : Optimiser(emptyState({"velocity"}, parameters)) {}
    [[nodiscard]] std::string_view name() const override { return "momentum"; }

protected:
    void update(const Work& work) const override;
};

/// v ← 0.9·v − rate·g, w ← w + 0.9·v − rate·g (Nesterov, 1983, in the form of Sutskever et al., 2013).
class Nesterov final : public Optimiser {
public:
    explicit Nesterov(const ParameterStore& parameters) : Optimiser(emptyState({"velocity"}, parameters)) {}
    [[nodiscard]] std::string_view name() const override { return "nesterov"; }

protected:
    void update(const Work& work) const override;
};

}  // namespace loomscope
