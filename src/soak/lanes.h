// SPDX-License-Identifier: MIT
//
// A kernel of any workload as what a soak needs of it: lanes, each a chain from a start to an end
// that depends on the start alone, not on the lane or on how many lanes there are.
//
//   sha256-chain   32 bytes: the digest
//   keccak-chain   200 bytes: the state
//   sha256-salted  64 bytes: digest, salt
//   sha256-nodes   64 bytes: a node; the next one is its digest and its first half
//   sha256, sha3   32 and 200 bytes: the state; the message is a fixed one, from a place in it that
//                  the first byte of the start says
#ifndef HASHLANE_SRC_SOAK_LANES_H
#define HASHLANE_SRC_SOAK_LANES_H

#include "../core/kernel.h"

#include <memory>

namespace hashlane {

/// Of one lane.
std::size_t state_bytes(Workload workload);

/// Iterations come in multiples of this.
constexpr std::uint64_t lanes_step = 64;

class Lanes {
public:
    Lanes() = default;
    Lanes(const Lanes &) = delete;
    Lanes &operator=(const Lanes &) = delete;
    virtual ~Lanes() = default;

    virtual std::size_t count() const = 0;
    /// Each of state_bytes(). Precondition: lane < count().
    virtual void set(std::size_t lane, const std::uint8_t *state) = 0;
    virtual void get(std::size_t lane, std::uint8_t *state) const = 0;
    /// Precondition: a multiple of lanes_step.
    virtual void advance(std::uint64_t iterations) = 0;
};

/// Precondition: the kernel can run here. It must outlive the lanes.
std::unique_ptr<Lanes> make_lanes(const Kernel &kernel);

} // namespace hashlane

#endif
