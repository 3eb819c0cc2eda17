// SPDX-License-Identifier: MIT
//
// Buffers for targets: bytes that a seed determines, and outputs between bytes that nobody may
// write.
#pragma once

#include "target.h"

#include "hashlane/common.h"

#include <algorithm>
#include <cstring>
#include <random>
#include <span>
#include <vector>

namespace hashlane::fuzz {

using Bytes = std::vector<std::uint8_t>;

/// The length matters more than the content: the fuzzer chooses only a seed.
inline Bytes seeded_bytes(std::size_t count, std::uint64_t seed)
{
    std::minstd_rand random(static_cast<std::minstd_rand::result_type>(seed));
    Bytes bytes(count);
    std::ranges::generate(bytes, [&] { return static_cast<std::uint8_t>(random() >> 8); });
    return bytes;
}

inline Bytes drawn_message(Input &input, std::size_t most)
{
    const std::size_t size = input.size(0, most);
    return seeded_bytes(size, input.number(0, 255));
}

/// `count` bytes at an address that is `offset` off a multiple of 16, between canaries.
class Guarded {
public:
    static constexpr std::uint8_t canary = 0xc5; ///< what nobody has written

    explicit Guarded(std::size_t count, std::size_t offset = 0)
        : count_(count), room_(count + 2 * margin, canary)
    {
        const auto address = reinterpret_cast<std::uintptr_t>(room_.data() + margin / 2);
        begin_ = margin / 2 + (16 - address % 16) % 16 + offset % 16;
    }
    Guarded(const Bytes &content, std::size_t offset) : Guarded(content.size(), offset)
    {
        std::ranges::copy(content, data());
    }

    std::uint8_t *data() { return room_.data() + begin_; }
    Bytes content() { return {data(), data() + count_}; }

    void require_whole(const std::string &what) const
    {
        for (std::size_t i = 0; i < room_.size(); ++i)
            require((i >= begin_ && i < begin_ + count_) || room_[i] == canary, what,
                    ": written outside its output");
    }

private:
    static constexpr std::size_t margin = 128;

    std::size_t count_, begin_;
    Bytes room_;
};

/// Messages in rows of one array, and rows for their outputs: the same, or others.
class DrawnRows {
public:
    DrawnRows(const std::vector<Bytes> &messages, std::size_t output_bytes, Input &input)
        : output_bytes_(output_bytes),
          stride_(longest_of(messages, output_bytes)),
          from_(stride_ * messages.size(), input.size(0, 15)),
          apart_(stride_ * messages.size(), input.size(0, 15)),
          over_(input.truth())
    {
        for (std::size_t i = 0; i < messages.size(); ++i) {
            pointers.push_back(from_.data() + i * stride_);
            bytes.push_back(messages[i].size());
            std::ranges::copy(messages[i], from_.data() + i * stride_);
        }
    }

    std::uint8_t *outputs() { return over_ ? from_.data() : apart_.data(); }
    std::size_t stride() const { return stride_; }

    void require_output(std::size_t index, const Bytes &right, const std::string &what)
    {
        const std::span row(outputs() + index * stride_, stride_);
        require(std::ranges::equal(right, row.first(output_bytes_)), "a wrong output of ", what);
        const auto is_canary = [](std::uint8_t byte) { return byte == Guarded::canary; };
        require(over_ || std::ranges::all_of(row.subspan(output_bytes_), is_canary), what,
                ": written between outputs");
        from_.require_whole(what);
        apart_.require_whole(what);
    }

    std::vector<const std::uint8_t *> pointers;
    std::vector<std::size_t> bytes;

private:
    static std::size_t longest_of(const std::vector<Bytes> &messages, std::size_t longest)
    {
        for (const Bytes &message : messages)
            longest = std::max(longest, message.size());
        return longest;
    }

    std::size_t output_bytes_, stride_;
    Guarded from_, apart_;
    bool over_;
};

/// Messages of one length as columns (common.h), of which some are the same in every message.
struct DrawnColumns {
    explicit DrawnColumns(Input &input) : count(input.size(0, 40))
    {
        for (std::size_t left = input.size(0, 4); left != 0; --left) {
            const std::size_t bytes = input.size(0, 200), gap = input.size(0, 20);
            const std::size_t stride = input.truth() ? bytes + gap : 0;
            texts.push_back(seeded_bytes(stride * count + bytes, texts.size() + 1));
            columns.push_back({texts.back().data(), stride, bytes});
        }
    }

    Bytes message(std::size_t index) const
    {
        Bytes joined;
        for (const hashlane_column &column : columns) {
            const std::uint8_t *const from = column.first + index * column.stride;
            joined.insert(joined.end(), from, from + column.bytes);
        }
        return joined;
    }

    std::size_t count;
    std::vector<Bytes> texts;
    std::vector<hashlane_column> columns;
};

} // namespace hashlane::fuzz
