// SPDX-License-Identifier: MIT
//
// Messages of one length whose parts lie in columns (hashlane/common.h), as kernels take them:
// blocks.
#pragma once

#include "hashlane/common.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <span>

namespace hashlane {

using Columns = std::span<const hashlane_column>;

/// Returns the bytes of each message.
inline std::size_t bytes_of(Columns columns)
{
    return std::accumulate(
        columns.begin(), columns.end(), std::size_t{0},
        [](std::size_t sum, const hashlane_column &column) { return sum + column.bytes; });
}

/// Returns a message's part in a column. A column without bytes may be nowhere.
inline const std::uint8_t *part_of(const hashlane_column &column, std::size_t message)
{
    return column.bytes == 0 ? column.first : column.first + message * column.stride;
}

/// Goes through the bytes of some neighbouring messages, a lane each. Lanes beyond them repeat the
/// first.
class ColumnReader {
public:
    ColumnReader(Columns columns, std::size_t first, std::size_t count, unsigned lanes)
        : columns_(columns), first_(first), count_(count), lanes_(lanes)
    {
        skip_empty();
    }

    /// Returns how many whole blocks lie in the column that is next. Precondition: a byte is left.
    std::size_t blocks_here(std::size_t block_bytes) const
    {
        return (column().bytes - at_) / block_bytes;
    }

    /// Sets `parts` to the next bytes of all lanes: where they lie, or, if they are in several
    /// columns, to copies of them, `distance` bytes apart. Precondition: that many are left.
    void next(std::size_t bytes, const std::uint8_t **parts, std::uint8_t *copies,
              std::size_t distance)
    {
        const bool together = bytes != 0 && column().bytes - at_ >= bytes;
        for (unsigned lane = 0; lane < lanes_; ++lane)
            parts[lane] = together ? here(lane) : copies + lane * distance;
        if (together)
            advance(bytes);
        else
            copy(bytes, copies, distance);
    }

    /// Copies the next bytes of all lanes. The same precondition.
    void copy(std::size_t bytes, std::uint8_t *copies, std::size_t distance)
    {
        while (bytes != 0) {
            const std::size_t part = std::min(bytes, column().bytes - at_);
            for (unsigned lane = 0; lane < lanes_; ++lane)
                copy_bytes(copies + lane * distance, here(lane), part);
            copies += part;
            bytes -= part;
            advance(part);
        }
    }

private:
    const hashlane_column &column() const { return columns_[index_]; }

    const std::uint8_t *here(unsigned lane) const
    {
        return column().first + (first_ + (lane < count_ ? lane : 0)) * column().stride + at_;
    }

    void advance(std::size_t bytes)
    {
        at_ += bytes;
        skip_empty();
    }

    // At the end of a column the next one begins.
    void skip_empty()
    {
        for (; index_ < columns_.size() && at_ == column().bytes; ++index_)
            at_ = 0;
    }

    // Without a call: most parts are short.
    static void copy_bytes(std::uint8_t *to, const std::uint8_t *from, std::size_t bytes)
    {
        for (; bytes >= 16; bytes -= 16)
            move<16>(to, from);
        if ((bytes & 8) != 0)
            move<8>(to, from);
        if ((bytes & 4) != 0)
            move<4>(to, from);
        if ((bytes & 2) != 0)
            move<2>(to, from);
        if ((bytes & 1) != 0)
            move<1>(to, from);
    }

    template <std::size_t bytes> static void move(std::uint8_t *&to, const std::uint8_t *&from)
    {
        std::memcpy(to, from, bytes);
        to += bytes;
        from += bytes;
    }

    Columns columns_;
    std::size_t first_, count_;
    unsigned lanes_;
    std::size_t index_ = 0, at_ = 0; // in columns_; in that column
};

} // namespace hashlane
