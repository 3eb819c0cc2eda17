// SPDX-License-Identifier: MIT
//
// The Keccak suite's frame around its chains: how a key starts one and how its end is summed up.
#pragma once

#include <cstdint>

namespace hashlane {

constexpr std::uint64_t keccak_suite_loops = 1 << 20;

/// Writes 25 words: the constants of the Keccak suite, each XORed with the key.
void keccak_suite_start(std::uint64_t *state, std::uint64_t key);

/// Returns the XOR of a state's 25 words.
std::uint64_t keccak_suite_checksum(const std::uint64_t *state);

} // namespace hashlane
