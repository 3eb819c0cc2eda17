/* SPDX-License-Identifier: MIT */
/*
 * hashlane's SHA-3 and SHAKE under the names that mlkem-native (ML-KEM, FIPS 203) asks of a FIPS
 * 202 of one's own. Compile mlkem-native with
 *
 *     -DMLK_CONFIG_FIPS202_CUSTOM_HEADER='<hashlane/mlkem_native.h>'
 *     -DMLK_CONFIG_FIPS202X4_CUSTOM_HEADER='<hashlane/mlkem_native.h>'
 *
 * and without its src/fips202/. docs/library/c.md has the commands.
 */
#ifndef HASHLANE_MLKEM_NATIVE_H
#define HASHLANE_MLKEM_NATIVE_H

#include "fips202x4.h"
#include "sha3.h"
#include "wipe.h"

#define SHAKE128_RATE HASHLANE_SHAKE128_RATE_BYTES
#define SHAKE256_RATE HASHLANE_SHAKE256_RATE_BYTES
#define SHA3_256_HASHBYTES 32
#define SHA3_512_HASHBYTES 64

/* ---- One message ---- */

typedef hashlane_sha3_context mlk_shake128ctx;

static inline void mlk_shake128_init(mlk_shake128ctx *state)
{
    (void)hashlane_sha3_init(state, HASHLANE_SHAKE128);
}
static inline void mlk_shake128_absorb_once(mlk_shake128ctx *state, const uint8_t *input,
                                            size_t inlen)
{
    mlk_shake128_init(state);
    (void)hashlane_sha3_absorb(state, input, inlen);
}
static inline void mlk_shake128_squeezeblocks(uint8_t *output, size_t nblocks,
                                              mlk_shake128ctx *state)
{
    hashlane_sha3_squeeze(state, output, nblocks * SHAKE128_RATE);
}
static inline void mlk_shake128_release(mlk_shake128ctx *state)
{
    hashlane_wipe(state, sizeof *state);
}
static inline void mlk_shake256(uint8_t *output, size_t outlen, const uint8_t *input, size_t inlen)
{
    (void)hashlane_sha3_hash(HASHLANE_SHAKE256, input, inlen, output, outlen);
}
static inline void mlk_sha3_256(uint8_t *output, const uint8_t *input, size_t inlen)
{
    (void)hashlane_sha3_hash(HASHLANE_SHA3_256, input, inlen, output, SHA3_256_HASHBYTES);
}
static inline void mlk_sha3_512(uint8_t *output, const uint8_t *input, size_t inlen)
{
    (void)hashlane_sha3_hash(HASHLANE_SHA3_512, input, inlen, output, SHA3_512_HASHBYTES);
}

/* ---- Four messages ---- */

#define mlk_shake128x4ctx hashlane_shake128x4_context
#define mlk_shake128x4_init hashlane_shake128x4_init
#define mlk_shake128x4_absorb_once hashlane_shake128x4_absorb_once
#define mlk_shake128x4_squeezeblocks hashlane_shake128x4_squeezeblocks
#define mlk_shake128x4_release hashlane_shake128x4_release
#define mlk_shake256x4 hashlane_shake256x4

#endif
