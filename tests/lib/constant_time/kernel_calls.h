// SPDX-License-Identifier: MIT
//
// A call of any kernel on bytes that are all secret.
#pragma once

#include "lib/core/kernel.h"

#include <array>
#include <cstdint>

namespace hashlane::test {

/// Bytes that a kernel reads, and writes: room for every kernel and call_kernel()'s counts.
struct alignas(64) Secrets {
    std::array<std::uint8_t, max_lanes * keccak_state_words * 8> states; ///< or digests
    std::array<std::uint8_t, std::size_t{max_lanes} * 2 * sha256_block_bytes>
        messages; ///< or nodes or salts
};

/// Calls it with each count, rate or number of rounds that the library calls it with and that takes
/// a way of its own through the kernel. These are not secret.
void call_kernel(const Kernel &kernel, Secrets &secrets);

} // namespace hashlane::test
