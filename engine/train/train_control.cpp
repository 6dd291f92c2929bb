// SPDX-License-Identifier: Apache-2.0
#include "engine/train/trainer.h"

namespace loomscope {

void TrainControl::requestStop() {
    const std::lock_guard lock(mutex_);
    isStopped_ = true;
    changed_.notify_all();
}

void TrainControl::setPaused(bool paused) {
    const std::lock_guard lock(mutex_);
    isPaused_ = paused;
    changed_.notify_all();
}

bool TrainControl::isStopRequested() const {
    const std::lock_guard lock(mutex_);
    return isStopped_;
}

bool TrainControl::isPaused() const {
    const std::lock_guard lock(mutex_);
    return isPaused_;
}

bool TrainControl::waitWhilePaused() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !isPaused_ || isStopped_; });
    return !isStopped_;
}

}  // namespace loomscope
