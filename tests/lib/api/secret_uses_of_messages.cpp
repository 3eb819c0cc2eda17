// SPDX-License-Identifier: MIT
//
// Of sha256.h, keccak.h, turboshake.h, kangarootwelve.h and fips202x4.h.
#include "secrets.h"

#include "hashlane/hashlane.h"

#include "hashlane/fips202x4.h"

#include <algorithm>
#include <array>

namespace hashlane::test {
namespace {

using Secret = const std::uint8_t *;
using Output = std::uint8_t *;

// More messages than any kernel has lanes, and not a multiple of it.
constexpr std::size_t messages = 37;

// Messages of 0 to 396 bytes: lengths are no secrets.
struct Unequal {
    explicit Unequal(Secret secret)
    {
        for (std::size_t i = 0; i < messages; ++i) {
            from[i] = secret + 401 * i;
            bytes[i] = 11 * i;
        }
    }
    std::array<const std::uint8_t *, messages> from;
    std::array<std::size_t, messages> bytes;
};

void run_in_turn(void * /*context*/, void (*work)(void *argument, std::size_t index),
                 void *argument, std::size_t count)
{
    for (std::size_t i = 0; i < count; ++i)
        work(argument, i);
}

constexpr hashlane_pool pool = {run_in_turn, nullptr, 2, {}};

void sha256(Secret secret, Output output)
{
    hashlane_sha256(secret + 1, 300, output);
    hashlane_sha256_context context;
    hashlane_sha256_init(&context);
    hashlane_sha256_update(&context, secret + 3, 70);
    hashlane_sha256_update(&context, secret + 100, 200);
    hashlane_sha256_final(&context, output + 32);
    const Unequal unequal(secret);
    hashlane_sha256_many_pool(unequal.from.data(), unequal.bytes.data(), messages, output + 64,
                              &pool);
    hashlane_sha256_seed seed;
    hashlane_sha256_seed_init(&seed, secret, 128);
    hashlane_sha256_seeded_many_pool(&seed, unequal.from.data(), unequal.bytes.data(), messages,
                                     output + 64 + 32 * messages, &pool);
}

// Parts of 1, 64 and 100 bytes: borders in the middle of blocks.
void columns(Secret secret, Output output)
{
    const std::array<hashlane_column, 3> parts = {
        {{secret, 0, 1}, {secret + 1, 64, 64}, {secret + 3000, 101, 100}}};
    hashlane_sha256_columns(parts.data(), parts.size(), messages, output, 32);
    hashlane_sha3_hash_columns(HASHLANE_SHA3_256, parts.data(), parts.size(), messages,
                               output + 32 * messages, 32, 32);
}

void sha256_compress(Secret secret, Output output)
{
    const Unequal unequal(secret);
    std::copy_n(secret + 5, 32 * messages, output);
    hashlane_sha256_compress_equal(unequal.from.data(), 2, messages, output);
    hashlane_sha256d_many_pool(unequal.from.data(), unequal.bytes.data(), messages,
                               output + 32 * messages, &pool);
}

void sha256d_nodes(Secret secret, Output output)
{
    hashlane_sha256d_nodes(secret + 1, messages, output);
}

void sha256_trees(Secret secret, Output output)
{
    hashlane_sha256_nodes_pool(secret + 1, messages, output, &pool);
    output += 32 * messages;
    std::array<std::uint8_t, (messages + 1) / 2 * 32> scratch;
    const hashlane_merkle_tree tree = {HASHLANE_MERKLE_PLAIN, 0, messages};
    hashlane_merkle_root_pool(&tree, secret, scratch.data(), output, &pool);
    hashlane_merkle_levels_pool(&tree, secret, output + 32, &pool);
}

// The leaves are secret; the shape of the tree is not.
void merkle(Secret secret, Output output)
{
    const Unequal unequal(secret);
    hashlane_merkle_rfc9162_leaves_pool(unequal.from.data(), unequal.bytes.data(), messages, output,
                                        &pool);
    output += 32 * messages;
    for (const hashlane_merkle_tree tree : {hashlane_merkle_tree{HASHLANE_MERKLE_RFC9162, 0, 21},
                                            hashlane_merkle_tree{HASHLANE_MERKLE_BITCOIN, 0, 21},
                                            hashlane_merkle_tree{HASHLANE_MERKLE_SSZ, 7, 21}}) {
        std::array<std::uint8_t, 21 * 32> leaves;
        std::copy_n(secret, leaves.size(), leaves.data());
        hashlane_merkle_levels(&tree, leaves.data(), output);
        hashlane_merkle_update(&tree, 20, secret + 1000, leaves.data(), output);
        output += 32 * hashlane_merkle_nodes(&tree);
        hashlane_merkle_root(&tree, leaves.data(), leaves.data(), output);
        output += 32;
    }
}

void keccak_trees(Secret secret, Output output)
{
    std::array<std::uint8_t, (messages + 1) / 2 * 32> scratch;
    for (const auto kind : {HASHLANE_MERKLE_KECCAK_256, HASHLANE_MERKLE_KECCAK_256_SORTED}) {
        const hashlane_merkle_tree tree = {kind, 0, messages};
        hashlane_merkle_root(&tree, secret, scratch.data(), output);
        output += 32;
    }
}

void sha256_salted(Secret secret, Output output)
{
    std::copy_n(secret, 32 * messages, output);
    hashlane_sha256_salted(output, secret + 32 * messages, messages, 2);
    hashlane_sha256_salted(output, secret, 1, 2);
    output += 32 * messages;
    std::copy_n(secret, 32, output);
    hashlane_chain_create(output, secret + 64, 3, 2, output + 32);
    hashlane_sha256_mix(output, secret + 32);
}

void permutations(Secret secret, Output output)
{
    std::array<std::uint64_t, messages * 25> states;
    std::copy_n(secret, sizeof states, reinterpret_cast<std::uint8_t *>(states.data()));
    hashlane_keccak_f1600(states.data(), messages);
    hashlane_keccak_p1600_12(states.data(), messages);
    hashlane_keccak_f1600_interleaved(states.data(), messages);
    hashlane_keccak_p1600_12_interleaved(states.data(), messages);
    std::copy_n(reinterpret_cast<const std::uint8_t *>(states.data()), sizeof states, output);
}

void sha3_unequal(Secret secret, Output output)
{
    const Unequal unequal(secret);
    hashlane_sha3_hash_many_pool(HASHLANE_SHAKE128, unequal.from.data(), unequal.bytes.data(),
                                 messages, output, 200, 200, &pool);
    hashlane_sha3_hash_equal_pool(HASHLANE_SHAKE128, unequal.from.data(), 170, messages, output,
                                  200, 200, &pool);
}

void turboshake(Secret secret, Output output)
{
    hashlane_turboshake_context hash;
    hashlane_turboshake_init(&hash, HASHLANE_TURBOSHAKE256, HASHLANE_TURBOSHAKE_DOMAIN);
    hashlane_turboshake_update(&hash, secret + 1, 301);
    hashlane_turboshake_squeeze(&hash, output, 300);
    hashlane_turboshake_hash(HASHLANE_TURBOSHAKE128, 1, secret, 500, output + 300, 200);
    const Unequal unequal(secret);
    hashlane_turboshake_hash_many_pool(HASHLANE_TURBOSHAKE128, HASHLANE_TURBOSHAKE_DOMAIN,
                                       unequal.from.data(), unequal.bytes.data(), messages,
                                       output + 500, 40, 40, &pool);
}

// The secret several times over: a tree has leaves of 8192 bytes.
void kangarootwelve(Secret secret, Output output)
{
    for (const auto function : {HASHLANE_KT128, HASHLANE_KT256}) {
        hashlane_kangarootwelve_context hash;
        hashlane_kangarootwelve_init(&hash, function);
        hashlane_kangarootwelve_update(&hash, secret + 1, 16000);
        for (int i = 0; i < 12; ++i)
            hashlane_kangarootwelve_update_pool(&hash, secret, most_secret_bytes, &pool);
        hashlane_kangarootwelve_customize(&hash, secret + 9, 40);
        hashlane_kangarootwelve_squeeze(&hash, output, 100);
        hashlane_kangarootwelve_hash(function, secret, most_secret_bytes, secret + 5, 20,
                                     output + 100, 64);
        output += 164;
    }
}

void shake_x4(Secret secret, Output output)
{
    const auto in = [secret](std::size_t i) { return secret + 400 * i; };
    const auto out = [output](std::size_t i) { return output + 1000 * i; };
    hashlane_shake128x4_context shake128;
    hashlane_shake128x4_init(&shake128);
    hashlane_shake128x4_absorb_once(&shake128, in(0), in(1), in(2), in(3), 340);
    hashlane_shake128x4_squeezeblocks(&shake128, out(0), out(1), out(2), out(3), 2);
    hashlane_shake128x4_release(&shake128);
    hashlane_shake256x4_context shake256;
    hashlane_shake256x4_init(&shake256);
    hashlane_shake256x4_absorb_once(&shake256, in(4), in(5), in(6), in(7), 33);
    hashlane_shake256x4_squeezeblocks(&shake256, out(4), out(5), out(6), out(7), 3);
    hashlane_shake256x4_release(&shake256);
    hashlane_shake256x4(in(8), in(9), in(10), in(11), 33, out(8), out(9), out(10), out(11), 200);
}

constexpr SecretUse uses[] = {
    {"hashlane_sha256 hashlane_sha256_init hashlane_sha256_update hashlane_sha256_final "
     "hashlane_sha256_many hashlane_sha256_many_pool hashlane_sha256_seed_init "
     "hashlane_sha256_seeded_many hashlane_sha256_seeded_many_pool",
     Workload::sha256, sha256},
    {"hashlane_sha256_columns", Workload::sha256, columns},
    {"hashlane_sha3_hash_columns", Workload::sha3, columns},
    {"hashlane_sha256_compress_equal hashlane_sha256d_many hashlane_sha256d_many_pool",
     Workload::sha256, sha256_compress},
    {"hashlane_sha256d_nodes", Workload::sha256_nodes, sha256d_nodes},
    {"hashlane_sha256_nodes hashlane_sha256_nodes_pool hashlane_merkle_root_pool "
     "hashlane_merkle_levels_pool",
     Workload::sha256_nodes, sha256_trees},
    {"hashlane_merkle_rfc9162_leaves hashlane_merkle_rfc9162_leaves_pool hashlane_merkle_levels "
     "hashlane_merkle_update "
     "hashlane_merkle_root",
     Workload::sha256, merkle},
    {"hashlane_merkle_root", Workload::sha3, keccak_trees},
    {"hashlane_sha256_salted", Workload::sha256_salted, sha256_salted},
    {"hashlane_keccak_f1600 hashlane_keccak_p1600_12 hashlane_keccak_f1600_interleaved "
     "hashlane_keccak_p1600_12_interleaved",
     Workload::sha3, permutations},
    {"hashlane_sha3_hash_many hashlane_sha3_hash_many_pool hashlane_sha3_hash_equal_pool",
     Workload::sha3, sha3_unequal},
    {"hashlane_turboshake_init hashlane_turboshake_update hashlane_turboshake_squeeze "
     "hashlane_turboshake_hash hashlane_turboshake_hash_many "
     "hashlane_turboshake_hash_many_pool",
     Workload::sha3, turboshake},
    {"hashlane_kangarootwelve_init hashlane_kangarootwelve_update "
     "hashlane_kangarootwelve_update_pool hashlane_kangarootwelve_customize "
     "hashlane_kangarootwelve_squeeze hashlane_kangarootwelve_hash "
     "hashlane_kangarootwelve_hash_pool",
     Workload::sha3, kangarootwelve},
    {"hashlane_shake128x4_init hashlane_shake128x4_absorb_once hashlane_shake128x4_squeezeblocks "
     "hashlane_shake128x4_release hashlane_shake256x4_init hashlane_shake256x4_absorb_once "
     "hashlane_shake256x4_squeezeblocks hashlane_shake256x4_release hashlane_shake256x4",
     Workload::sha3, shake_x4},
};

} // namespace

std::span<const SecretUse> secret_uses_of_messages() { return uses; }

} // namespace hashlane::test
