// SPDX-License-Identifier: Apache-2.0
#include "engine/train/run_event.h"

namespace loomscope {

std::string_view name(RunStatus status) {
    switch (status) {
        case RunStatus::kRunning:
            return "running";
        case RunStatus::kFinished:
            return "finished";
        case RunStatus::kStopped:
            return "stopped";
        case RunStatus::kFailed:
            return "failed";
        case RunStatus::kInterrupted:
            return "interrupted";
    }
    return "failed";
}

}  // namespace loomscope
