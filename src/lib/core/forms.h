// SPDX-License-Identifier: MIT
//
// Other forms of a kernel: functions of its file that take a whole piece of work, so that words go
// from the caller's memory to the caller's memory through registers alone. A kernel need not have
// them: whoever calls one does the same with the kernel where it is missing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace hashlane {

/// A message in each lane, all of them with the same number of blocks.
struct SpongeMessages {
    const std::uint8_t *const *messages;
    const std::size_t *bytes;
    std::uint64_t blocks;         ///< of each, with the one that is padded
    std::uint64_t rate_bytes;     ///< a multiple of 8, at most 192
    std::uint64_t suffix;         ///< domain separation, then the first bit of pad10*1
    unsigned rounds;              ///< 24 or 12
    std::uint8_t *const *outputs; ///< written after all messages are read
    std::uint64_t output_bytes;   ///< 32 or 64
};

using Sha3Messages = void(const SpongeMessages &lanes) noexcept;

/// Permutes interleaved states by Keccak-p[1600, rounds], 24 rounds or 12: word i of the state in
/// lane s is words[i * stride + s].
using Sha3Interleaved = void(std::uint64_t *words, std::uint64_t stride, unsigned rounds) noexcept;

/// Messages in groups of one for each lane, after a common beginning of whole blocks. All of them
/// have the same number of blocks.
struct PaddedMessages {
    const std::uint8_t *const *messages;
    const std::size_t *bytes;
    std::size_t bytes_stride; ///< 1, or 0 if one length is that of all
    std::uint64_t groups;
    std::uint64_t whole_blocks; ///< of each
    std::uint64_t end_blocks;   ///< the rest and its padding: 1, or 2 if it has 56 bytes or more
    const std::uint32_t *state; ///< after the beginning
    std::uint64_t bytes_before; ///< of the beginning
    std::uint8_t *digests;      ///< one after the other; those of a group are written last
};

using Sha256Padded = void(const PaddedMessages &list) noexcept;

/// The kernel of whole blocks for states as SHA-256 prints them, lane after lane, 32 bytes each.
using Sha256Digests = void(std::uint8_t *states, const std::uint8_t *const *blocks,
                           std::uint64_t count) noexcept;

/// The kernel of nodes, each hashed twice: SHA256(SHA256(node)).
using Sha256TwiceNodes = void(std::uint8_t *digests, const std::uint8_t *nodes,
                              std::uint64_t count) noexcept;

/// The functions of one kernel; those that it lacks are null. The form for interleaved states is
/// not among them (registry.h).
struct KernelForms {
    Sha3Messages *messages = nullptr;
    Sha256Padded *padded = nullptr;
    Sha256Digests *digests = nullptr;
    Sha256TwiceNodes *twice = nullptr;
};

} // namespace hashlane
