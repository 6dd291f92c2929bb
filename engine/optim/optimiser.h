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

/// Updates parameters in place. Dense parameters are updated in each step. A row of a table is updated when a
/// step touches it; steps that did not touch it (where it moves, too: by momentum, moments, decay) are made
/// up for one by one when it is next caught up with. So a table's rows are, once caught up with, those of an
/// update of all rows in each step, to the bit. Elements are updated independently of each other, in fixed
/// chunks: the same bits for any number of threads. Threads: thread-confined.
class Optimiser {
public:
    virtual ~Optimiser() = default;
    [[nodiscard]] virtual std::string_view name() const = 0;

    /// Makes up for the steps that `plan`'s rows of tables missed. Call it before their values are read.
    /// Cost: at most that of a step on the row for each step missed.
    void catchUp(ParameterStore& parameters, const UpdatePlan& plan, ThreadPool* pool);
    /// The same for all rows: before all weights are evaluated, saved or averaged, and before state().
    void catchUpAll(ParameterStore& parameters, ThreadPool* pool);

    /// Changes the values of `plan`'s ranges by their gradients. `plan` is that of the store's present
    /// touches; what its rows missed is made up for first.
    void step(ParameterStore& parameters, const UpdatePlan& plan, const StepInfo& info);

    /// Steps done so far, and what is kept between them: after catchUpAll(), enough to go on later.
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
        std::int64_t step = 0;  ///< from 1
        float rate = 0.0F;
        float scale = 1.0F;  ///< of the gradient
        float decay = 0.0F;  ///< L2 factor of this parameter
    };

    explicit Optimiser(std::vector<OptimiserState> state) : state_(std::move(state)) {}
    /// Zeros of these names, one for each number of the store.
    static std::vector<OptimiserState> emptyState(std::initializer_list<std::string_view> names,
                                                  const ParameterStore& parameters);
    /// Updates one range.
    virtual void update(const Work& work) const = 0;
    /// Whether numbers without gradient and decay move, or what is kept of them does.
    [[nodiscard]] virtual bool movesAtRest() const { return true; }
    /// update() where all gradients are zero, in fewer operations if there is a way to the same bits.
    virtual void rest(const Work& work) const { update(work); }

private:
    /// A step that moved numbers without gradient.
    struct PastStep {
        std::int64_t step = 0;
        float rate = 0.0F;
        float l2 = 0.0F;
    };
    void prepare(const ParameterStore& parameters);
    [[nodiscard]] std::int64_t numPast() const {
        return forgotten_ + static_cast<std::int64_t>(past_.size());
    }
    [[nodiscard]] Work workOf(ParameterStore& parameters, const UpdateRange& range);
    void catchUp(ParameterStore& parameters, const UpdateRange& row);

    std::vector<OptimiserState> state_;
    std::int64_t numSteps_ = 0;
    std::vector<PastStep> past_;
    std::int64_t forgotten_ = 0;                       ///< steps before past_[0] that all rows have done
    std::vector<std::vector<std::int64_t>> rowSteps_;  ///< by parameter, row: the past steps it has done
    std::vector<float> zeros_;                         ///< gradients of a row at rest
};

/// What decays by a factor in each step ends at zero, not among the numbers so small that they slow a machine
/// down.
[[nodiscard]] inline float settled(float number) {
    return -1e-30F < number && number < 1e-30F ? 0.0F : number;
}

/// What people see: "Adam".
[[nodiscard]] std::string_view optimiserTitle(std::string_view name);
/// Names of all optimisers.
[[nodiscard]] std::span<const std::string_view> optimiserNames();
/// Makes an optimiser with empty state for a store.
/// Errors: kNotFound, naming the known ones.
[[nodiscard]] Result<std::unique_ptr<Optimiser>> makeOptimiser(std::string_view name,
                                                               const ParameterStore& parameters);

}  // namespace loomscope
