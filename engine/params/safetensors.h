// SPDX-License-Identifier: Apache-2.0
// Parameters as safetensors: a little-endian 64-bit header length, a JSON header, the numbers. Other tools
// read it.
#pragma once

#include "engine/base/result.h"
#include "engine/params/parameter_store.h"
#include "engine/tensor/shape.h"

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace loomscope {

/// One named array of 32-bit floats, row-major.
struct NamedTensor {
    std::string name;
    Shape shape;
    std::vector<float> values;

    bool operator==(const NamedTensor&) const = default;
};

/// The content of a safetensors file.
struct TensorFile {
    std::map<std::string, std::string> metadata;
    std::vector<NamedTensor> tensors;  ///< in the order in which they lie in the file

    bool operator==(const TensorFile&) const = default;
};

/// Returns the bytes of a file with these tensors. Names must differ.
[[nodiscard]] std::vector<std::byte> encodeTensors(const TensorFile& file);
/// Reads the bytes of a file.
/// Errors: kParse if it is cut, damaged or has a header over 100 MB; kType for numbers other than F32, naming
/// the tensor.
[[nodiscard]] Result<TensorFile> decodeTensors(std::span<const std::byte> bytes);

/// Returns the values of all parameters as the bytes of a file.
[[nodiscard]] std::vector<std::byte> encodeParameters(const ParameterStore& parameters,
                                                      const std::map<std::string, std::string>& metadata);
/// Sets the values of all parameters from a file's tensors; on an error nothing is changed.
/// Errors: kInvalid for a missing or an unknown tensor, kShape for a wrong shape, each naming the tensor.
[[nodiscard]] Result<void> assignParameters(ParameterStore& parameters, const TensorFile& file);

/// Writes bytes beside `path` and renames, so that a crash leaves the old file or the new one, never a part.
/// Errors: kIo, naming the path and the system's reason.
[[nodiscard]] Result<void> writeAtomically(const std::filesystem::path& path,
                                           std::span<const std::byte> bytes);
/// Reads a file and decodes it. Errors: kNotFound, kIo, and those of decodeTensors.
[[nodiscard]] Result<TensorFile> readTensors(const std::filesystem::path& path);

}  // namespace loomscope
