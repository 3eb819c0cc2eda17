// SPDX-License-Identifier: MIT
//
// Two functions that depend on a secret: a test that does not find them cannot be trusted with the
// others.
#pragma once

#include <cstdint>

namespace hashlane::test {

inline void leak_by_branch(const std::uint8_t *bytes, std::uint8_t *output)
{
    volatile std::uint8_t taken = 0;
    if (bytes[3] > 100) // the volatile store keeps this a jump
        taken = 1;
    *output = taken;
}

inline void leak_by_address(const std::uint8_t *bytes, std::uint8_t *output)
{
    static const volatile std::uint8_t table[256] = {3, 1, 4};
    *output = table[bytes[3]];
}

} // namespace hashlane::test
