// SPDX-License-Identifier: MIT
//
// The segments that a worker has begun: one a lane, side by side as kernels want them.
#ifndef HASHLANE_SRC_CHAIN_LANES_H
#define HASHLANE_SRC_CHAIN_LANES_H

#include "../dispatch/dispatch_table.h"

namespace hashlane {

/// A segment that has been begun, as it is handed from one worker to another.
struct BegunSegment {
    std::uint8_t digest[sha256_digest_bytes];
    std::uint8_t salt[sha256_digest_bytes];
    std::uint64_t left;
    std::size_t index;
};

/// Advances lanes by dispatch's kernels. The last one of them may be wider than the lanes that are
/// left: `digests` has room for another max_lanes.
void advance_plain(const DispatchTable &choice, std::uint8_t *digests, std::size_t lanes,
                   std::uint64_t iterations);

/// The same with a salt for each lane, which have that room too: d = SHA256(salt ‖ d).
void advance_salted(const DispatchTable &choice, std::uint8_t *digests, const std::uint8_t *salts,
                    std::size_t lanes, std::uint64_t iterations);

/// digest = SHA256(digest ‖ mixin), 32 bytes each, any alignment.
void mix_digest(const DispatchTable &choice, std::uint8_t *digest, const std::uint8_t *mixin);

/// Lanes 0 … count() - 1, without a gap. Lanes with salts and lanes without are never in one set.
class LaneSet {
public:
    LaneSet(bool salted, std::size_t room) : salted_(salted), room_(room) {}
    bool salted() const { return salted_; }
    std::size_t count() const { return count_; }
    std::size_t room() const { return room_ - count_; }

    /// Precondition: there is room.
    void add(const std::uint8_t *start, const std::uint8_t *salt, std::uint64_t hashes,
             std::size_t index);
    void add(const BegunSegment &segment);

    const std::uint8_t *digest(std::size_t lane) const { return digests_[lane]; }
    std::uint8_t *digest(std::size_t lane) { return digests_[lane]; }
    std::uint64_t left(std::size_t lane) const { return left_[lane]; }
    std::size_t index(std::size_t lane) const { return index_[lane]; }

    /// Of the lane that ends first. Precondition: there is a lane.
    std::uint64_t fewest_left() const;

    /// `iterations` is at most fewest_left().
    void advance(const DispatchTable &choice, std::uint64_t iterations);

    /// The last lane takes its place.
    void remove(std::size_t lane);
    BegunSegment take(std::size_t lane);

private:
    bool salted_;
    std::size_t room_;
    std::size_t count_ = 0;
    std::uint64_t left_[max_lanes];
    std::size_t index_[max_lanes];
    alignas(64) std::uint8_t digests_[2 * max_lanes][sha256_digest_bytes] = {};
    alignas(64) std::uint8_t salts_[2 * max_lanes][sha256_digest_bytes] = {};
};

} // namespace hashlane

#endif
