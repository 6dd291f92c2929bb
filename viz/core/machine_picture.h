// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/fsm/fsm_table.h"
#include "viz/core/picture_graph.h"

namespace loomscope {

/// What is drawn of a batching machine: the states that it passed through in the graph it learned from, each
/// with the signature that it runs there, and the steps between them. Other states of the table are left out.
/// Steps go in circles: the result is for graphDot(), not for the built-in layout.
[[nodiscard]] PictureGraph machinePicture(const FsmTable& table);

}  // namespace loomscope
