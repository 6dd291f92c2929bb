// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/engine/blocks/block_trial.h"

#include <QTest>

namespace loomscope {

/// Any depth will do.
inline constexpr int kAnyDepth = -1;

/// Requires that `block` makes `expected` of the JSON value, at this depth.
inline void gives(const Block& block, std::string_view json, const std::string& expected,
                  int depth = kAnyDepth, BlockContext context = {}) {
    const BlockTrial trial = tryBlock(block, json, std::move(context));
    QCOMPARE(QString::fromStdString(trial.text), QString::fromStdString(expected));
    QVERIFY(trial.isDone);
    if (depth != kAnyDepth) {
        QCOMPARE(trial.depth, depth);
    }
}

/// Requires that it fails, with all of `parts` in the message.
inline void refuses(const Block& block, std::string_view json, std::initializer_list<std::string> parts) {
    const BlockTrial trial = tryBlock(block, json);
    QVERIFY2(!trial.isDone, trial.text.c_str());
    for (const std::string& part : parts) {
        QVERIFY2(trial.text.find(part) != std::string::npos, (trial.text + " lacks " + part).c_str());
    }
}

}  // namespace loomscope
