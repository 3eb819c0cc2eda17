// SPDX-License-Identifier: MIT
#pragma once

#include "compiler.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace hashlane {

/// Writes zeros that stay written, though nothing reads them afterwards.
HASHLANE_INLINE void wipe(void *bytes, std::size_t size)
{
    std::fill_n(static_cast<std::uint8_t *>(bytes), size, std::uint8_t{0});
    // To the compiler this statement could read the bytes.
    asm volatile("" : : "r"(bytes) : "memory");
}

} // namespace hashlane
