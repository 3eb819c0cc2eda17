// SPDX-License-Identifier: MIT
#include "lanes.h"

#include <algorithm>

namespace hashlane {

void advance_plain(const DispatchTable &choice, std::uint8_t *digests, std::size_t lanes,
                   std::uint64_t iterations)
{
    for (std::size_t done = 0; done < lanes;) {
        const Kernel &kernel = choice.kernel(Workload::sha256_chain, lanes - done);
        (*std::get_if<Sha256Chain *>(&kernel.function))(digests + done * sha256_digest_bytes,
                                                        iterations);
        done += kernel.lanes;
    }
}

void advance_salted(const DispatchTable &choice, std::uint8_t *digests, const std::uint8_t *salts,
                    std::size_t lanes, std::uint64_t iterations)
{
    for (std::size_t done = 0; done < lanes;) {
        const Kernel &kernel = choice.kernel(Workload::sha256_salted, lanes - done);
        const std::size_t at = done * sha256_digest_bytes;
        (*std::get_if<Sha256Salted *>(&kernel.function))(digests + at, salts + at, iterations);
        done += kernel.lanes;
    }
}

// Such a hash is one of a salted chain: the digest is the salt.
void mix_digest(const DispatchTable &choice, std::uint8_t *digest, const std::uint8_t *mixin)
{
    std::uint8_t mixed[sha256_digest_bytes];
    std::copy_n(mixin, sha256_digest_bytes, mixed);
    const Kernel &kernel = choice.single(Workload::sha256_salted);
    (*std::get_if<Sha256Salted *>(&kernel.function))(mixed, digest, 1);
    std::copy_n(mixed, sha256_digest_bytes, digest);
}

void LaneSet::add(const std::uint8_t *start, const std::uint8_t *salt, std::uint64_t hashes,
                  std::size_t index)
{
    std::copy_n(start, sha256_digest_bytes, digests_[count_]);
    if (salted_)
        std::copy_n(salt, sha256_digest_bytes, salts_[count_]);
    left_[count_] = hashes;
    index_[count_] = index;
    ++count_;
}

void LaneSet::add(const BegunSegment &segment)
{
    add(segment.digest, segment.salt, segment.left, segment.index);
}

std::uint64_t LaneSet::fewest_left() const { return *std::min_element(left_, left_ + count_); }

void LaneSet::advance(const DispatchTable &choice, std::uint64_t iterations)
{
    if (salted_)
        advance_salted(choice, digests_[0], salts_[0], count_, iterations);
    else
        advance_plain(choice, digests_[0], count_, iterations);
    for (std::size_t lane = 0; lane < count_; ++lane)
        left_[lane] -= iterations;
}

void LaneSet::remove(std::size_t lane)
{
    --count_;
    std::copy_n(digests_[count_], sha256_digest_bytes, digests_[lane]);
    if (salted_)
        std::copy_n(salts_[count_], sha256_digest_bytes, salts_[lane]);
    left_[lane] = left_[count_];
    index_[lane] = index_[count_];
}

BegunSegment LaneSet::take(std::size_t lane)
{
    BegunSegment segment;
    std::copy_n(digests_[lane], sha256_digest_bytes, segment.digest);
    if (salted_)
        std::copy_n(salts_[lane], sha256_digest_bytes, segment.salt);
    segment.left = left_[lane];
    segment.index = index_[lane];
    remove(lane);
    return segment;
}

} // namespace hashlane
