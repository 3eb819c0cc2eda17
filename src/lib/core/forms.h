// SPDX-License-Identifier: MIT
//
// Other forms of a kernel: functions of its file that take a whole piece of work, so that words go
// from the caller's memory to the caller's memory through registers alone. A kernel need not have
// them: whoever calls one does the same with the kernel where it is missing.
#ifndef HASHLANE_SRC_LIB_CORE_FORMS_H
#define HASHLANE_SRC_LIB_CORE_FORMS_H

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

/// The functions of one kernel; those that it lacks are null.
struct KernelForms {
    Sha3Messages *messages = nullptr;
};

} // namespace hashlane

#endif
