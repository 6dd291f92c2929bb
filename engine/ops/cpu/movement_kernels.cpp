// SPDX-License-Identifier: Apache-2.0
#include "engine/ops/cpu/movement_kernels.h"

#include "engine/ops/axis.h"
#include "engine/ops/cpu/row_chunks.h"

#include <algorithm>

namespace loomscope::cpu {

namespace {

void addRow(const float* from, std::int64_t width, float factor, float* to) {
    for (std::int64_t i = 0; i < width; ++i) {
        to[i] += factor * from[i];
    }
}

/// Assigns or adds numbers, as their place asks.
void putRow(const float* from, std::int64_t width, bool isOnlyUse, float* to) {
    if (isOnlyUse) {
        std::copy(from, from + width, to);
    } else {
        addRow(from, width, 1.0F, to);
    }
}

/// How many blocks of each part follow one another in a concatenation; one along the first axis.
std::int64_t outerBlocks(const BatchCall& call) {
    return AxisLines(call.y[0].shape, call.attributes->first).outer;
}

float listFactor(bool isMean, std::uint32_t items) {
    return isMean && items > 0 ? 1.0F / static_cast<float>(items) : 1.0F;
}

void listForward(const BatchCall& call, bool isMean) {
    const BatchOperand& list = call.x[0];
    forRowChunks(call, call.rows, list.width * 4, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row) {
            float* y = call.y[0].value + row * list.width;
            std::fill(y, y + list.width, 0.0F);
            const std::uint32_t begin = list.bounds[row];
            const std::uint32_t end = list.bounds[row + 1];
            for (std::uint32_t item = begin; item < end; ++item) {
                addRow(list.value + list.rows[item], list.width, listFactor(isMean, end - begin), y);
            }
        }
    });
}

void listBackward(const BatchCall& call, bool isMean) {
    const BatchOperand& list = call.x[0];
    if (list.gradient == nullptr) {
        return;
    }
    forRowChunksBackward(call, call.rows, list.width * 4, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row) {
            const float* dy = call.y[0].gradient + row * list.width;
            const std::uint32_t begin = list.bounds[row];
            const std::uint32_t end = list.bounds[row + 1];
            const float factor = listFactor(isMean, end - begin);
            for (std::uint32_t item = begin; item < end; ++item) {
                float* dx = list.gradient + list.rows[item];
                if (list.isOnlyUse) {
                    std::fill(dx, dx + list.width, 0.0F);
                }
                addRow(dy, list.width, factor, dx);
            }
        }
    });
}

}  // namespace

void inputForward(const BatchCall& call) {
    const std::int64_t width = call.y[0].width;
    forRowChunks(call, call.rows, width, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row) {
            const float* from = call.data + call.payloads[row];
            std::copy(from, from + width, call.y[0].value + row * width);
        }
    });
}

void lookupForward(const BatchCall& call) {
    const std::int64_t width = call.y[0].width;
    forRowChunks(call, call.rows, width, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row) {
            const float* from = call.x[0].value + call.payloads[row] * width;
            std::copy(from, from + width, call.y[0].value + row * width);
        }
    });
}

void tableGradient(const BatchCall& call, std::span<float* const> gradients) {
    const std::int64_t width = call.y[0].width;
    for (std::int64_t row = 0; row < call.rows; ++row) {
        addRow(call.y[0].gradient + row * width, width, 1.0F, gradients[0] + call.payloads[row] * width);
    }
}

void concatenateForward(const BatchCall& call) {
    const std::int64_t width = call.y[0].width;
    const std::int64_t outer = outerBlocks(call);
    forRowChunks(call, call.rows, width, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row) {
            float* y = call.y[0].value + row * width;
            for (std::int64_t block = 0; block < outer; ++block) {
                for (const BatchOperand& part : call.x) {
                    const std::int64_t size = part.width / outer;
                    const float* from = part.value + part.place(row) + block * size;
                    y = std::copy(from, from + size, y);
                }
            }
        }
    });
}

void concatenateBackward(const BatchCall& call) {
    const std::int64_t width = call.y[0].width;
    const std::int64_t outer = outerBlocks(call);
    forRowChunksBackward(call, call.rows, width, [&](std::int64_t first, std::int64_t last) {
        for (std::int64_t row = first; row < last; ++row) {
            const float* dy = call.y[0].gradient + row * width;
            for (std::int64_t block = 0; block < outer; ++block) {
                for (const BatchOperand& part : call.x) {
                    const std::int64_t size = part.width / outer;
                    if (part.gradient != nullptr) {
                        putRow(dy, size, part.isOnlyUse, part.gradient + part.place(row) + block * size);
                    }
                    dy += size;
                }
            }
        }
    });
}

void sliceForward(const BatchCall& call) {
    const std::int64_t width = call.y[0].width;
    for (std::int64_t row = 0; row < call.rows; ++row) {
        const float* from = call.x[0].value + call.x[0].place(row) + call.attributes->first;
        std::copy(from, from + width, call.y[0].value + row * width);
    }
}

void sliceBackward(const BatchCall& call) {
    const BatchOperand& whole = call.x[0];
    const std::int64_t width = call.y[0].width;
    for (std::int64_t row = 0; whole.gradient != nullptr && row < call.rows; ++row) {
        float* dx = whole.gradient + whole.place(row);
        if (whole.isOnlyUse) {
            std::fill(dx, dx + whole.width, 0.0F);
        }
        addRow(call.y[0].gradient + row * width, width, 1.0F, dx + call.attributes->first);
    }
}

void sumForward(const BatchCall& call) {
    listForward(call, false);
}
void sumBackward(const BatchCall& call) {
    listBackward(call, false);
}
void meanForward(const BatchCall& call) {
    listForward(call, true);
}
void meanBackward(const BatchCall& call) {
    listBackward(call, true);
}
void nothing(const BatchCall& /*call*/) {}

void gatherRows(const BatchCall& call) {
    concatenateForward(call);
}
void scatterRows(const BatchCall& call) {
    concatenateBackward(call);
}

}  // namespace loomscope::cpu
