// SPDX-License-Identifier: MIT
#include "algorithms.h"

#include "../lib/sha256/message.h"
#include "../lib/sha3/sponge.h"

#include "hashlane/kangarootwelve.h"
#include "hashlane/sha256.h"
#include "hashlane/sha3.h"
#include "hashlane/turboshake.h"

#include <algorithm>
#include <array>

namespace hashlane::sum {
namespace {

// Returns a pointer to the library's state in each of several hashes.
template <class Hash> auto states_of(MessageHash *const *hashes, std::size_t count)
{
    std::array<decltype(static_cast<Hash *>(*hashes)->state()), most_messages> states{};
    for (std::size_t i = 0; i < count; ++i)
        states[i] = static_cast<Hash *>(hashes[i])->state();
    return states;
}

struct Sha256 final : MessageHash {
    static constexpr hashlane_work work = HASHLANE_WORK_SHA256;
    static constexpr std::size_t block_bytes = sha256_block_bytes, digest_bytes = 32;

    static constexpr auto many = hashlane_sha256_many;
    static void append(MessageHash *const *hashes, const std::uint8_t *const *pieces,
                       std::uint64_t blocks, std::size_t count)
    {
        append_blocks(states_of<Sha256>(hashes, count).data(), pieces, blocks, count,
                      active_table<Workload::sha256>());
    }
    Sha256() { hashlane_sha256_init(&context); }
    void update(std::span<const std::uint8_t> piece, machine::ThreadPool * /*pool*/) override
    {
        hashlane_sha256_update(&context, piece.data(), piece.size());
    }
    void finish(std::uint8_t *digest) override { hashlane_sha256_final(&context, digest); }
    hashlane_sha256_context *state() { return &context; }

    hashlane_sha256_context context;
};

// For functions whose output has any length.
template <class State, auto absorb, auto squeeze, std::size_t output_bytes>
struct Sponge : MessageHash {
    static constexpr hashlane_work work = HASHLANE_WORK_KECCAK;
    static constexpr std::size_t digest_bytes = output_bytes;

    void update(std::span<const std::uint8_t> piece, machine::ThreadPool * /*pool*/) override
    {
        absorb(&hash, piece.data(), piece.size());
    }
    void finish(std::uint8_t *digest) override { squeeze(&hash, digest, output_bytes); }

    State hash;
};

template <class Hash, unsigned rounds>
void absorb_blocks(MessageHash *const *hashes, const std::uint8_t *const *pieces,
                   std::uint64_t blocks, std::size_t count)
{
    sponge_absorb_blocks(active_table<Workload::sha3>(), states_of<Hash>(hashes, count).data(),
                         pieces, Hash::block_bytes, blocks, count, rounds);
}

template <hashlane_sha3_function function, std::size_t rate_bytes, std::size_t output_bytes>
struct Sha3 final
    : Sponge<hashlane_sha3_context, hashlane_sha3_update, hashlane_sha3_squeeze, output_bytes> {
    static constexpr std::size_t block_bytes = rate_bytes;

    static void many(const std::uint8_t *const *messages, const std::size_t *bytes,
                     std::size_t count, std::uint8_t *digests)
    {
        hashlane_sha3_hash_many(function, messages, bytes, count, digests, output_bytes,
                                output_bytes);
    }
    static constexpr auto append = absorb_blocks<Sha3, keccak_f_rounds>;
    Sha3() { hashlane_sha3_init(&this->hash, function); }
    hashlane_sha3_context *state() { return &this->hash; }
};

template <hashlane_turboshake_function function, std::size_t rate_bytes, std::size_t output_bytes>
struct TurboShake final : Sponge<hashlane_turboshake_context, hashlane_turboshake_update,
                                 hashlane_turboshake_squeeze, output_bytes> {
    static constexpr std::size_t block_bytes = rate_bytes;

    static void many(const std::uint8_t *const *messages, const std::size_t *bytes,
                     std::size_t count, std::uint8_t *digests)
    {
        hashlane_turboshake_hash_many(function, HASHLANE_TURBOSHAKE_DOMAIN, messages, bytes, count,
                                      digests, output_bytes, output_bytes);
    }
    static constexpr auto append = absorb_blocks<TurboShake, keccak_p_rounds>;
    TurboShake() { hashlane_turboshake_init(&this->hash, function, HASHLANE_TURBOSHAKE_DOMAIN); }
    hashlane_sha3_context *state() { return &this->hash.sponge; }
};

template <hashlane_kangarootwelve_function function, std::size_t output_bytes>
struct KangarooTwelve final
    : Sponge<hashlane_kangarootwelve_context, hashlane_kangarootwelve_update,
             hashlane_kangarootwelve_squeeze, output_bytes> {
    KangarooTwelve() { hashlane_kangarootwelve_init(&this->hash, function); }
    void update(std::span<const std::uint8_t> piece, machine::ThreadPool *pool) override
    {
        hashlane_kangarootwelve_update_pool(&this->hash, piece.data(), piece.size(),
                                            pool == nullptr ? nullptr : &pool->pool());
    }
};

template <class Hash> std::unique_ptr<MessageHash> start(const BlockTreeForm & /*none*/)
{
    return std::make_unique<Hash>();
}

template <class Hash> constexpr Algorithm in_a_lane(std::string_view name, std::string_view tag)
{
    return {.name = name,
            .tag = tag,
            .digest_bytes = Hash::digest_bytes,
            .start = start<Hash>,
            .work = Hash::work,
            .block_bytes = Hash::block_bytes,
            .hash_many = Hash::many,
            .append_blocks = Hash::append};
}

// The digests of functions whose output has no end are twice as long as their security strength.
constexpr Algorithm all[] = {
    in_a_lane<Sha256>("sha256", "SHA256"),
    in_a_lane<Sha3<HASHLANE_SHA3_224, 144, 28>>("sha3-224", "SHA3-224"),
    in_a_lane<Sha3<HASHLANE_SHA3_256, 136, 32>>("sha3-256", "SHA3-256"),
    in_a_lane<Sha3<HASHLANE_SHA3_384, 104, 48>>("sha3-384", "SHA3-384"),
    in_a_lane<Sha3<HASHLANE_SHA3_512, 72, 64>>("sha3-512", "SHA3-512"),
    in_a_lane<Sha3<HASHLANE_SHAKE128, 168, 32>>("shake128", "SHAKE128"),
    in_a_lane<Sha3<HASHLANE_SHAKE256, 136, 64>>("shake256", "SHAKE256"),
    in_a_lane<Sha3<HASHLANE_KECCAK_256, 136, 32>>("keccak-256", "KECCAK-256"),
    in_a_lane<TurboShake<HASHLANE_TURBOSHAKE128, 168, 32>>("turboshake128", "TurboSHAKE128"),
    in_a_lane<TurboShake<HASHLANE_TURBOSHAKE256, 136, 64>>("turboshake256", "TurboSHAKE256"),
    {"kt128", "KT128", 32, start<KangarooTwelve<HASHLANE_KT128, 32>>},
    {"kt256", "KT256", 64, start<KangarooTwelve<HASHLANE_KT256, 64>>},
    // The limits are those of fsverity and veritysetup.
    {.name = "fsverity",
     .tag = "fs-verity",
     .digest_bytes = HASHLANE_SHA256_BYTES,
     .start = start_fs_verity,
     .limits = {.least_block_bytes = 64, .most_block_bytes = 1 << 30, .most_salt_bytes = 32},
     .prefix = "sha256:"},
    {.name = "dm-verity",
     .tag = "dm-verity",
     .digest_bytes = HASHLANE_SHA256_BYTES,
     .start = start_dm_verity,
     .limits = {.least_block_bytes = 512, .most_block_bytes = 512 << 10, .most_salt_bytes = 256}},
};

} // namespace

std::span<const Algorithm> algorithms() { return all; }

const Algorithm &usual_algorithm() { return all[0]; }

const Algorithm *find_algorithm(std::string_view name)
{
    const auto *const found = std::ranges::find_if(all, [name](const Algorithm &algorithm) {
        return algorithm.name == name || algorithm.tag == name ||
               (!name.empty() && algorithm.prefix == name);
    });
    return found == std::end(all) ? nullptr : found;
}

} // namespace hashlane::sum
