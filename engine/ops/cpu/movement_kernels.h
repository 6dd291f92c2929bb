// SPDX-License-Identifier: Apache-2.0
// The CPU driver of ops that copy rows or add up lists of rows.
#pragma once

#include "engine/ops/batch_call.h"

namespace loomscope::cpu {

void inputForward(const BatchCall& call);
void lookupForward(const BatchCall& call);
/// Adds the rows' gradients to the table in row order.
void tableGradient(const BatchCall& call, std::span<float* const> gradients);
void concatenateForward(const BatchCall& call);
void concatenateBackward(const BatchCall& call);
void sliceForward(const BatchCall& call);
void sliceBackward(const BatchCall& call);
void sumForward(const BatchCall& call);
void sumBackward(const BatchCall& call);
void meanForward(const BatchCall& call);
void meanBackward(const BatchCall& call);
void nothing(const BatchCall& call);

/// Copies rows from their places to one block (forward), and adds or assigns the block's gradients back
/// (backward): how operands that are not contiguous reach a product.
void gatherRows(const BatchCall& call);
void scatterRows(const BatchCall& call);

}  // namespace loomscope::cpu
