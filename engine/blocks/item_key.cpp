// SPDX-License-Identifier: Apache-2.0
#include "engine/blocks/item_key.h"

#include "engine/base/names.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace loomscope {

namespace {

using Kind = BlockType::Kind;

std::optional<std::size_t> placeOf(std::int64_t index, std::size_t size) {
    const auto signedSize = static_cast<std::int64_t>(size);
    const std::int64_t place = index < 0 ? index + signedSize : index;
    return place < 0 || place >= signedSize ? std::nullopt : std::optional(static_cast<std::size_t>(place));
}

Result<std::size_t> placeOfName(const std::string& name, const std::vector<std::string>& names) {
    const auto found = std::ranges::find(names, name);
    if (found != names.end()) {
        return static_cast<std::size_t>(found - names.begin());
    }
    const std::vector<std::string_view> known(names.begin(), names.end());
    return fail(ErrorCode::kNotFound,
                names.empty() ? fmt::format("no item '{}': the value has no names", name)
                              : fmt::format("no item '{}'; there are {}", name, joinNames(known)));
}

Result<std::size_t> placeIn(const ItemKey& key, std::size_t size, const std::vector<std::string>& names) {
    if (const auto* name = std::get_if<std::string>(&key)) {
        return placeOfName(*name, names);
    }
    const auto place = placeOf(std::get<std::int64_t>(key), size);
    if (!place) {
        return fail(ErrorCode::kNotFound, fmt::format("no item {}: there are {}", keyText(key), size));
    }
    return *place;
}

/// What `key` takes of a tuple of known items.
Result<TypeTerm> itemOfTuple(TypeTable& types, TypeTerm whole, const ItemKey& key) {
    const auto items = types.items(whole);
    const auto* slice = std::get_if<ItemSlice>(&key);
    if (slice == nullptr) {
        LOOM_TRY(const std::size_t place, placeIn(key, items.size(), types.names(whole)));
        return items[place];
    }
    std::vector<TypeTerm> taken;
    for (const std::size_t place : slicePlaces(*slice, items.size())) {
        taken.push_back(items[place]);
    }
    return types.tuple(std::move(taken));
}

}  // namespace

std::string keyText(const ItemKey& key) {
    if (const auto* index = std::get_if<std::int64_t>(&key)) {
        return fmt::format("{}", *index);
    }
    if (const auto* name = std::get_if<std::string>(&key)) {
        return fmt::format("'{}'", *name);
    }
    const auto& slice = std::get<ItemSlice>(key);
    const auto part = [](const auto& value) { return value ? fmt::format("{}", *value) : std::string(); };
    return fmt::format("{}:{}:{}", part(slice.start), part(slice.stop), slice.step);
}

std::vector<std::size_t> slicePlaces(const ItemSlice& slice, std::size_t size) {
    std::vector<std::size_t> places;
    const auto end = static_cast<std::int64_t>(size);
    const bool isForward = slice.step > 0;
    if (slice.step == 0) {
        return places;
    }
    const auto bound = [&](std::int64_t at) {
        at = at < 0 ? at + end : at;
        return isForward ? std::clamp<std::int64_t>(at, 0, end) : std::clamp<std::int64_t>(at, -1, end - 1);
    };
    std::int64_t at = slice.start ? bound(*slice.start) : (isForward ? 0 : end - 1);
    const std::int64_t stop = slice.stop ? bound(*slice.stop) : (isForward ? end : -1);
    for (; isForward ? at < stop : at > stop; at += slice.step) {
        places.push_back(static_cast<std::size_t>(at));
    }
    return places;
}

void inferItem(BlockTyping& typing, BlockPlace& self, TypeTerm whole, const ItemKey& key, TypeTerm item) {
    typing.later(self, [&typing, &self, whole, key, item]() -> Result<bool> {
        TypeTable& types = typing.types();
        if (!types.isKnown(whole)) {
            return false;
        }
        const bool isSlice = std::holds_alternative<ItemSlice>(key);
        switch (types.kind(whole)) {
            case Kind::kObject:
                typing.same(self, item, types.object(), "item");
                return true;
            case Kind::kTuple:
            case Kind::kDict: {
                LOOM_TRY(const TypeTerm found, itemOfTuple(types, whole, key));
                typing.same(self, found, item, "item " + keyText(key));
                return true;
            }
            case Kind::kSequence:
                if (std::holds_alternative<std::string>(key)) {
                    break;
                }
                typing.same(self, isSlice ? whole : types.items(whole)[0], item, "item " + keyText(key));
                return true;
            default:
                break;
        }
        return fail(ErrorCode::kType,
                    fmt::format("bad input type {}: it has no item {}", types.text(whole), keyText(key)));
    });
}

Result<BlockValue> takeItem(const BlockType& type, const BlockValue& whole, const ItemKey& key) {
    if (const auto* slice = std::get_if<ItemSlice>(&key)) {
        if (const std::string* letters = whole.text()) {
            const auto characters = charactersOf(*letters);
            std::string taken;
            for (const std::size_t place : slicePlaces(*slice, characters.size())) {
                taken += characters[place];
            }
            return BlockValue(std::string_view(taken));
        }
        if (!whole.isIterable()) {
            return fail(ErrorCode::kType, fmt::format("{} has no items to slice", whole.summary()));
        }
        BlockValue::List taken;
        for (const std::size_t place : slicePlaces(*slice, whole.size())) {
            taken.push_back(whole.at(place));
        }
        return BlockValue::list(std::move(taken));
    }
    if (const auto* name = std::get_if<std::string>(&key)) {
        if (auto found = whole.find(*name)) {
            return *std::move(found);
        }
        const auto& names = type.names().empty() ? whole.fieldNames() : type.names();
        LOOM_TRY(const std::size_t place, placeOfName(*name, names));
        return whole.at(place);
    }
    LOOM_TRY(const std::size_t place, placeIn(key, whole.size(), {}));
    return whole.at(place);
}

}  // namespace loomscope
