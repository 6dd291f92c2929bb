// SPDX-License-Identifier: Apache-2.0
#include "engine/train/default_config.h"

namespace loomscope {

RunConfig defaultConfig(std::string_view model) {
    RunConfig config;
    config.model = model;
    const auto info = findModel(model);
    if (info && (*info)->reads == StructureKind::kMolecule) {
        config.optimiser = {.name = "adam", .rate = 1e-3, .embeddingRate = 1e-3, .l2 = 0, .clip = 5.0};
        config.train.epochs = 30;
        config.train.batch = 50;
        config.train.stopAfter = 0;
    }
    return config;
}

}  // namespace loomscope
