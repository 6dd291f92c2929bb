// SPDX-License-Identifier: Apache-2.0
// Blocks that learn. A layer that is used in several places shares its parameters between them; two layers
// made by two calls do not.
#pragma once

#include "engine/blocks/block.h"
#include "engine/blocks/function_block.h"

#include <cstdint>
#include <string>

namespace loomscope::blocks {

/// As many outputs as the data have classes.
inline constexpr std::int32_t kAllClasses = -1;
/// As many outputs as the data have targets.
inline constexpr std::int32_t kAllTargets = -2;

/// y = dropout(f(dropout(x)·W + b)), x [in], W [in, units].
struct DenseOptions {
    std::int32_t units = 1;      ///< or kAllClasses, kAllTargets
    std::string activation;      ///< an op of one argument ("tanh"); empty: none
    float inputDropout = 0.0F;   ///< share of the input that is dropped in training
    float outputDropout = 0.0F;  ///< share of the output
};
[[nodiscard]] Block dense(DenseOptions options);

/// object → vector[size]: a learned row of a table. A word's row is that of the vocabulary; a whole number's
/// is |x| modulo `buckets`.
struct EmbeddingOptions {
    std::int32_t size = 1;
    std::int32_t buckets = 0;  ///< rows; 0: the words of the data
};
[[nodiscard]] Block embedding(EmbeddingOptions options);

/// (item [in], (h [H], c [H])) → (h, (h, c)): i, f, o, u = [x; h]·W + b, c' = σ(i)·tanh(u) + σ(f + 1)·c, h' =
/// σ(o)·tanh(c') (Hochreiter and Schmidhuber, 1997; the forget bias of Jozefowicz et al., 2015).
[[nodiscard]] Block lstmCell(std::int32_t hidden);
/// (item [in], h [H]) → (h, h): r, z = σ([x; h]·W + b), h' = (1 − z)·tanh([x; r·h]·U + d) + z·h (Cho et al.,
/// 2014).
[[nodiscard]] Block gruCell(std::int32_t hidden);
/// x [in] → (h, c): o, c = x·W + b, h = σ(o)·tanh(c): the leaf of Tai et al. (2015), without an input gate.
[[nodiscard]] Block treeLstmLeaf(std::int32_t hidden);
/// ((h, c), (h, c)) → (h, c): the binary composer of Tai et al. (2015).
[[nodiscard]] Block treeLstmPair(std::int32_t hidden);
/// A sequence of (h, c) → (h, c): the child-sum composer of Tai et al. (2015) without an input of its own;
/// each child has a forget gate of its own.
[[nodiscard]] Block treeLstmChildSum(std::int32_t hidden);
/// A fractal of depth d (Larsson et al., 2017), f₁ = layer, fₙ = mean(layer, fₙ₋₁ ∘ fₙ₋₁), `numBlocks` times
/// in a row; the two halves of a level share their parameters. `make` makes a new layer of equal input and
/// output for each place.
[[nodiscard]] Block fractalNet(std::int32_t numBlocks, std::int32_t depth,
                               const std::function<Block()>& make);

}  // namespace loomscope::blocks
