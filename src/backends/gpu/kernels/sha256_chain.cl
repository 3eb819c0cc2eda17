// SPDX-License-Identifier: MIT
//
// SHA-256 chain, one lane a work item, in the language that portable.h makes of OpenCL C and CUDA.
//
// Contract: src/lib/sha256/kernels.h's, with the lanes and iterations of this launch as arguments; work
// items beyond the last lane do nothing.
// Idea: throughput from many lanes in flight. The digest stays in eight registers between
// iterations and the schedule in sixteen, each a variable of an array that constants alone index
// once the loops are unrolled, so that the compiler folds the padding and the round constants.
// docs/internals/gpu.md counts what is left.
// Source: NIST FIPS 180-4, August 2015.

// 5.3.3.
CONSTANT u32 initial_hash[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

// 4.2.2.
CONSTANT u32 round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

// 4.1.2, with right rotations as left ones.
DEVICE u32 big_sigma0(u32 x) { return rotl(x, 30) ^ rotl(x, 19) ^ rotl(x, 10); }
DEVICE u32 big_sigma1(u32 x) { return rotl(x, 26) ^ rotl(x, 21) ^ rotl(x, 7); }
DEVICE u32 small_sigma0(u32 x) { return rotl(x, 25) ^ rotl(x, 14) ^ x >> 3; }
DEVICE u32 small_sigma1(u32 x) { return rotl(x, 15) ^ rotl(x, 13) ^ x >> 10; }
DEVICE u32 choose(u32 x, u32 y, u32 z) { return z ^ (x & (y ^ z)); }
DEVICE u32 majority(u32 x, u32 y, u32 z) { return (x & y) | (z & (x | y)); }

// Additions are a * 1 + b (unknown_one() of portable.h), with the 1 from one of two places: a register
// that is read again every few rounds or, on architectures where the compiler keeps it there
// (chain.cpp), constant memory by way of a uniform register. Then an addition reads one register less,
// and lanes that fill the device wait for registers' ports. That takes some words: the compiler keeps
// one or two in registers of lanes, and loads 64.
#ifdef UNIFORM_FACTOR
#define FACTORS 32
__constant__ u32 factors[FACTORS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
                                     1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
#endif

DEVICE u32 add(u32 a, u32 one, u32 b)
{
#if defined(UNIFORM_FACTOR) && defined(__CUDA_ARCH__)
    u32 sum;
    asm("mad.lo.u32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(one), "r"(b));
    return sum;
#else
    return a * one + b;
#endif
}

// The first terms of a round's sum: those that are known first. With a uniform factor the constant
// goes to the schedule's word, which no round waits for.
DEVICE u32 add_constant(u32 h, u32 word, u32 k, u32 one)
{
#ifdef UNIFORM_FACTOR
    return add(h, one, word + k);
#else
    return add(add(h, one, k), one, word);
#endif
}

// Replaces the digest by its SHA-256.
DEVICE void hash_digest(u32 *digest)
{
    u32 one = 1;
    u32 w[16];
    u32 s[8];
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        w[i] = digest[i];
        w[i + 8] = 0;
        s[i] = initial_hash[i];
    }
    w[8] = 0x80000000; // 5.1.1: the padding bit, and the length of 256 bits
    w[15] = 256;
#pragma unroll
    for (int t = 0; t < 64; ++t) {
#ifdef UNIFORM_FACTOR
        one = factors[t % FACTORS];
#else
        if (t % 4 == 0) // in one register for all, it shares a bank with two that an instruction reads
            one = unknown_one();
#endif
        if (t >= 16)
            w[t % 16] = add(add(add(w[t % 16], one, w[(t + 9) % 16]), one,
                                small_sigma0(w[(t + 1) % 16])), one, small_sigma1(w[(t + 14) % 16]));
        const u32 t1 = add(add(add_constant(s[7], w[t % 16], round_constant[t], one), one,
                               choose(s[4], s[5], s[6])), one, big_sigma1(s[4]));
        const u32 t2 = add(majority(s[0], s[1], s[2]), one, big_sigma0(s[0]));
#pragma unroll
        for (int i = 7; i > 0; --i)
            s[i] = s[i - 1];
        s[4] = add(s[4], one, t1);
        s[0] = add(t2, one, t1);
    }
#pragma unroll
    for (int i = 0; i < 8; ++i)
        digest[i] = add(s[i], one, initial_hash[i]);
}

KERNEL void sha256_chain(GLOBAL u8 *digests, u32 lanes, u32 iterations)
{
    if (LANE >= lanes)
        return;
    GLOBAL u8 *bytes = digests + 32 * LANE;
    u32 digest[8];
#pragma unroll
    for (int i = 0; i < 8; ++i)
        digest[i] = (u32)bytes[4 * i] << 24 | (u32)bytes[4 * i + 1] << 16 |
                    (u32)bytes[4 * i + 2] << 8 | bytes[4 * i + 3];
    for (; iterations != 0; --iterations)
        hash_digest(digest);
#pragma unroll
    for (int i = 0; i < 8; ++i) {
        bytes[4 * i] = (u8)(digest[i] >> 24);
        bytes[4 * i + 1] = (u8)(digest[i] >> 16);
        bytes[4 * i + 2] = (u8)(digest[i] >> 8);
        bytes[4 * i + 3] = (u8)digest[i];
    }
}
