// SPDX-License-Identifier: MIT
//
// A program of its own, since first calls do more than later ones: checks that the library hashes
// without memory to allocate. Exit code 1, with a line that names the call, if it does not.
#include "hashlane/hashlane.h"

#include <cstdio>
#include <cstdlib>
#include <new>

namespace {

const char *call = "nothing";

[[noreturn]] void *refuse()
{
    std::fprintf(stderr, "%s allocates\n", call);
    std::_Exit(1);
}

} // namespace

// The functions that replace the C library's for the library (--wrap).
extern "C" {
void *__wrap_malloc(std::size_t) { refuse(); }
void *__wrap_calloc(std::size_t, std::size_t) { refuse(); }
void *__wrap_realloc(void *, std::size_t) { refuse(); }
}

void *operator new(std::size_t) { refuse(); }
void *operator new[](std::size_t) { refuse(); }
void *operator new(std::size_t, const std::nothrow_t &) noexcept { refuse(); }
void *operator new(std::size_t, std::align_val_t) { refuse(); }
void operator delete(void *) noexcept {}
void operator delete(void *, std::size_t) noexcept {}
void operator delete[](void *) noexcept {}
void operator delete[](void *, std::size_t) noexcept {}

int main()
{
    static uint8_t bytes[64 * 32], digest[2][32];
    static uint64_t states[9 * 25];
    call = "hashlane_sha256_chain";
    hashlane_sha256_chain(bytes, 37, 2);
    call = "hashlane_keccak_chain";
    hashlane_keccak_chain(states, 9, 2);
    hashlane_keccak_chain_start(states, hashlane_keccak_chain_checksum(states));
    call = "hashlane_sha3_update";
    hashlane_sha3_context hash;
    hashlane_sha3_init(&hash, HASHLANE_SHA3_256);
    hashlane_sha3_update(&hash, bytes, sizeof bytes);
    hashlane_sha3_squeeze(&hash, digest[0], sizeof digest[0]);
    call = "hashlane_sha3_hash_equal";
    const uint8_t *const messages[] = {bytes, bytes};
    hashlane_sha3_hash_equal(HASHLANE_SHAKE128, messages, sizeof bytes, 2, digest[0], 32, 32);
    call = "hashlane_sha3_hash_many";
    const size_t lengths[] = {5, sizeof bytes};
    hashlane_sha3_hash_many(HASHLANE_SHAKE128, messages, lengths, 2, digest[0], 32, 32);
    call = "hashlane_turboshake_hash_many";
    hashlane_turboshake_hash_many(HASHLANE_TURBOSHAKE256, HASHLANE_TURBOSHAKE_DOMAIN, messages,
                                  lengths, 2, digest[0], 32, 32);
    call = "hashlane_kangarootwelve_hash";
    static uint8_t leaves[20 * HASHLANE_KANGAROOTWELVE_LEAF_BYTES];
    hashlane_kangarootwelve_hash(HASHLANE_KT128, leaves, sizeof leaves, nullptr, 0, digest[0], 32);
    call = "hashlane_kmac";
    hashlane_kmac(HASHLANE_KMAC256, bytes, 32, nullptr, 0, bytes, sizeof bytes, digest[0], 32);
    const hashlane_status verified = hashlane_kmac_verify(HASHLANE_KMACXOF128, bytes, 32, nullptr,
                                                          0, bytes, sizeof bytes, digest[0], 32);
    if (verified != HASHLANE_WRONG) // it is KMAC256's
        return 1;
    call = "hashlane_tuple_hash";
    const size_t sizes[] = {3, 500};
    hashlane_tuple_hash(HASHLANE_TUPLE_HASH128, nullptr, 0, messages, sizes, 2, digest[0], 32);
    call = "hashlane_parallel_hash";
    hashlane_parallel_hash(HASHLANE_PARALLEL_HASH128, 100, nullptr, 0, bytes, sizeof bytes,
                           digest[0], 32);
    call = "hashlane_kernel_describe";
    hashlane_kernel_info info;
    for (std::size_t i = 0; i < hashlane_kernel_count(); ++i)
        hashlane_kernel_describe(i, &info);
    return 0;
}
