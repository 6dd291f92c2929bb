// SPDX-License-Identifier: GPL-3.0-or-later
// One op on the rows of one batch, with numbers to work on: what a launch is, without the graph around it.
#pragma once

#include "engine/ops/batch_call.h"
#include "engine/tensor/device.h"

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace loomscope {

/// One argument: its shape (of a row, or of the parameter) and how its rows are read.
struct KernelArgument {
    Shape shape;
    OperandKind kind = OperandKind::kContiguous;
};

/// Owns operands and results. Gathered rows and payloads are drawn at random, the same ones each time.
class KernelCall {
public:
    /// The op must exist and take such arguments; `payloadLimit` is the bound of its integers, if it has any.
    KernelCall(std::string_view op, const std::vector<KernelArgument>& arguments, std::int64_t rows,
               std::int64_t payloadLimit = 0, int threads = 1);

    void forward() { kernel_->forward(call_); }
    void backward() { kernel_->backward(call_); }
    void parameterGradient() { kernel_->parameterGradient(call_, sharedGradients_); }
    /// Numbers of all rows, read or written; parameters do not count.
    [[nodiscard]] std::int64_t numbers() const { return numbers_; }

private:
    void addArgument(const KernelArgument& argument);
    void addOutput(const Shape& shape);
    std::vector<float>& buffer(std::int64_t size);

    const Kernel* kernel_;
    std::unique_ptr<Device> device_;
    Attributes attributes_;
    std::vector<std::unique_ptr<std::vector<float>>> buffers_;
    std::vector<std::unique_ptr<std::vector<std::uint32_t>>> places_;
    std::vector<BatchOperand> operands_;
    std::vector<BatchOutput> outputs_;
    std::vector<float*> sharedGradients_;
    std::vector<std::int32_t> payloads_;
    BatchCall call_;
    std::int64_t numbers_ = 0;
};

}  // namespace loomscope
