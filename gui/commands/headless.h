// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>

#include <memory>

namespace loomscope {

/// An application object for commands that draw: on the platform "offscreen", so that no display is needed
/// and the same bytes come out everywhere. Make one per process.
[[nodiscard]] std::unique_ptr<QApplication> makeHeadlessApplication();

}  // namespace loomscope
