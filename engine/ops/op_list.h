// SPDX-License-Identifier: Apache-2.0
// The list of all ops, by family. Ids, registry, reference, kernel tables and tests are derived from it.
#pragma once

#include "engine/ops/activations.h"
#include "engine/ops/arithmetic.h"
#include "engine/ops/axis_maps.h"
#include "engine/ops/broadcast.h"
#include "engine/ops/contraction.h"
#include "engine/ops/distances.h"
#include "engine/ops/elementwise.h"
#include "engine/ops/gates.h"
#include "engine/ops/gradient_modes.h"
#include "engine/ops/linear.h"
#include "engine/ops/list_reductions.h"
#include "engine/ops/losses.h"
#include "engine/ops/margin_losses.h"
#include "engine/ops/math_ops.h"
#include "engine/ops/matrix_functions.h"
#include "engine/ops/movement.h"
#include "engine/ops/normalisation.h"
#include "engine/ops/normalised_scores.h"
#include "engine/ops/reductions.h"
#include "engine/ops/rowwise.h"
#include "engine/ops/selection.h"
#include "engine/ops/sources.h"
#include "engine/ops/tensor_contraction.h"
#include "engine/ops/trigonometry.h"

#include <cstddef>

namespace loomscope {

template <class... Ops>
struct TypeList {
    static constexpr std::size_t kSize = sizeof...(Ops);
};

template <class... Lists>
struct JoinLists;
template <class... A>
struct JoinLists<TypeList<A...>> {
    using Type = TypeList<A...>;
};
template <class... A, class... B, class... Rest>
struct JoinLists<TypeList<A...>, TypeList<B...>, Rest...> : JoinLists<TypeList<A..., B...>, Rest...> {};

using MathOps = TypeList<Negate, Reciprocal, Square, Cube, Sqrt, Exp, Log, Abs, Erf, LogGamma>;
using TrigonometryOps = TypeList<Sin, Cos, Tan, Asin, Acos, Atan, Sinh, Cosh, Asinh, Acosh, Atanh>;
using ActivationOps = TypeList<Tanh, Sigmoid, Relu, LogSigmoid, Softsign, Elu, LeakyRelu, Selu, Silu, Gelu>;
using ArithmeticOps = TypeList<Add, Subtract, Multiply, Scale, AddConstant, ConstantMinus, ConstantOver,
                               Power, Divide, Pow, Maximum, Minimum>;
using GradientModeOps = TypeList<Round, Ceil, Floor, ScaleGradient>;
using GateOps = TypeList<LstmGates, TreeLstmLeafGates, TreeLstmGates, FoldGates>;
/// Ops that every driver runs element by element.
using ElementwiseOps =
    JoinLists<ArithmeticOps, MathOps, TrigonometryOps, ActivationOps, GradientModeOps, GateOps>::Type;
using ReductionOps = TypeList<ReduceSum, ReduceMean, ReduceStd, ReduceMoment, ReduceMax, ReduceMin, LogSumExp,
                              CumulativeSum, ArgMax>;
using ScoreOps = TypeList<Softmax, LogSoftmax, Sparsemax, ConstrainedSoftmax>;
using LossOps = TypeList<CrossEntropy, SquaredError, BinaryCrossEntropy, BinaryLogLoss, PoissonLoss,
                         SparsemaxLoss, Hinge, HingeAxis, PairwiseRankLoss>;
using DistanceOps = TypeList<SquaredNorm, L2Norm, SquaredDistance, L1Distance, HuberDistance>;
using SelectionOps = TypeList<Reshape, PermuteAxes, Broadcast, Pick, StridedSelect, Select>;
using NormalisationOps = TypeList<LayerNorm, WeightNorm>;
using ContractionOps = TypeList<DotProduct, MatrixProduct, TraceOfProduct, Contract3d1d, Contract3d1dBias,
                                Contract3d1d1d, Contract3d1d1dBias, Inverse, LogDeterminant>;
using NoiseOps = TypeList<Dropout, LineDropout, GaussianNoise>;
using SourceOps = TypeList<Constant, OneHot, RandomNormal, RandomUniform, RandomBernoulli, RandomGumbel>;
/// Ops that the plain driver runs row by row.
using RowwiseOps = JoinLists<ReductionOps, ScoreOps, LossOps, DistanceOps, SelectionOps, NormalisationOps,
                             ContractionOps, NoiseOps, SourceOps>::Type;
using LinearOps = TypeList<Product, Affine>;
using MovementOps = TypeList<Input, Lookup, Concatenate, Slice>;
using ListOps = TypeList<Sum, Mean, ListMax, ListLogSumExp>;

/// Position in this list is an op's id. Nothing stores ids, so the order is free.
using OpList = JoinLists<ElementwiseOps, RowwiseOps, LinearOps, MovementOps, ListOps>::Type;

template <class Op, class List>
struct IndexOf;
template <class Op, class... Rest>
struct IndexOf<Op, TypeList<Op, Rest...>> {
    static constexpr std::size_t kValue = 0;
};
template <class Op, class First, class... Rest>
struct IndexOf<Op, TypeList<First, Rest...>> {
    static constexpr std::size_t kValue = 1 + IndexOf<Op, TypeList<Rest...>>::kValue;
};

/// The id of an op struct.
template <class Op>
inline constexpr OpId kOpId = static_cast<OpId>(IndexOf<Op, OpList>::kValue);

}  // namespace loomscope
