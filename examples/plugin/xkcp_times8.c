/* SPDX-License-Identifier: MIT */
/* Adapter for XKCP's AVX-512 code, eight permutations at once: https://github.com/XKCP/XKCP
 *
 *   git clone https://github.com/XKCP/XKCP
 *   code=XKCP/lib/low/KeccakP-1600-times8/AVX512
 *   cc -O3 -march=native -shared -fPIC -I include -I XKCP/lib/common -I $code -I $code/ua \
 *      examples/plugin/xkcp_times8.c $code/KeccakP-1600-times8-SIMD512.c -o xkcp.so
 */
#include <hashlane/plugin.h>

#include <stddef.h>

#include "KeccakP-1600-times8-SnP.h"

enum { lanes = 8, words = 25 };

static void absorb(uint64_t *states, const uint8_t *const *blocks, uint64_t rate_bytes,
                   uint64_t count, unsigned rounds)
{
    (void)rounds; /* 24 */
    KeccakP1600times8_states own;
    KeccakP1600times8_InitializeAll(&own);
    KeccakP1600times8_AddLanesAll(&own, (const uint8_t *)states, words, words);
    for (uint64_t block = 0; block < count; ++block) {
        for (unsigned lane = 0; lane < lanes && rate_bytes != 0; ++lane)
            KeccakP1600times8_AddBytes(&own, lane, blocks[lane] + block * rate_bytes, 0,
                                       (unsigned)rate_bytes);
        KeccakP1600times8_PermuteAll_24rounds(&own);
    }
    KeccakP1600times8_ExtractLanesAll(&own, (uint8_t *)states, words, words);
}

static int supported(void) { return __builtin_cpu_supports("avx512vl"); }

const hashlane_plugin hashlane_plugin_entry = {.version = HASHLANE_PLUGIN_VERSION,
                                               .workload = HASHLANE_PLUGIN_SHA3,
                                               .name = "xkcp-avx512",
                                               .lanes = lanes,
                                               .sha3 = absorb,
                                               .supported = supported};
