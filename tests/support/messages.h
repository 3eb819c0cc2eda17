// SPDX-License-Identifier: MIT
//
// Many messages of unequal lengths, at odd addresses, with outputs between canaries.
#pragma once

#include "random_bytes.h"

#include <span>

namespace hashlane::test {

class ManyMessages {
public:
    ManyMessages(const std::vector<std::size_t> &lengths, std::size_t output_bytes)
        : bytes_(lengths),
          output_bytes_(output_bytes),
          room_(lengths.size() * (output_bytes + 1) + 1, canary)
    {
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            messages_.push_back(random_bytes(lengths[i] + 7, 31 * lengths[i] + i));
            from_.push_back(messages_[i].data() + i % 8);
        }
    }

    std::size_t count() const { return bytes_.size(); }
    const std::uint8_t *const *from() const { return from_.data(); }
    const std::size_t *bytes() const { return bytes_.data(); }
    std::uint8_t *to() { return room_.data() + 1; }
    std::size_t stride() const { return output_bytes_ + 1; }

    std::span<const std::uint8_t> message(std::size_t i) const { return {from_[i], bytes_[i]}; }
    Bytes output(std::size_t i) const
    {
        const std::uint8_t *const at = room_.data() + 1 + i * stride();
        return {at, at + output_bytes_};
    }

    /// True if every byte between the outputs is unchanged.
    bool is_clean_between() const
    {
        for (std::size_t i = 0; i < room_.size(); i += stride())
            if (room_[i] != canary)
                return false;
        return true;
    }

private:
    static constexpr std::uint8_t canary = 0xc5;

    std::vector<std::size_t> bytes_;
    std::size_t output_bytes_;
    std::vector<Bytes> messages_;
    Bytes room_;
    std::vector<const std::uint8_t *> from_;
};

} // namespace hashlane::test
