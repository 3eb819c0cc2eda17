// SPDX-License-Identifier: MIT
//
// Values from the bytes that a fuzzer chooses. Where they have ended every number is the least one
// and every text empty, so that a target needs no case for it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <string>
#include <vector>

namespace hashlane::fuzz {

class Input {
public:
    explicit Input(std::span<const std::uint8_t> bytes) : left_(bytes) {}

    bool is_empty() const { return left_.empty(); }

    /// From `least` to `most`: takes as many bytes as that range needs.
    std::uint64_t number(std::uint64_t least, std::uint64_t most)
    {
        const std::uint64_t range = most - least;
        std::uint64_t value = 0;
        for (std::uint64_t reach = range; reach != 0 && !left_.empty(); reach >>= 8)
            value = value << 8 | byte();
        return least + (range == UINT64_MAX ? value : value % (range + 1));
    }

    std::size_t size(std::size_t least, std::size_t most)
    {
        return static_cast<std::size_t>(number(least, most));
    }

    bool truth() { return number(0, 1) != 0; }

    /// One of a list.
    template <class List> auto &pick(List &list)
    {
        return *(std::begin(list) + static_cast<std::ptrdiff_t>(size(0, std::size(list) - 1)));
    }

    /// The next `count`; after the end zeros.
    std::vector<std::uint8_t> bytes(std::size_t count)
    {
        const std::size_t here = std::min(count, left_.size());
        std::vector<std::uint8_t> taken(left_.begin(),
                                        left_.begin() + static_cast<std::ptrdiff_t>(here));
        left_ = left_.subspan(here);
        taken.resize(count);
        return taken;
    }

    /// Up to the next line's end, which is taken as well.
    std::string line()
    {
        const auto end = std::ranges::find(left_, std::uint8_t{'\n'});
        std::string text(left_.begin(), end);
        left_ = left_.subspan(std::min(text.size() + 1, left_.size()));
        return text;
    }

    std::string rest()
    {
        std::string text(left_.begin(), left_.end());
        left_ = {};
        return text;
    }

private:
    std::uint8_t byte()
    {
        const std::uint8_t first = left_.front();
        left_ = left_.subspan(1);
        return first;
    }

    std::span<const std::uint8_t> left_;
};

} // namespace hashlane::fuzz
