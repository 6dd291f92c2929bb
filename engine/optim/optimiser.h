// SPDX-License-Identifier: Apache-2.0
// What turns gradients into new parameters.
#pragma once

#include "engine/base/result.h"
#include "engine/base/thread_pool.h"
#include "engine/optim/update_plan.h"
#include "engine/params/parameter_store.h"

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

namespace loomscope {

/// What may differ from step to step.
struct StepInfo {
    float rate = 0.0F;           ///< learning rate; a parameter's rateFactor multiplies it
    float gradientScale = 1.0F;  ///< the clipping factor
    float l2 = 0.0F;             ///< adds l2·w to the gradients of decayed parameters, after clipping
    ThreadPool* pool = nullptr;
};

/// One kind of number that an optimiser keeps for each parameter, laid out as the store's values.
struct OptimiserState {
    std::string_view name;  ///< "first_moment"
    std::vector<float> values;
};

/// Updates parameters in place. Dense parameters are updated whole, tables only in their touched rows: for
/// those the L2 term, too, acts only in steps that touch the row. Elements are updated independently of each
/// other, in fixed chunks: the same bits for any number of threads. Threads: thread-confined.
class Optimiser {
public:
    virtual ~Optimiser() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// Changes the values of `plan`'s ranges by their gradients. `plan` is that of the store's present
    /// touches.
    void step(ParameterStore& parameters, const UpdatePlan& plan, const StepInfo& info);

    /// Steps done so far, and what is kept between them: enough to go on later.
    [[nodiscard]] std::int64_t numSteps() const { return numSteps_; }
    [[nodiscard]] std::span<const OptimiserState> state() const { return state_; }
    /// Errors: kShape if the arrays are not those of state().
    [[nodiscard]] Result<void> restore(std::int64_t numSteps, std::span<const OptimiserState> state);

protected:
    /// One range as plain arrays. `state` has one array for each entry of state().
    struct Work {
        std::int64_t size = 0;
        float* values = nullptr;
        const float* gradients = nullptr;
        float* state[3] = {nullptr, nullptr, nullptr};
        float rate = 0.0F;
        float scale = 1.0F;  ///< of the gradient
        float decay = 0.0F;  ///< L2 factor of this parameter
    };

    explicit Optimiser(std::vector<OptimiserState> state) : state_(std::move(state)) {}
    /// Zeros of these names, one for each number of the store.
    static std::vector<OptimiserState> emptyState(std::initializer_list<std::string_view> names,
                                                  const ParameterStore& parameters);
    /// Updates one range; numSteps() counts the present step.
    virtual void update(const Work& work) const = 0;

private:
    std::vector<OptimiserState> state_;
    std::int64_t numSteps_ = 0;
};

/// What people see: "Adam".
[[nodiscard]] std::string_view optimiserTitle(std::string_view name);
/// Names of all optimisers.
[[nodiscard]] std::span<const std::string_view> optimiserNames();
/// Makes an optimiser with empty state for a store.
/// Errors: kNotFound, naming the known ones.
[[nodiscard]] Result<std::unique_ptr<Optimiser>> makeOptimiser(std::string_view name,
                                                               const ParameterStore& parameters);

}  // namespace loomscope
