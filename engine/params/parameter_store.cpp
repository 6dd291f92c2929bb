// SPDX-License-Identifier: Apache-2.0
#include "engine/params/parameter_store.h"

#include "engine/base/check.h"
#include "engine/params/initializer.h"

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

/// FNV-1a, so that a parameter's numbers depend on its name and not on when it was added.
std::uint64_t streamOf(std::string_view name) {
    std::uint64_t hash = 0xCBF29CE484222325ULL;
    for (const char c : name) {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL;
    }
    return hash;
}

template <class T>
std::span<T> part(std::span<T> whole, const Parameter& parameter) {
    return whole.subspan(static_cast<std::size_t>(parameter.offset),
                         static_cast<std::size_t>(parameter.shape.size()));
}

}  // namespace

ParameterId ParameterStore::add(std::string name, Shape shape, Initializer initializer, std::uint64_t seed,
                                ParameterKind kind) {
    LOOM_CHECK(!find(name).isValid(), "parameter " + name + " is added twice");
    LOOM_CHECK(kind == ParameterKind::kDense || shape.rank() == 2,
               "table " + name + " has shape " + shape.text());
    const ParameterId id(parameters_.size());
    Rng rng(seed, streamOf(name));
    parameters_.push_back({.name = std::move(name), .shape = shape, .kind = kind, .offset = size()});
    values_.resize(values_.size() + static_cast<std::size_t>(shape.size()));
    gradients_.resize(values_.size());
    fill(values(id), shape, initializer, rng);
    touched_.emplace_back();
    isTouched_.emplace_back(kind == ParameterKind::kTable ? static_cast<std::size_t>(shape[0]) : 0);
    return id;
}

ParameterId ParameterStore::find(std::string_view name) const {
    const auto found = std::ranges::find(parameters_, name, &Parameter::name);
    return found == parameters_.end() ? ParameterId()
                                      : ParameterId(static_cast<std::size_t>(found - parameters_.begin()));
}

std::span<float> ParameterStore::values(ParameterId id) {
    return part(std::span(values_), parameter(id));
}

std::span<const float> ParameterStore::values(ParameterId id) const {
    return part(std::span(values_), parameter(id));
}

std::span<float> ParameterStore::gradient(ParameterId id) {
    return part(std::span(gradients_), parameter(id));
}

std::span<const float> ParameterStore::gradient(ParameterId id) const {
    return part(std::span(gradients_), parameter(id));
}

void ParameterStore::touchRow(ParameterId id, std::int32_t row) {
    std::vector<bool>& isTouched = isTouched_[id.index()];
    LOOM_CHECK(row >= 0 && static_cast<std::size_t>(row) < isTouched.size(), "row outside of its table");
    if (!isTouched[static_cast<std::size_t>(row)]) {
        isTouched[static_cast<std::size_t>(row)] = true;
        touched_[id.index()].push_back(row);
    }
}

std::span<const std::int32_t> ParameterStore::touchedRows(ParameterId id) const {
    return touched_[id.index()];
}

void ParameterStore::clearGradients() {
    for (std::size_t index = 0; index < parameters_.size(); ++index) {
        const Parameter& parameter = parameters_[index];
        const auto gradient = part(std::span(gradients_), parameter);
        if (parameter.kind == ParameterKind::kDense) {
            std::ranges::fill(gradient, 0.0F);
            continue;
        }
        const auto width = static_cast<std::size_t>(parameter.shape[1]);
        for (const std::int32_t row : touched_[index]) {
            std::ranges::fill(gradient.subspan(static_cast<std::size_t>(row) * width, width), 0.0F);
            isTouched_[index][static_cast<std::size_t>(row)] = false;
        }
        touched_[index].clear();
    }
}

}  // namespace loomscope
