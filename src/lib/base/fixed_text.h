// SPDX-License-Identifier: MIT
//
// Texts and lists for the library, which has no C++ runtime below it: of a fixed room, in the
// object itself.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace hashlane {

/// A text of at most `capacity` bytes; longer text is cut off.
template <std::size_t capacity> class FixedText {
public:
    constexpr FixedText() = default;
    constexpr FixedText(std::string_view text) { *this += text; }
    constexpr FixedText(const char *text) : FixedText(std::string_view(text)) {}

    constexpr FixedText &operator+=(std::string_view text)
    {
        const std::size_t taken = std::min(text.size(), capacity - size_);
        for (std::size_t i = 0; i < taken; ++i)
            text_[size_++] = text[i];
        overflowed_ |= taken != text.size();
        return *this;
    }
    constexpr FixedText &operator+=(char c) { return *this += std::string_view(&c, 1); }

    constexpr bool empty() const { return size_ == 0; }
    constexpr std::size_t size() const { return size_; }
    /// True if the text was cut off.
    constexpr bool overflowed() const { return overflowed_; }
    constexpr const char *c_str() const { return text_; }
    constexpr operator std::string_view() const { return {text_, size_}; }
    operator std::string() const { return {text_, size_}; } // of callers who have the runtime

    friend constexpr bool operator==(const FixedText &a, const FixedText &b)
    {
        return std::string_view(a) == std::string_view(b);
    }
    friend constexpr bool operator==(const FixedText &a, std::string_view b)
    {
        return std::string_view(a) == b;
    }
    friend constexpr bool operator==(const FixedText &a, const char *b)
    {
        return std::string_view(a) == b;
    }
    template <class Stream>
    friend auto operator<<(Stream &stream, const FixedText &text)
        -> decltype(stream << std::string_view())
    {
        return stream << std::string_view(text);
    }
    // {fmt} formats it as this. Since its version 10, being convertible to it is not enough.
    friend constexpr std::string_view format_as(const FixedText &text) { return text; }

private:
    std::size_t size_ = 0;
    bool overflowed_ = false;
    char text_[capacity + 1] = {}; // zeros behind the text: it ends in one
};

/// A path as systems take it: 4095 bytes (Linux's PATH_MAX). One that overflowed names nothing.
using PathText = FixedText<4095>;

/// At most `capacity` items.
template <class Item, std::size_t capacity> class FixedList {
public:
    constexpr FixedList() = default;
    constexpr FixedList(std::initializer_list<Item> items)
    {
        for (const Item &item : items)
            push_back(item);
    }

    /// Precondition: size() < capacity.
    constexpr void push_back(const Item &item) { items_[size_++] = item; }

    constexpr bool empty() const { return size_ == 0; }
    constexpr std::size_t size() const { return size_; }
    constexpr Item *begin() { return items_; }
    constexpr Item *end() { return items_ + size_; }
    constexpr const Item *begin() const { return items_; }
    constexpr const Item *end() const { return items_ + size_; }
    constexpr Item &operator[](std::size_t i) { return items_[i]; }
    constexpr const Item &operator[](std::size_t i) const { return items_[i]; }
    constexpr Item &front() { return items_[0]; }
    constexpr const Item &front() const { return items_[0]; }
    constexpr Item &back() { return items_[size_ - 1]; }
    constexpr const Item &back() const { return items_[size_ - 1]; }

private:
    std::size_t size_ = 0;
    Item items_[capacity] = {};
};

} // namespace hashlane
