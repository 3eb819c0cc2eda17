// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_MEASURE_MISMATCH_H
#define HASHLANE_SRC_MEASURE_MISMATCH_H

#include <cstdint>
#include <string>

namespace hashlane {

/// A result that is not what it must be.
struct Mismatch {
    std::string kernel;
    unsigned lane = 0;
    std::uint64_t iteration = 0; ///< the iteration at which it was seen, from the chain's start
    std::string where; ///< more, where it helps: "sha3-256 of 64 bytes", "key 7"; or empty
};

/// "sha256-chain.shani.x4: wrong result in lane 3 at iteration 65536".
std::string describe(const Mismatch &mismatch);

} // namespace hashlane

#endif
