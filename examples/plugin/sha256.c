/* SPDX-License-Identifier: MIT */
/* A chain of SHA-256 in C: FIPS 180-4, sections 5.3.3 and 6.2.2.
 *
 *   cc -O2 -shared -fPIC -I include examples/plugin/sha256.c -o sha256.so
 *   hashlane run --plugin ./sha256.so --filter sha256-chain
 */
#include <hashlane/plugin.h>

static uint32_t right(uint32_t x, int n) { return x >> n | x << (32 - n); }

static const uint32_t k[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static void chain(uint8_t *digest, uint64_t iterations)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    for (; iterations != 0; --iterations) {
        uint32_t w[64] = {[8] = 0x80000000, [15] = 256}, s[8];
        for (int i = 0; i < 8; ++i) {
            const uint8_t *d = digest + 4 * i;
            w[i] = (uint32_t)d[0] << 24 | (uint32_t)d[1] << 16 | (uint32_t)d[2] << 8 | d[3];
            s[i] = start[i];
        }
        for (int t = 16; t < 64; ++t)
            w[t] = w[t - 16] + w[t - 7] +
                   (right(w[t - 15], 7) ^ right(w[t - 15], 18) ^ w[t - 15] >> 3) +
                   (right(w[t - 2], 17) ^ right(w[t - 2], 19) ^ w[t - 2] >> 10);
        for (int t = 0; t < 64; ++t) {
            uint32_t one = s[7] + (right(s[4], 6) ^ right(s[4], 11) ^ right(s[4], 25)) +
                           ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[t] + w[t];
            uint32_t two = (right(s[0], 2) ^ right(s[0], 13) ^ right(s[0], 22)) +
                           ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
            for (int i = 7; i > 0; --i)
                s[i] = s[i - 1];
            s[4] += one;
            s[0] = one + two;
        }
        for (int i = 0; i < 32; ++i)
            digest[i] = (uint8_t)((s[i / 4] + start[i / 4]) >> (24 - 8 * (i % 4)));
    }
}

const hashlane_plugin hashlane_plugin_entry = {.version = HASHLANE_PLUGIN_VERSION,
                                               .workload = HASHLANE_PLUGIN_SHA256_CHAIN,
                                               .name = "example-c",
                                               .lanes = 1,
                                               .sha256_chain = chain};
