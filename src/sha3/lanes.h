// SPDX-License-Identifier: MIT
//
// Any number of states through kernels that take a fixed number at a time.
#ifndef HASHLANE_SRC_SHA3_LANES_H
#define HASHLANE_SRC_SHA3_LANES_H

#include "../core/kernel.h"

namespace hashlane {

struct AbsorbKernel {
    Sha3Absorb *absorb;
    unsigned lanes; ///< at most max_absorb_lanes
};

/// Which kernels to call.
struct AbsorbDispatch {
    Sha3Absorb *single;                          ///< with one lane
    AbsorbKernel (*for_lanes)(std::size_t left); ///< the next one, when so many lanes are left
};

/// A sponge over Keccak-p[1600, rounds].
struct Sponge {
    std::uint32_t rate_bytes;
    std::uint8_t suffix; ///< domain separation, then the first bit of pad10*1
    unsigned rounds;
};

/// What an `absorb` kernel does (absorb.h), for any number of states.
void absorb_lanes(const AbsorbDispatch &dispatch, std::uint64_t *states, std::size_t lanes,
                  const std::uint8_t *const *blocks, std::uint64_t rate_bytes, std::uint64_t count,
                  unsigned rounds);

} // namespace hashlane

#endif
