/* SPDX-License-Identifier: MIT */
/*
 * EXPERIMENTAL: no test of hashlane builds mldsa-native with this header, and it may change.
 *
 * hashlane's SHAKE with the names of mldsa-native (ML-DSA, FIPS 204), which accepts a FIPS 202
 * implementation of the caller's. Compile mldsa-native without its src/fips202/ and with
 *
 *     -DMLD_CONFIG_FIPS202_CUSTOM_HEADER='<hashlane/mldsa_native.h>'
 *     -DMLD_CONFIG_FIPS202X4_CUSTOM_HEADER='<hashlane/mldsa_native.h>'
 *
 * Names and argument orders are prescribed by mldsa-native.
 */
#ifndef HASHLANE_MLDSA_NATIVE_H
#define HASHLANE_MLDSA_NATIVE_H

#include "fips202x4.h"
#include "sha3.h"
#include "wipe.h"

#define SHAKE128_RATE HASHLANE_SHAKE128_RATE_BYTES
#define SHAKE256_RATE HASHLANE_SHAKE256_RATE_BYTES

/* ---- One message ---- */

typedef hashlane_sha3_context mld_shake128ctx;
typedef hashlane_sha3_context mld_shake256ctx;

static inline void mld_shake128_init(mld_shake128ctx *state)
{
    (void)hashlane_sha3_init(state, HASHLANE_SHAKE128);
}
static inline void mld_shake256_init(mld_shake256ctx *state)
{
    (void)hashlane_sha3_init(state, HASHLANE_SHAKE256);
}
static inline void mld_shake256_absorb(mld_shake256ctx *state, const uint8_t *in, size_t inlen)
{
    (void)hashlane_sha3_update(state, in, inlen);
}
static inline void mld_shake256_finalize(mld_shake256ctx *state)
{
    uint8_t none;
    (void)hashlane_sha3_squeeze(state, &none, 0);
}
static inline void mld_shake256_squeeze(uint8_t *out, size_t outlen, mld_shake256ctx *state)
{
    (void)hashlane_sha3_squeeze(state, out, outlen);
}
static inline void mld_shake256_release(mld_shake256ctx *state)
{
    hashlane_wipe(state, sizeof *state);
}
static inline void mld_shake256(uint8_t *out, size_t outlen, const uint8_t *in, size_t inlen)
{
    (void)hashlane_sha3_hash(HASHLANE_SHAKE256, in, inlen, out, outlen);
}

#define mld_shake128_absorb mld_shake256_absorb
#define mld_shake128_finalize mld_shake256_finalize
#define mld_shake128_squeeze mld_shake256_squeeze
#define mld_shake128_release mld_shake256_release

/* ---- Four messages ---- */

#define mld_shake128x4ctx hashlane_shake128x4_context
#define mld_shake128x4_init hashlane_shake128x4_init
#define mld_shake128x4_absorb_once hashlane_shake128x4_absorb_once
#define mld_shake128x4_release hashlane_shake128x4_release
#define mld_shake256x4ctx hashlane_shake256x4_context
#define mld_shake256x4_init hashlane_shake256x4_init
#define mld_shake256x4_absorb_once hashlane_shake256x4_absorb_once
#define mld_shake256x4_release hashlane_shake256x4_release

static inline void mld_shake128x4_squeezeblocks(uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                                uint8_t *out3, size_t nblocks,
                                                mld_shake128x4ctx *state)
{
    hashlane_shake128x4_squeezeblocks(state, out0, out1, out2, out3, nblocks);
}
static inline void mld_shake256x4_squeezeblocks(uint8_t *out0, uint8_t *out1, uint8_t *out2,
                                                uint8_t *out3, size_t nblocks,
                                                mld_shake256x4ctx *state)
{
    hashlane_shake256x4_squeezeblocks(state, out0, out1, out2, out3, nblocks);
}

#endif
