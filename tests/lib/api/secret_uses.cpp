// SPDX-License-Identifier: MIT
//
// To add a function of the library, add a line here or in secret_uses_of_messages.cpp:
// tools/test_secrets fails until every function of include/hashlane/ is in one of the two tables.
#include "secrets.h"

#include "hashlane/hashlane.h"

#include <algorithm>
#include <array>

namespace hashlane::test {
namespace {

using Secret = const std::uint8_t *;
using Output = std::uint8_t *;

// More messages than any kernel has lanes, and not a multiple of it.
constexpr std::size_t messages = 19;

void sha256_chain(Secret secret, Output output)
{
    for (const std::size_t lanes : {1U, 2U, 3U, 37U}) {
        std::copy_n(secret, lanes * 32, output);
        hashlane_sha256_chain(output, lanes, 2);
        output += lanes * 32;
    }
}

void chain_with_salt_and_mixins(Secret secret, Output output)
{
    std::copy_n(secret, 32, output);
    hashlane_sha256_mix(output, secret + 32);
    hashlane_chain_create(output, secret + 64, 3, 2, output + 32);
    hashlane_chain_create(output, nullptr, 3, 2, output + 96);
    std::array<hashlane_chain_stream, 5> streams;
    std::array<hashlane_chain_stream *, 5> pointers;
    for (std::size_t i = 0; i < streams.size(); ++i) {
        pointers[i] = &streams[i];
        hashlane_chain_init(&streams[i], secret + 96 + i, i == 2 ? secret + 200 : nullptr);
        hashlane_chain_advance(&streams[i], 2);
        hashlane_chain_mix(&streams[i], secret + 300 + i);
    }
    hashlane_chain_advance_many(pointers.data(), pointers.size(), 3);
    for (std::size_t i = 0; i < streams.size(); ++i)
        hashlane_chain_checkpoint(&streams[i], output + 160 + 32 * i);
}

void keccak_chain(Secret secret, Output output)
{
    std::array<std::uint64_t, messages * 25> states;
    std::copy_n(secret, sizeof states, reinterpret_cast<std::uint8_t *>(states.data()));
    hashlane_keccak_chain(states.data(), messages, 2);
    hashlane_keccak_chain(states.data(), 1, 2);
    std::array<std::uint64_t, 26> more;
    std::uint64_t key = 0;
    std::copy_n(secret, sizeof key, reinterpret_cast<std::uint8_t *>(&key));
    hashlane_keccak_chain_start(more.data(), key);
    more[25] = hashlane_keccak_chain_checksum(states.data());
    std::copy_n(reinterpret_cast<const std::uint8_t *>(states.data()), sizeof states, output);
    std::copy_n(reinterpret_cast<const std::uint8_t *>(more.data()), sizeof more,
                output + sizeof states);
}

void sha3(Secret secret, Output output)
{
    for (int i = HASHLANE_SHA3_224; i <= HASHLANE_SHAKE256; ++i) {
        const auto function = static_cast<hashlane_sha3_function>(i);
        hashlane_sha3_context hash;
        hashlane_sha3_init(&hash, function);
        hashlane_sha3_update(&hash, secret + 1, 301);
        hashlane_sha3_update(&hash, secret + 3, 77);
        hashlane_sha3_squeeze(&hash, output, 10);
        hashlane_sha3_squeeze(&hash, output + 10, 290);
        const std::size_t digest = hashlane_sha3_digest_bytes(function);
        hashlane_sha3_hash(function, secret + 5, 411, output + 300, digest != 0 ? digest : 50);
        output += 364;
    }
    hashlane_sha3_256(secret, 55, output);
    hashlane_keccak_256(secret + 9, 300, output + 32);
}

void sha3_many(Secret secret, Output output)
{
    std::array<const std::uint8_t *, messages> from;
    for (std::size_t i = 0; i < messages; ++i)
        from[i] = secret + 401 * i;
    hashlane_sha3_hash_equal(HASHLANE_SHAKE128, from.data(), 401, messages, output, 200, 200);
}

void cshake(Secret secret, Output output)
{
    hashlane_cshake_context hash;
    hashlane_cshake_init(&hash, HASHLANE_CSHAKE128, secret, 3, secret + 3, 40);
    hashlane_cshake_update(&hash, secret + 50, 333);
    hashlane_cshake_squeeze(&hash, output, 200);
    hashlane_cshake_hash(HASHLANE_CSHAKE256, secret, 3, secret + 3, 40, secret + 50, 500,
                         output + 200, 300);
}

void kmac(Secret secret, Output output)
{
    for (int i = HASHLANE_KMAC128; i <= HASHLANE_KMACXOF256; ++i) {
        const auto function = static_cast<hashlane_kmac_function>(i);
        hashlane_kmac_context mac;
        hashlane_kmac_init(&mac, function, secret, 33, secret + 40, 10);
        hashlane_kmac_update(&mac, secret + 50, 444);
        hashlane_kmac_context fork = mac;
        if (function >= HASHLANE_KMACXOF128)
            hashlane_kmac_squeeze(&fork, output, 100);
        hashlane_kmac_final(&mac, output + 100, 64);
        hashlane_kmac(function, secret, 33, secret + 40, 10, secret + 50, 444, output + 164, 64);
        output += 228;
    }
}

// The result of verifying a MAC becomes known, but by the status alone.
void kmac_verify(Secret secret, Output output)
{
    std::array<std::uint8_t, 64> mac;
    hashlane_kmac(HASHLANE_KMAC256, secret, 32, nullptr, 0, secret + 32, 200, mac.data(),
                  mac.size());
    for (int i = 0; i < 2; ++i) {
        hashlane_kmac_context context;
        hashlane_kmac_init(&context, HASHLANE_KMAC256, secret, 32, nullptr, 0);
        hashlane_kmac_update(&context, secret + 32, 200);
        output[0] = static_cast<std::uint8_t>(hashlane_kmac_verify(
            HASHLANE_KMAC256, secret, 32, nullptr, 0, secret + 32, 200, mac.data(), 64));
        output[1] =
            static_cast<std::uint8_t>(hashlane_kmac_final_verify(&context, mac.data(), mac.size()));
        output += 2;
        mac[17] ^= secret[5]; // which is not zero
    }
}

void tuple_hash(Secret secret, Output output)
{
    for (int i = HASHLANE_TUPLE_HASH128; i <= HASHLANE_TUPLE_HASH_XOF256; ++i) {
        const auto function = static_cast<hashlane_tuple_hash_function>(i);
        hashlane_tuple_hash_context hash;
        hashlane_tuple_hash_init(&hash, function, secret, 9);
        hashlane_tuple_hash_element(&hash, secret + 9, 300);
        hashlane_tuple_hash_element(&hash, secret + 400, 20);
        hashlane_tuple_hash_context fork = hash;
        if (function >= HASHLANE_TUPLE_HASH_XOF128)
            hashlane_tuple_hash_squeeze(&fork, output, 100);
        hashlane_tuple_hash_final(&hash, output + 100, 32);
        const std::uint8_t *const elements[] = {secret, secret + 1000};
        const std::size_t bytes[] = {100, 200};
        hashlane_tuple_hash(function, secret, 9, elements, bytes, 2, output + 132, 32);
        output += 164;
    }
}

void parallel_hash(Secret secret, Output output)
{
    for (int i = HASHLANE_PARALLEL_HASH128; i <= HASHLANE_PARALLEL_HASH_XOF256; ++i) {
        const auto function = static_cast<hashlane_parallel_hash_function>(i);
        hashlane_parallel_hash_context hash;
        hashlane_parallel_hash_init(&hash, function, 200, secret, 9);
        hashlane_parallel_hash_update(&hash, secret + 9, 130);
        hashlane_parallel_hash_update_pool(&hash, secret + 139, 200 * messages, nullptr);
        hashlane_parallel_hash_context fork = hash;
        if (function >= HASHLANE_PARALLEL_HASH_XOF128)
            hashlane_parallel_hash_squeeze(&fork, output, 100);
        hashlane_parallel_hash_final(&hash, output + 100, 32);
        hashlane_parallel_hash_pool(function, 100, secret, 9, secret + 9, 1950, output + 132, 32,
                                    nullptr);
        output += 164;
    }
}

void wipe(Secret secret, Output output)
{
    std::copy_n(secret, 100, output);
    hashlane_wipe(output + 10, 80);
}

constexpr SecretUse uses[] = {
    {"hashlane_sha256_chain", Workload::sha256_chain, sha256_chain},
    {"hashlane_sha256_mix hashlane_chain_create hashlane_chain_init hashlane_chain_advance "
     "hashlane_chain_mix hashlane_chain_advance_many hashlane_chain_checkpoint",
     Workload::sha256_chain, chain_with_salt_and_mixins},
    {"hashlane_keccak_chain hashlane_keccak_chain_start hashlane_keccak_chain_checksum",
     Workload::keccak_chain, keccak_chain},
    {"hashlane_sha3_init hashlane_sha3_update hashlane_sha3_squeeze hashlane_sha3_hash "
     "hashlane_sha3_256 hashlane_keccak_256",
     Workload::sha3, sha3},
    {"hashlane_sha3_hash_equal", Workload::sha3, sha3_many},
    {"hashlane_cshake_init hashlane_cshake_update hashlane_cshake_squeeze hashlane_cshake_hash",
     Workload::sha3, cshake},
    {"hashlane_kmac_init hashlane_kmac_update hashlane_kmac_final hashlane_kmac_squeeze "
     "hashlane_kmac",
     Workload::sha3, kmac},
    {"hashlane_kmac_verify hashlane_kmac_final_verify", Workload::sha3, kmac_verify},
    {"hashlane_tuple_hash_init hashlane_tuple_hash_element hashlane_tuple_hash_final "
     "hashlane_tuple_hash_squeeze hashlane_tuple_hash",
     Workload::sha3, tuple_hash},
    {"hashlane_parallel_hash_init hashlane_parallel_hash_update hashlane_parallel_hash_update_pool "
     "hashlane_parallel_hash_final "
     "hashlane_parallel_hash_squeeze hashlane_parallel_hash hashlane_parallel_hash_pool",
     Workload::sha3, parallel_hash},
    {"hashlane_wipe", Workload::sha3, wipe},
};

constexpr NoSecret without[] = {
    {"hashlane_version hashlane_version_number hashlane_size_of hashlane_status_text "
     "hashlane_kernel_count hashlane_kernel_describe "
     "hashlane_tuning_load hashlane_lanes "
     "hashlane_sha3_digest_bytes hashlane_merkle_nodes hashlane_pool_start hashlane_pool_stop",
     "they get no bytes to hash"},
    {"hashlane_merkle_proof hashlane_merkle_verify",
     "proofs are public: verification ends where a digest is wrong"},
    {"hashlane_chain_verify hashlane_chain_verify_pool",
     "proofs are public: verification ends where a segment is wrong"},
};

} // namespace

std::span<const SecretUse> secret_uses() { return uses; }

std::vector<SecretUse> all_secret_uses()
{
    std::vector<SecretUse> all(std::begin(uses), std::end(uses));
    const auto more = secret_uses_of_messages();
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

std::span<const NoSecret> functions_without_secrets() { return without; }

} // namespace hashlane::test
