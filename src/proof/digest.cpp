// SPDX-License-Identifier: MIT
#include "digest.h"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

namespace hashlane {
namespace {

constexpr std::string_view digits = "0123456789abcdef";

int value_of(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    const char lower = static_cast<char>(digit | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

} // namespace

void fail_to(const char *what, const std::string &path, int error)
{
    throw BadProof(
        fmt::format("{}: cannot be {}: {}", path, what, std::generic_category().message(error)));
}

void expect_end(const std::istream &stream, const std::string &path)
{
    if (stream.bad())
        fail_to("read", path, errno);
}

std::optional<Digest> parse_digest(std::string_view hex)
{
    Digest digest;
    if (hex.size() != 2 * digest.size())
        return std::nullopt;
    for (std::size_t i = 0; i < digest.size(); ++i) {
        const int high = value_of(hex[2 * i]), low = value_of(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return std::nullopt;
        digest[i] = static_cast<std::uint8_t>(16 * high + low);
    }
    return digest;
}

std::string to_hex(const Digest &digest)
{
    std::string hex;
    for (const std::uint8_t byte : digest) {
        hex += digits[byte >> 4];
        hex += digits[byte & 15];
    }
    return hex;
}

Digest number_digest(std::uint64_t number)
{
    Digest digest{};
    for (std::size_t i = digest.size(); number != 0; number >>= 8)
        digest[--i] = static_cast<std::uint8_t>(number);
    return digest;
}

void add(Digest &digest, const Digest &number)
{
    unsigned carry = 0;
    for (std::size_t i = digest.size(); i-- != 0; carry >>= 8) {
        carry += digest[i] + unsigned{number[i]};
        digest[i] = static_cast<std::uint8_t>(carry);
    }
}

} // namespace hashlane
