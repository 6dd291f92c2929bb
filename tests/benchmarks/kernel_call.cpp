// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/benchmarks/kernel_call.h"

#include "engine/base/check.h"
#include "engine/base/rng.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace loomscope {

KernelCall::KernelCall(std::string_view op, const std::vector<KernelArgument>& arguments, std::int64_t rows,
                       std::int64_t payloadLimit, int threads)
    : kernel_(&cpuKernel(findOp(op).value())), device_(std::move(makeDevice("cpu", threads).value())) {
    call_.rows = rows;
    std::vector<Shape> shapes;
    for (const KernelArgument& argument : arguments) {
        shapes.push_back(argument.shape);
        addArgument(argument);
    }
    const auto outputs = opInfo(findOp(op).value()).inferShapes(shapes, attributes_);
    LOOM_CHECK(outputs.has_value(), outputs.error().text());
    for (const Shape& shape : *outputs) {
        addOutput(shape);
    }
    Rng rng(3);
    for (std::int64_t row = 0; payloadLimit > 0 && row < rows; ++row) {
        payloads_.push_back(static_cast<std::int32_t>(rng.below(static_cast<std::uint64_t>(payloadLimit))));
    }
    call_.x = operands_;
    call_.y = outputs_;
    call_.attributes = &attributes_;
    call_.payloads = payloads_.data();
    call_.device = device_.get();
}

std::vector<float>& KernelCall::buffer(std::int64_t size) {
    Rng rng(1, buffers_.size());
    auto& numbers =
        *buffers_.emplace_back(std::make_unique<std::vector<float>>(static_cast<std::size_t>(size)));
    std::ranges::generate(numbers, [&rng] { return static_cast<float>(rng.uniform(-1, 1)); });
    return numbers;
}

void KernelCall::addArgument(const KernelArgument& argument) {
    const std::int64_t width = argument.shape.size();
    const bool isShared = argument.kind == OperandKind::kShared;
    const std::int64_t size = isShared ? width : call_.rows * width;
    BatchOperand& operand = operands_.emplace_back();
    operand.kind = argument.kind;
    operand.shape = argument.shape;
    operand.width = width;
    operand.value = buffer(size).data();
    if (isShared) {
        sharedGradients_.push_back(buffer(size).data());
        return;
    }
    numbers_ += size;
    operand.gradient = buffer(size).data();
    operand.isOnlyUse = true;
    if (argument.kind == OperandKind::kGathered) {
        auto& places = *places_.emplace_back(
            std::make_unique<std::vector<std::uint32_t>>(static_cast<std::size_t>(call_.rows)));
        std::iota(places.begin(), places.end(), 0U);
        Rng rng(2, places_.size());
        for (std::size_t i = places.size() - 1; i > 0; --i) {
            std::swap(places[i], places[rng.below(i + 1)]);
        }
        std::ranges::for_each(places,
                              [width](std::uint32_t& place) { place *= static_cast<std::uint32_t>(width); });
        operand.rows = places.data();
    }
}

void KernelCall::addOutput(const Shape& shape) {
    const std::int64_t size = call_.rows * shape.size();
    outputs_.push_back({.shape = shape,
                        .width = shape.size(),
                        .value = buffer(size).data(),
                        .gradient = buffer(size).data()});
    numbers_ += size;
}

}  // namespace loomscope
