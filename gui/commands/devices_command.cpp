// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/tensor/device.h"
#include "gui/commands/command_set.h"
#include "gui/commands/console.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace loomscope {

void addDevices(CommandSet& set) {
    const auto json = std::make_shared<bool>(false);
    CLI::App* command =
        addCommand(set, "devices", "What can be used to compute, and why not", [json]() -> Result<void> {
            nlohmann::json list = nlohmann::json::array();
            for (const DeviceInfo& device : listDevices()) {
                list.push_back({{"name", device.name},
                                {"available", device.isAvailable},
                                {"reason", device.reason},
                                {"threads", device.threads},
                                {"memory_bytes", device.memoryBytes}});
                if (!*json) {
                    print(device.isAvailable
                              ? fmt::format("{}: {} threads, {:.1f} GB of memory", device.name,
                                            device.threads, static_cast<double>(device.memoryBytes) * 1e-9)
                              : fmt::format("{}: not available, {}", device.name, device.reason));
                }
            }
            if (*json) {
                print(list.dump(2));
            }
            return {};
        });
    command->add_flag("--json", *json, "Print one JSON document");
}

}  // namespace loomscope
