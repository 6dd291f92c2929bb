// SPDX-License-Identifier: Apache-2.0
#include "storage/run_key.h"

#include <random>
#include <string_view>

namespace loomscope {

std::string randomRunKey() {
    constexpr std::string_view kLetters = "abcdefghjkmnpqrstuvwxyz";
    constexpr std::string_view kAll = "abcdefghjkmnpqrstuvwxyz23456789";
    constexpr int kLength = 8;
    std::random_device random;
    std::string key(1, kLetters[random() % kLetters.size()]);
    for (int i = 1; i < kLength; ++i) {
        key += kAll[random() % kAll.size()];
    }
    return key;
}

}  // namespace loomscope
