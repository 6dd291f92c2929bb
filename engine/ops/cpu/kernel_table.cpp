// SPDX-License-Identifier: Apache-2.0
// The CPU's kernels, made from the op list. An op without a kernel does not compile.
#include "engine/ops/batch_call.h"
#include "engine/ops/cpu/elementwise_kernels.h"
#include "engine/ops/cpu/linear_kernels.h"
#include "engine/ops/cpu/list_kernels.h"
#include "engine/ops/cpu/movement_kernels.h"
#include "engine/ops/cpu/rowwise_kernels.h"
#include "engine/ops/op_list.h"

#include <array>

namespace loomscope {

namespace {

/// The kernel of one op: of its family, or its own.
template <class Op>
struct CpuKernel;

template <class Op>
requires requires {
    Op::kSegments;
}
struct CpuKernel<Op> {
    static constexpr Kernel kValue{.forward = &cpu::ElementwiseKernels<Op>::forward,
                                   .backward = &cpu::ElementwiseKernels<Op>::backward};
};

template <class Op, class List>
inline constexpr bool kIsIn = false;
template <class Op, class... Ops>
inline constexpr bool kIsIn<Op, TypeList<Ops...>> = (std::is_same_v<Op, Ops> || ...);

template <class Op>
requires kIsIn<Op, RowwiseOps>
struct CpuKernel<Op> {
    static constexpr Kernel kValue{.forward = &cpu::RowwiseKernels<Op>::forward,
                                   .backward = &cpu::RowwiseKernels<Op>::backward,
                                   .parameterGradient = cpu::RowwiseKernels<Op>::kParameterGradient};
};

template <>
struct CpuKernel<Product> {
    static constexpr Kernel kValue{&cpu::productForward, &cpu::linearBackward, &cpu::weightGradient};
};
template <>
struct CpuKernel<Affine> {
    static constexpr Kernel kValue{&cpu::affineForward, &cpu::linearBackward, &cpu::weightGradient};
};
template <>
struct CpuKernel<Input> {
    static constexpr Kernel kValue{&cpu::inputForward, &cpu::nothing};
};
template <>
struct CpuKernel<Lookup> {
    static constexpr Kernel kValue{&cpu::lookupForward, &cpu::nothing, &cpu::tableGradient};
};
template <>
struct CpuKernel<Concatenate> {
    static constexpr Kernel kValue{&cpu::concatenateForward, &cpu::concatenateBackward};
};
template <>
struct CpuKernel<Slice> {
    static constexpr Kernel kValue{&cpu::sliceForward, &cpu::sliceBackward};
};
template <>
struct CpuKernel<Sum> {
    static constexpr Kernel kValue{&cpu::sumForward, &cpu::sumBackward};
};
template <>
struct CpuKernel<Mean> {
    static constexpr Kernel kValue{&cpu::meanForward, &cpu::meanBackward};
};

template <>
struct CpuKernel<ListMax> {
    static constexpr Kernel kValue{&cpu::ListKernels<ListMax>::forward, &cpu::ListKernels<ListMax>::backward};
};
template <>
struct CpuKernel<ListLogSumExp> {
    static constexpr Kernel kValue{&cpu::ListKernels<ListLogSumExp>::forward,
                                   &cpu::ListKernels<ListLogSumExp>::backward};
};

template <class... Ops>
constexpr auto makeTable(TypeList<Ops...>) {
    return std::array{CpuKernel<Ops>::kValue...};
}

constexpr auto kTable = makeTable(OpList{});

}  // namespace

const Kernel& cpuKernel(OpId op) {
    return kTable[static_cast<std::size_t>(op)];
}

}  // namespace loomscope
