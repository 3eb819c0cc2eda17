// SPDX-License-Identifier: MIT
//
// Values as bytes, from one process of this program to another of the same. The reader believes
// nothing: what a plug-in may have overwritten is refused, not followed.
#ifndef HASHLANE_SRC_PLUGINS_WIRE_H
#define HASHLANE_SRC_PLUGINS_WIRE_H

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace hashlane {

/// The bytes are not what was to be written there.
class WireError : public std::runtime_error {
public:
    WireError() : std::runtime_error("its answer cannot be read: it has overwritten memory") {}
};

class WireWriter {
public:
    void number(std::uint64_t value);
    void real(double value);
    void text(std::string_view value);
    template <class Enum> void name(Enum value) { number(static_cast<std::uint64_t>(value)); }

    template <class T, class Write> void list(const std::vector<T> &values, const Write &write)
    {
        number(values.size());
        for (const T &value : values)
            write(*this, value);
    }

    const std::string &bytes() const { return bytes_; }

private:
    std::string bytes_;
};

/// Throws a WireError where the bytes end early, or are out of range.
class WireReader {
public:
    explicit WireReader(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t number(std::uint64_t most = UINT64_MAX);
    double real(); ///< finite
    bool truth() { return number(1) != 0; }
    std::string text();
    /// A value of an enumeration whose last one is `last`.
    template <class Enum> Enum name(Enum last)
    {
        return static_cast<Enum>(number(static_cast<std::uint64_t>(last)));
    }

    template <class Read> auto list(const Read &read)
    {
        std::vector<std::invoke_result_t<Read, WireReader &>> values;
        for (std::uint64_t left = number(bytes_.size()); left != 0; --left)
            values.push_back(read(*this));
        return values;
    }

    bool at_end() const { return bytes_.empty(); }

private:
    std::string_view take(std::size_t bytes);

    std::string_view bytes_;
};

} // namespace hashlane

#endif
