// SPDX-License-Identifier: Apache-2.0
// The trainable numbers of a model: named parameters over one flat value buffer and one gradient buffer.
#pragma once

#include "engine/base/result.h"
#include "engine/base/rng.h"
#include "engine/tensor/parameter_id.h"
#include "engine/tensor/shape.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loomscope {

/// How a parameter is read by the models, which decides how its gradient is kept.
enum class ParameterKind : std::uint8_t {
    kDense,  ///< every element may get a gradient in each step
    kTable,  ///< rows are looked up: only touched rows get a gradient, and only they are updated
};

/// How a parameter is filled at first. `a` is the scale, bound, deviation or constant.
struct Initializer {
    enum class Kind : std::uint8_t {
        kZero,
        kConstant,
        kUniform,
        kNormal,
        kGlorotUniform,
        kGlorotNormal,
        kOrthogonal
    };
    Kind kind = Kind::kGlorotUniform;
    float a = 1.0F;
};

/// One parameter. `offset` is its place in both flat buffers.
struct Parameter {
    std::string name;
    Shape shape;
    ParameterKind kind = ParameterKind::kDense;
    std::int64_t offset = 0;
    bool isDecayed = true;    ///< false for biases: L2 leaves them alone
    float rateFactor = 1.0F;  ///< multiplies the learning rate
};

/// Owns values and gradients, each one flat buffer; a snapshot is one copy, a checkpoint one write.
/// Threads: thread-confined.
class ParameterStore {
public:
    /// Adds a parameter filled by `initializer` from the stream (seed, name): the same name and seed, the
    /// same numbers.
    ParameterId add(std::string name, Shape shape, Initializer initializer, std::uint64_t seed,
                    ParameterKind kind = ParameterKind::kDense);

    [[nodiscard]] std::span<const Parameter> parameters() const { return parameters_; }
    [[nodiscard]] const Parameter& parameter(ParameterId id) const { return parameters_[id.index()]; }
    [[nodiscard]] Parameter& parameter(ParameterId id) { return parameters_[id.index()]; }
    [[nodiscard]] ParameterId find(std::string_view name) const;  ///< invalid id if there is none
    /// Number of scalars.
    [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(values_.size()); }

    [[nodiscard]] std::span<float> values() { return values_; }
    [[nodiscard]] std::span<const float> values() const { return values_; }
    [[nodiscard]] std::span<float> gradients() { return gradients_; }
    [[nodiscard]] std::span<const float> gradients() const { return gradients_; }
    [[nodiscard]] std::span<float> values(ParameterId id);
    [[nodiscard]] std::span<const float> values(ParameterId id) const;
    [[nodiscard]] std::span<float> gradient(ParameterId id);
    [[nodiscard]] std::span<const float> gradient(ParameterId id) const;

    /// Marks a row of a table as having a gradient in this step. Marking twice is once.
    void touchRow(ParameterId id, std::int32_t row);
    /// The touched rows of a table, in the order of first touch.
    [[nodiscard]] std::span<const std::int32_t> touchedRows(ParameterId id) const;
    /// Sets gradients to zero: all of dense parameters, touched rows of tables; forgets the touches.
    void clearGradients();

private:
    std::vector<Parameter> parameters_;
    std::vector<float> values_;
    std::vector<float> gradients_;
    std::vector<std::vector<std::int32_t>> touched_;
    std::vector<std::vector<bool>> isTouched_;
};

}  // namespace loomscope
