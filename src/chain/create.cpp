// SPDX-License-Identifier: MIT
//
// The C interface of chain.h: what creates chains.

#include "lanes.h"

#include "hashlane/chain.h"

#include <algorithm>

using namespace hashlane;

namespace {

void advance_single(std::uint8_t *digest, const std::uint8_t *salt, std::uint64_t hashes)
{
    const DispatchTable &choice = active_dispatch();
    if (salt != nullptr)
        (*std::get_if<Sha256Salted *>(&choice.single(Workload::sha256_salted).function))(
            digest, salt, hashes);
    else
        (*std::get_if<Sha256Chain *>(&choice.single(Workload::sha256_chain).function))(digest,
                                                                                       hashes);
}

// Streams of one kind, as many as lanes at most: side by side, then back.
class Group {
public:
    explicit Group(bool salted) : salted_(salted) {}

    void add(hashlane_chain_stream &stream, std::uint64_t hashes)
    {
        std::copy_n(stream.digest, sha256_digest_bytes, digests_ + count_ * sha256_digest_bytes);
        if (salted_)
            std::copy_n(stream.salt, sha256_digest_bytes, salts_ + count_ * sha256_digest_bytes);
        streams_[count_] = &stream;
        if (++count_ == max_lanes)
            advance(hashes);
    }

    void advance(std::uint64_t hashes)
    {
        if (salted_)
            advance_salted(active_dispatch(), digests_, salts_, count_, hashes);
        else
            advance_plain(active_dispatch(), digests_, count_, hashes);
        for (std::size_t i = 0; i < count_; ++i) {
            std::copy_n(digests_ + i * sha256_digest_bytes, sha256_digest_bytes,
                        streams_[i]->digest);
            streams_[i]->hashes += hashes;
        }
        count_ = 0;
    }

private:
    bool salted_;
    std::size_t count_ = 0;
    hashlane_chain_stream *streams_[max_lanes];
    std::uint8_t digests_[2 * max_lanes * sha256_digest_bytes] = {};
    std::uint8_t salts_[2 * max_lanes * sha256_digest_bytes] = {};
};

} // namespace

extern "C" {

void hashlane_sha256_mix(uint8_t *digest, const uint8_t *mixin) noexcept
{
    mix_digest(active_dispatch(), digest, mixin);
}

hashlane_status hashlane_chain_create(uint8_t *digest, const uint8_t *salt, uint64_t every,
                                      size_t count, uint8_t *checkpoints) noexcept
{
    if (every == 0)
        return HASHLANE_BAD_ARGUMENT;
    for (size_t i = 0; i < count; ++i) {
        advance_single(digest, salt, every);
        std::copy_n(digest, sha256_digest_bytes, checkpoints + i * sha256_digest_bytes);
    }
    return HASHLANE_OK;
}

void hashlane_chain_begin(hashlane_chain_stream *stream, const uint8_t *start,
                          const uint8_t *salt) noexcept
{
    *stream = {};
    std::copy_n(start, sha256_digest_bytes, stream->digest);
    stream->salted = salt != nullptr;
    if (salt != nullptr)
        std::copy_n(salt, sha256_digest_bytes, stream->salt);
}

void hashlane_chain_advance(hashlane_chain_stream *stream, uint64_t hashes) noexcept
{
    advance_single(stream->digest, stream->salted != 0 ? stream->salt : nullptr, hashes);
    stream->hashes += hashes;
}

void hashlane_chain_advance_many(hashlane_chain_stream *const *streams, size_t count,
                                 uint64_t hashes) noexcept
{
    Group plain(false), salted(true);
    for (size_t i = 0; i < count; ++i)
        (streams[i]->salted != 0 ? salted : plain).add(*streams[i], hashes);
    plain.advance(hashes);
    salted.advance(hashes);
}

void hashlane_chain_mix(hashlane_chain_stream *stream, const uint8_t *mixin) noexcept
{
    mix_digest(active_dispatch(), stream->digest, mixin);
    ++stream->hashes;
}

uint64_t hashlane_chain_checkpoint(const hashlane_chain_stream *stream, uint8_t *digest) noexcept
{
    std::copy_n(stream->digest, sha256_digest_bytes, digest);
    return stream->hashes;
}

} // extern "C"
