// SPDX-License-Identifier: GPL-3.0-or-later
// The data that come with the program.
#pragma once

#include <QString>

namespace loomscope {

/// Path of the sample sentences: the folder that was installed or built with, else a synthetic set.
[[nodiscard]] QString sampleTrees();
/// Path of the sample molecules; empty if they are not found.
[[nodiscard]] QString sampleMolecules();

}  // namespace loomscope
