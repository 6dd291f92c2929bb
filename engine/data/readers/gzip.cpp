// SPDX-License-Identifier: Apache-2.0
#include "engine/data/readers/gzip.h"

#include <array>
#include <zlib.h>

namespace loomscope {

namespace {

constexpr std::size_t kMaxUnpackedBytes = std::size_t{1} << 30;

}  // namespace

Result<std::optional<std::string>> unpackGzip(std::string_view bytes) {
    if (!bytes.starts_with("\x1F\x8B")) {
        return std::optional<std::string>();
    }
    z_stream stream{};
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    if (inflateInit2(&stream, kGzipOnly) != Z_OK) {
        return fail(ErrorCode::kResource, "not enough memory to unpack a gzip file");
    }
    // zlib's interface is not const, but it doesn't write to its input.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    std::string text;
    std::array<char, 64 * 1024> buffer{};
    int status = Z_OK;
    while (status == Z_OK && text.size() <= kMaxUnpackedBytes) {
        stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
        stream.avail_out = static_cast<uInt>(buffer.size());
        status = inflate(&stream, Z_NO_FLUSH);
        text.append(buffer.data(), buffer.size() - stream.avail_out);
        if (status == Z_STREAM_END && stream.avail_in > 0) {
            status = inflateReset(&stream);  // a gzip file may hold several members
        }
    }
    inflateEnd(&stream);
    if (text.size() > kMaxUnpackedBytes) {
        return fail(ErrorCode::kResource, "the gzip file unpacks to more than 1 GiB");
    }
    if (status != Z_STREAM_END) {
        return fail(ErrorCode::kParse,
                    "the gzip file is damaged or cut off; unpack it with gunzip to see how far it goes");
    }
    return std::optional(std::move(text));
}

}  // namespace loomscope
