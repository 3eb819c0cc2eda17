// SPDX-License-Identifier: MIT
//
// Verification of segments of any lengths, with mixins and salts, some of them tampered with,
// against chains that OpenSSL computed hash by hash.
#include "canaries.h"
#include "support/oracle.h"

#include "hashlane/chain.h"

#include <array>
#include <deque>

namespace hashlane::fuzz::chain_verify_target {
namespace {

// Those that this thread plays; above that, threads.
constexpr unsigned most_workers = 3;

struct Segment {
    Bytes start, end, mixin, salt; ///< empty: none
    std::uint64_t hashes = 1;
};

Bytes joined_digest(Bytes a, const Bytes &b)
{
    a.insert(a.end(), b.begin(), b.end());
    return test::oracle_digest("sha256", a);
}

Bytes right_end(const Segment &segment)
{
    Bytes digest = segment.start;
    for (std::uint64_t hash = 1; hash <= segment.hashes; ++hash)
        digest = !segment.mixin.empty() && hash == segment.hashes
                     ? joined_digest(digest, segment.mixin)
                     : joined_digest(segment.salt, digest);
    return digest;
}

Segment drawn_segment(Input &input)
{
    Segment segment;
    segment.start = seeded_bytes(32, input.number(0, 255));
    const std::uint64_t kind = input.number(0, 7);
    segment.hashes = input.number(1, 12);
    if ((kind & 1) != 0)
        segment.mixin = seeded_bytes(32, 300 + kind);
    if ((kind & 2) != 0 && (segment.hashes > 1 || segment.mixin.empty()))
        segment.salt = seeded_bytes(32, 400 + kind);
    segment.end = right_end(segment);
    return segment;
}

// Changes one bit of a segment's claim; it may be another chain's right claim only by a collision.
void tamper(Segment &segment, Input &input)
{
    Bytes *const parts[] = {&segment.start, &segment.end, &segment.mixin, &segment.salt};
    Bytes &part = *input.pick(parts);
    if (part.empty())
        ++segment.hashes;
    else
        part[input.size(0, 31)] ^= static_cast<std::uint8_t>(1U << input.number(0, 7));
}

void run_backwards(void * /*context*/, void (*work)(void *argument, std::size_t index),
                   void *argument, std::size_t count)
{
    while (count != 0)
        work(argument, --count);
}

hashlane_status verify(const std::vector<hashlane_chain_segment> &segments, unsigned workers,
                       const hashlane_chain_options &options, hashlane_chain_result &result)
{
    if (workers == 0)
        return hashlane_chain_verify(segments.data(), segments.size(), &options, &result);
    hashlane_pool pool{run_backwards, nullptr, workers, {}};
    if (workers > most_workers)
        hashlane_pool_start(&pool, workers - most_workers);
    const hashlane_status status =
        hashlane_chain_verify_pool(segments.data(), segments.size(), &options, &result, &pool);
    hashlane_pool_stop(&pool);
    return status;
}

void run(Input &input)
{
    const std::size_t count = input.size(0, 80);
    const auto workers = static_cast<unsigned>(input.number(0, most_workers + 3));
    hashlane_chain_options options{};
    options.any = input.truth();
    std::deque<Segment> proof;
    std::size_t lowest = HASHLANE_CHAIN_NONE;
    std::vector<hashlane_chain_segment> segments;
    for (std::size_t i = 0; i < count; ++i) {
        Segment &segment = proof.emplace_back(drawn_segment(input));
        if (input.number(0, 31) == 31) {
            tamper(segment, input);
            lowest = std::min(lowest, i);
        }
        segments.push_back({segment.start.data(), segment.end.data(), segment.hashes,
                            segment.mixin.empty() ? nullptr : segment.mixin.data(),
                            segment.salt.empty() ? nullptr : segment.salt.data()});
    }
    hashlane_chain_result result{};
    const hashlane_status status = verify(segments, workers, options, result);
    require(status == (lowest == HASHLANE_CHAIN_NONE ? HASHLANE_OK : HASHLANE_WRONG), "the status");
    if (status == HASHLANE_OK)
        require(result.right == count && result.stop == HASHLANE_CHAIN_DONE, "not all checked");
    else if (options.any != 0)
        require(right_end(proof.at(result.wrong)) != proof.at(result.wrong).end, "a right segment");
    else
        require(result.wrong == lowest, "not the lowest wrong segment");
}

const Target target("chain_verify", run);

} // namespace
} // namespace hashlane::fuzz::chain_verify_target
