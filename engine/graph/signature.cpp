// SPDX-License-Identifier: Apache-2.0
#include "engine/graph/signature.h"

#include "engine/base/rng.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace loomscope {

namespace {

/// A search through more would cost more than interning.
constexpr std::size_t kMaxKinds = 32;

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

std::span<const NodeKind> SignatureTable::kinds(OpId op) const {
    const auto index = static_cast<std::size_t>(op);
    return index < kinds_.size() ? std::span<const NodeKind>(kinds_[index]) : std::span<const NodeKind>();
}

const NodeKind& SignatureTable::addKind(OpId op, NodeKind kind) {
    const auto index = static_cast<std::size_t>(op);
    kinds_.resize(std::max(kinds_.size(), index + 1));
    std::vector<NodeKind>& kinds = kinds_[index];
    if (kinds.size() < kMaxKinds) {
        return kinds.emplace_back(std::move(kind));
    }
    return kinds[kind.signature.index() % kMaxKinds] = std::move(kind);
}

}  // namespace loomscope
