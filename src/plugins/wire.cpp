// SPDX-License-Identifier: MIT
#include "wire.h"

#include <bit>
#include <cmath>
#include <cstring>

namespace hashlane {

void WireWriter::number(std::uint64_t value)
{
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    bytes_.append(bytes, sizeof value);
}

void WireWriter::real(double value) { number(std::bit_cast<std::uint64_t>(value)); }

void WireWriter::text(std::string_view value)
{
    number(value.size());
    bytes_.append(value);
}

std::string_view WireReader::take(std::size_t bytes)
{
    if (bytes > bytes_.size())
        throw WireError();
    const std::string_view taken = bytes_.substr(0, bytes);
    bytes_.remove_prefix(bytes);
    return taken;
}

std::uint64_t WireReader::number(std::uint64_t most)
{
    std::uint64_t value = 0;
    std::memcpy(&value, take(sizeof value).data(), sizeof value);
    if (value > most)
        throw WireError();
    return value;
}

double WireReader::real()
{
    const auto value = std::bit_cast<double>(number());
    if (!std::isfinite(value))
        throw WireError();
    return value;
}

std::string WireReader::text()
{
    return std::string(take(static_cast<std::size_t>(number(bytes_.size()))));
}

} // namespace hashlane
