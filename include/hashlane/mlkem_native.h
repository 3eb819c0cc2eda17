/* SPDX-License-Identifier: MIT */
/*
 * hashlane's SHA-3 and SHAKE with the names of mlkem-native (ML-KEM, FIPS 203), which accepts a
 * FIPS 202 implementation of the caller's. Compile mlkem-native without its src/fips202/ and with
 *
 *     -DMLK_CONFIG_FIPS202_CUSTOM_HEADER='<hashlane/mlkem_native.h>'
 *     -DMLK_CONFIG_FIPS202X4_CUSTOM_HEADER='<hashlane/mlkem_native.h>'
 *
 * docs/library/pqc.md has the commands. Names and argument orders are prescribed by mlkem-native.
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
    (void)hashlane_sha3_update(state, input, inlen);
}
static inline void mlk_shake128_squeezeblocks(uint8_t *output, size_t nblocks,
                                              mlk_shake128ctx *state)
{
    (void)hashlane_sha3_squeeze(state, output, nblocks * SHAKE128_RATE);
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
#define mlk_shake128x4_release hashlane_shake128x4_release

static inline void mlk_shake128x4_squeezeblocks(uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                                uint8_t *out3, size_t nblocks,
                                                mlk_shake128x4ctx *state)
{
    hashlane_shake128x4_squeezeblocks(state, out0, out1, out2, out3, nblocks);
}
static inline void mlk_shake256x4(uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3,
                                  size_t outlen, const uint8_t *in0, const uint8_t *in1,
                                  const uint8_t *in2, const uint8_t *in3, size_t inlen)
{
    hashlane_shake256x4(in0, in1, in2, in3, inlen, out0, out1, out2, out3, outlen);
}

#endif
