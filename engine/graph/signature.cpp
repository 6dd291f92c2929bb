// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/signature.h"

#include "engine/base/rng.h"

#include <bit>
#include <utility>

namespace loomscope {

namespace {

/// Only finds candidates; equality of the full keys decides.
std::size_t hashOf(const SignatureKey& key) {
    std::uint64_t hash = mixBits(static_cast<std::uint64_t>(key.op));
    const auto add = [&hash](std::uint64_t part) {
        hash = (hash ^ part) * 0x9E3779B97F4A7C15ULL + (hash >> 29);
    };
    add(std::bit_cast<std::uintptr_t>(key.cell));
    add(std::bit_cast<std::uint32_t>(key.attributes.real));
    add(static_cast<std::uint64_t>(key.attributes.first));
    add(static_cast<std::uint64_t>(key.attributes.second));
    add(static_cast<std::uint64_t>(key.attributes.third));
    add(static_cast<std::uint64_t>(key.attributes.fourth));
    for (const Shape& shape : key.shapes) {
        add(static_cast<std::uint64_t>(shape.rank()));
        for (int axis = 0; axis < shape.rank(); ++axis) {
            add(static_cast<std::uint64_t>(shape[axis]));
        }
    }
    for (const ParameterId parameter : key.parameters) {
        add(parameter.index());
    }
    return hash;
}

}  // namespace

SignatureId SignatureTable::intern(const SignatureKey& key) {
    const std::size_t hash = hashOf(key);
    const auto [first, last] = byHash_.equal_range(hash);
    for (auto candidate = first; candidate != last; ++candidate) {
        if (keys_[candidate->second] == key) {
            return SignatureId(candidate->second);
        }
    }
    const auto index = static_cast<std::uint32_t>(keys_.size());
    keys_.push_back(key);
    byHash_.emplace(hash, index);
    return SignatureId(index);
}

}  // namespace loomscope
