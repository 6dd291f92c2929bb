// SPDX-License-Identifier: GPL-3.0-or-later
#include "viz/core/layered.h"

#include "viz/core/layer_graph.h"

#include <cstddef>

namespace loomscope {

Placement layered(const LayoutPart& part) {
    LayerGraph graph = layerGraph(part);
    orderLayers(graph);
    const std::vector<double> x = placeLayers(graph);
    const auto numBoxes = static_cast<std::ptrdiff_t>(graph.numBoxes);

    Placement placement;
    placement.x.assign(x.begin(), x.begin() + numBoxes);
    placement.rank.assign(graph.rank.begin(), graph.rank.begin() + numBoxes);
    placement.bends.resize(part.edges.size());
    for (std::size_t e = 0; e < part.edges.size(); ++e) {
        for (const std::int32_t bend : graph.bendsOfEdge[e]) {
            placement.bends[e].push_back(x[static_cast<std::size_t>(bend)]);
        }
    }
    return placement;
}

}  // namespace loomscope
