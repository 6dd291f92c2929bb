// SPDX-License-Identifier: Apache-2.0
#include "engine/params/safetensors.h"

#include "engine/base/check.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

namespace loomscope {

namespace {

using Json = nlohmann::ordered_json;

static_assert(std::endian::native == std::endian::little, "the format is little-endian");

constexpr std::uint64_t kMaxHeader = 100'000'000;
constexpr std::size_t kLengthBytes = 8;
constexpr const char* kMetadataKey = "__metadata__";

/// A tensor as the header describes it: bytes first … last−1 of the data.
struct Entry {
    std::string name;
    Shape shape;
    std::uint64_t first = 0;
    std::uint64_t last = 0;
};

tl::unexpected<Error> damaged(std::string what) {
    return fail(ErrorCode::kParse, "not a readable safetensors file: " + std::move(what));
}

Json parseHeader(std::span<const std::byte> bytes) {
    const auto* text = reinterpret_cast<const char*>(bytes.data());
    return Json::parse(text, text + bytes.size(), nullptr, /*allow_exceptions=*/false);
}

/// Returns the shape if every extent is one we can hold.
std::optional<Shape> shapeOf(const Json& json) {
    if (!json.is_array() || json.size() > Shape::kMaxRank) {
        return std::nullopt;
    }
    constexpr std::int64_t kMaxExtent = std::numeric_limits<std::int32_t>::max();
    constexpr std::int64_t kMaxSize = std::int64_t{1} << 40;
    std::array<std::int32_t, Shape::kMaxRank> extents{};
    std::int64_t size = 1;
    for (std::size_t axis = 0; axis < json.size(); ++axis) {
        const Json& extent = json[axis];
        if (!extent.is_number_unsigned() || extent.get<std::uint64_t>() > kMaxExtent) {
            return std::nullopt;
        }
        extents[axis] = extent.get<std::int32_t>();
        size *= extents[axis];
        if (size > kMaxSize) {
            return std::nullopt;
        }
    }
    switch (json.size()) {
        case 0:
            return Shape{};
        case 1:
            return Shape{extents[0]};
        case 2:
            return Shape{extents[0], extents[1]};
        case 3:
            return Shape{extents[0], extents[1], extents[2]};
        default:
            return Shape{extents[0], extents[1], extents[2], extents[3]};
    }
}

Result<Entry> parseEntry(const std::string& name, const Json& json) {
    if (!json.is_object() || !json.contains("dtype") || !json.contains("shape") ||
        !json.contains("data_offsets")) {
        return damaged(fmt::format("tensor '{}' lacks dtype, shape or data_offsets", name));
    }
    if (json["dtype"] != "F32") {
        return fail(ErrorCode::kType,
                    fmt::format("tensor '{}' holds {} numbers; only F32 can be read", name,
                                json["dtype"].is_string() ? json["dtype"].get<std::string>() : "unknown"));
    }
    const std::optional<Shape> shape = shapeOf(json["shape"]);
    if (!shape) {
        return damaged(fmt::format("tensor '{}' has a shape with more than {} or too large extents", name,
                                   Shape::kMaxRank));
    }
    const Json& offsets = json["data_offsets"];
    if (!offsets.is_array() || offsets.size() != 2 || !offsets[0].is_number_unsigned() ||
        !offsets[1].is_number_unsigned()) {
        return damaged(fmt::format("tensor '{}' has no two data_offsets", name));
    }
    Entry entry{.name = name, .shape = *shape, .first = offsets[0], .last = offsets[1]};
    const auto numBytes = static_cast<std::uint64_t>(shape->size()) * sizeof(float);
    if (entry.last < entry.first || entry.last - entry.first != numBytes) {
        return damaged(
            fmt::format("tensor '{}' of shape {} needs {} bytes, its data_offsets give another number", name,
                        shape->text(), numBytes));
    }
    return entry;
}

Result<std::map<std::string, std::string>> parseMetadata(const Json& json) {
    std::map<std::string, std::string> metadata;
    for (const auto& [key, value] : json.items()) {
        if (!value.is_string()) {
            return damaged(fmt::format("metadata '{}' is not a text", key));
        }
        metadata[key] = value.get<std::string>();
    }
    return metadata;
}

/// Copies the tensors out; they must fill the data without holes or overlaps.
Result<std::vector<NamedTensor>> readData(std::vector<Entry> entries, std::span<const std::byte> data) {
    std::ranges::stable_sort(entries, {},
                             [](const Entry& entry) { return std::pair(entry.first, entry.last); });
    std::uint64_t place = 0;
    std::vector<NamedTensor> tensors;
    for (Entry& entry : entries) {
        if (entry.first != place) {
            return damaged(fmt::format("the data of tensor '{}' starts at byte {}, expected {}", entry.name,
                                       entry.first, place));
        }
        if (entry.last > data.size()) {
            return damaged(
                fmt::format("it is cut off: tensor '{}' ends at byte {} of the data, the file has {}",
                            entry.name, entry.last, data.size()));
        }
        place = entry.last;
        NamedTensor tensor{.name = std::move(entry.name), .shape = entry.shape};
        tensor.values.resize(static_cast<std::size_t>(entry.shape.size()));
        if (!tensor.values.empty()) {
            std::memcpy(tensor.values.data(), data.data() + entry.first,
                        tensor.values.size() * sizeof(float));
        }
        tensors.push_back(std::move(tensor));
    }
    if (place != data.size()) {
        return damaged(fmt::format("{} bytes follow the last tensor", data.size() - place));
    }
    return tensors;
}

}  // namespace

std::vector<std::byte> encodeTensors(const TensorFile& file) {
    Json header = Json::object();
    if (!file.metadata.empty()) {
        header[kMetadataKey] = file.metadata;
    }
    std::uint64_t place = 0;
    for (const NamedTensor& tensor : file.tensors) {
        LOOM_CHECK(static_cast<std::int64_t>(tensor.values.size()) == tensor.shape.size(), tensor.name);
        LOOM_CHECK(!header.contains(tensor.name), "tensor " + tensor.name + " is there twice");
        Json shape = Json::array();
        for (int axis = 0; axis < tensor.shape.rank(); ++axis) {
            shape.push_back(tensor.shape[axis]);
        }
        const std::uint64_t last = place + tensor.values.size() * sizeof(float);
        header[tensor.name] = {
            {"dtype", "F32"}, {"shape", std::move(shape)}, {"data_offsets", {place, last}}};
        place = last;
    }
    std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
    // Spaces after the header keep the numbers aligned to eight bytes for readers that map the file.
    text.resize((text.size() + 7) / 8 * 8, ' ');
    std::vector<std::byte> bytes(kLengthBytes + text.size() + place);
    const std::uint64_t length = text.size();
    std::memcpy(bytes.data(), &length, kLengthBytes);
    std::memcpy(bytes.data() + kLengthBytes, text.data(), text.size());
    std::byte* to = bytes.data() + kLengthBytes + text.size();
    for (const NamedTensor& tensor : file.tensors) {
        const std::size_t size = tensor.values.size() * sizeof(float);
        if (size > 0) {
            std::memcpy(to, tensor.values.data(), size);
        }
        to += size;
    }
    return bytes;
}

Result<TensorFile> decodeTensors(std::span<const std::byte> bytes) {
    if (bytes.size() < kLengthBytes) {
        return damaged(fmt::format("it has only {} bytes", bytes.size()));
    }
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data(), kLengthBytes);
    const auto rest = bytes.subspan(kLengthBytes);
    if (length > kMaxHeader) {
        return damaged(
            fmt::format("it announces a header of {} bytes, at most {} are allowed", length, kMaxHeader));
    }
    if (length > rest.size()) {
        return damaged(fmt::format("it is cut off in its header ({} of {} bytes)", rest.size(), length));
    }
    const Json header = parseHeader(rest.first(static_cast<std::size_t>(length)));
    if (!header.is_object()) {
        return damaged("its header is not a JSON object");
    }
    TensorFile file;
    std::vector<Entry> entries;
    for (const auto& [name, json] : header.items()) {
        if (name == kMetadataKey) {
            LOOM_TRY(file.metadata, parseMetadata(json));
        } else {
            LOOM_TRY(Entry entry, parseEntry(name, json));
            entries.push_back(std::move(entry));
        }
    }
    LOOM_TRY(file.tensors, readData(std::move(entries), rest.subspan(static_cast<std::size_t>(length))));
    return file;
}

std::vector<std::byte> encodeParameters(const ParameterStore& parameters,
                                        const std::map<std::string, std::string>& metadata) {
    TensorFile file{.metadata = metadata};
    for (std::size_t index = 0; index < parameters.parameters().size(); ++index) {
        const auto values = parameters.values(ParameterId(index));
        const Parameter& parameter = parameters.parameters()[index];
        file.tensors.push_back({parameter.name, parameter.shape, {values.begin(), values.end()}});
    }
    return encodeTensors(file);
}

Result<void> assignParameters(ParameterStore& parameters, const TensorFile& file) {
    std::vector<const NamedTensor*> sources(parameters.parameters().size(), nullptr);
    for (const NamedTensor& tensor : file.tensors) {
        const ParameterId id = parameters.find(tensor.name);
        if (!id.isValid()) {
            return fail(
                ErrorCode::kInvalid,
                fmt::format("the weights hold a tensor '{}' that the model does not have", tensor.name));
        }
        if (parameters.parameter(id).shape != tensor.shape) {
            return fail(ErrorCode::kShape,
                        fmt::format("tensor '{}' has shape {}, the model needs {}", tensor.name,
                                    tensor.shape.text(), parameters.parameter(id).shape.text()));
        }
        sources[id.index()] = &tensor;
    }
    if (const auto missing = std::ranges::find(sources, nullptr); missing != sources.end()) {
        const auto index = static_cast<std::size_t>(missing - sources.begin());
        return fail(ErrorCode::kInvalid, fmt::format("the weights lack the model's tensor '{}'",
                                                     parameters.parameters()[index].name));
    }
    for (std::size_t index = 0; index < sources.size(); ++index) {
        std::ranges::copy(sources[index]->values, parameters.values(ParameterId(index)).begin());
    }
    return {};
}

}  // namespace loomscope
