// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/elementwise_row.h"
#include "engine/ops/op_info.h"
#include "engine/ops/op_list.h"
#include "engine/ops/reference.h"

#include <fmt/format.h>

#include <array>

namespace loomscope {

namespace {

/// What an op is by itself, or through the elementwise adapter.
template <class Op>
struct RowFormOf {
    using Type = Op;
};
template <class Op>
requires requires {
    Op::kSegments;
}
struct RowFormOf<Op> {
    using Type = ElementwiseRow<Op>;
};
template <class Op>
using RowForm = typename RowFormOf<Op>::Type;

template <class Op>
constexpr OpInfo makeInfo() {
    using Row = RowForm<Op>;
    OpInfo info{.name = Row::kName,
                .arguments = Row::kArguments,
                .payload = Row::kPayload,
                .inferShapes = &Row::inferShapes};
    if constexpr (requires { Row::kArity; }) {
        info.arity = Row::kArity;
    }
    if constexpr (requires { Row::kOutputs; }) {
        info.numOutputs = static_cast<std::uint8_t>(Row::kOutputs);
    }
    if constexpr (requires { &Row::payloadLimit; }) {
        info.payloadLimit = &Row::payloadLimit;
    }
    if constexpr (requires { &Row::indexLimit; }) {
        info.indexLimit = &Row::indexLimit;
    }
    return info;
}

template <class... Ops>
constexpr auto makeInfos(TypeList<Ops...>) {
    return std::array{makeInfo<Ops>()...};
}

template <class... Ops>
constexpr auto makeReferences(TypeList<Ops...>) {
    return std::array{ReferenceKernel{.forward = &RowForm<Ops>::template forward<double>,
                                      .backward = &RowForm<Ops>::template backward<double>}...};
}

constexpr auto kInfos = makeInfos(OpList{});
constexpr auto kReferences = makeReferences(OpList{});

}  // namespace

int numOps() {
    return static_cast<int>(kInfos.size());
}

const OpInfo& opInfo(OpId op) {
    return kInfos[static_cast<std::size_t>(op)];
}

const ReferenceKernel& referenceKernel(OpId op) {
    return kReferences[static_cast<std::size_t>(op)];
}

bool isProduct(OpId op) {
    return op == kOpId<Product> || op == kOpId<Affine>;
}

std::optional<OpId> findOp(std::string_view name) {
    for (std::size_t i = 0; i < kInfos.size(); ++i) {
        if (kInfos[i].name == name) {
            return static_cast<OpId>(i);
        }
    }
    return std::nullopt;
}

Result<std::vector<Shape>> inferProduct(const Shape& x, const Shape& weight) {
    if (weight.rank() != 2 || weight[0] != x.size()) {
        return fail(ErrorCode::kShape, fmt::format("the weight must have {} rows and two axes", x.size()));
    }
    return std::vector{Shape{weight[1]}};
}

}  // namespace loomscope
