// SPDX-License-Identifier: MIT
//
// hashtree: nodes of 64 bytes, and nothing else. HASHTREE_CODE names one of its functions; without
// it hashtree chooses, as its users have it.
#include "peer.h"

#if defined(HASHTREE_CODE)
extern "C" void HASHTREE_CODE(unsigned char *digests, const unsigned char *nodes,
                              std::uint64_t count);
const char *peer_implementation() { return PEER_IMPLEMENTATION; }
#else
#include <cpuid.h>
#define HASHTREE_CODE hashtree_hash
extern "C" void hashtree_hash(unsigned char *digests, const unsigned char *nodes,
                              std::uint64_t count);

// The rule of hashtree_detect() in its hashtree.c, which tells nobody what it chose.
const char *peer_implementation()
{
    unsigned a = 0, b = 0, c = 0, d = 0;
    __get_cpuid_count(7, 0, &a, &b, &c, &d);
    if ((b & bit_SHA) != 0)
        return "its own choice: SHA-NI, 2 lanes";
    if ((b & bit_AVX512F) != 0 && (b & bit_AVX512VL) != 0)
        return "its own choice: AVX-512, 16 lanes";
    return (b & bit_AVX2) != 0 ? "its own choice: AVX2, 8 lanes" : "its own choice";
}
#endif

void peer_sha256_nodes(const std::uint8_t *nodes, std::size_t, std::size_t count,
                       std::uint8_t *digests, std::size_t)
{
    HASHTREE_CODE(digests, nodes, count);
}
