// SPDX-License-Identifier: MIT
//
// The bytes of what a caller gives without a type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace hashlane {

inline const std::uint8_t *as_bytes(const void *data)
{
    return static_cast<const std::uint8_t *>(data);
}

inline std::span<const std::uint8_t> as_bytes(const void *data, std::size_t bytes)
{
    return {as_bytes(data), bytes};
}

} // namespace hashlane
