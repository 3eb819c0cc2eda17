// SPDX-License-Identifier: MIT
//
// The ends of the benchmark's chains after one segment. The answers come from another
// implementation (tools/make_vectors.py), so that a kernel is never checked against itself.
#ifndef HASHLANE_SRC_MEASURE_KNOWN_ANSWERS_H
#define HASHLANE_SRC_MEASURE_KNOWN_ANSWERS_H

#include <cstddef>
#include <cstdint>
#include <optional>

namespace hashlane {

/// Lanes 0 … known_lanes - 1 have answers.
constexpr std::size_t known_lanes = 64;

/// Iterations from the start of a chain to its known answer. Powers of two, so that samples,
/// which are powers of two as well, end exactly there.
constexpr std::uint64_t sha256_segment = 1 << 16;
constexpr std::uint64_t keccak_segment = 1 << 13;

/// Lane l's digest after sha256_segment iterations from l as a 32-byte big-endian integer.
/// Writes 32 bytes. Precondition: lane < known_lanes.
void sha256_known_answer(std::size_t lane, std::uint8_t *digest);

struct KeccakAnswer {
    std::uint64_t first_word; ///< a missing last rotation would not show in the checksum
    std::uint64_t checksum;
};

/// Key `lane`'s chain after keccak_segment loops. Precondition: lane < known_lanes.
KeccakAnswer keccak_known_answer(std::size_t lane);

/// The suite's published checksum of a key after its 2^20 loops, for the keys that have one.
std::optional<std::uint64_t> keccak_suite_known_checksum(std::uint64_t key, std::uint64_t loops);

} // namespace hashlane

#endif
