/* SPDX-License-Identifier: MIT */
/*
 * SHAKE128 and SHAKE256 of four messages of one length, block by block, as lattice schemes expand
 * their matrices and vectors: ML-KEM (FIPS 203) and ML-DSA (FIPS 204). The shapes are those of
 * mlkem-native's and mldsa-native's fips202x4.h; hashlane/mlkem_native.h and
 * hashlane/mldsa_native.h give them those projects' names.
 *
 * Inputs and outputs are bytes at any alignment. Inputs may overlap each other; an output overlaps
 * no input and no other output. No function allocates, locks, or branches on, or takes an address
 * from, the bytes of an input. None can fail.
 */
#ifndef HASHLANE_FIPS202X4_H
#define HASHLANE_FIPS202X4_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HASHLANE_SHAKE128_RATE_BYTES 168 /* of a block of SHAKE128's output */
#define HASHLANE_SHAKE256_RATE_BYTES 136 /* and of SHAKE256's */

/* Four messages being hashed. Do not use the fields directly. */
typedef struct hashlane_shake128x4_context {
    uint64_t reserved[104];
} hashlane_shake128x4_context;

typedef struct hashlane_shake256x4_context {
    uint64_t reserved[104];
} hashlane_shake256x4_context;

/* Starts four messages. absorb_once() does as much by itself. */
void hashlane_shake128x4_init(hashlane_shake128x4_context *context) HASHLANE_NOEXCEPT;
void hashlane_shake256x4_init(hashlane_shake256x4_context *context) HASHLANE_NOEXCEPT;

/* The four messages, of `bytes` bytes each: whole, in this one call. */
void hashlane_shake128x4_absorb_once(hashlane_shake128x4_context *context, const uint8_t *in0,
                                     const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                     size_t bytes) HASHLANE_NOEXCEPT;
void hashlane_shake256x4_absorb_once(hashlane_shake256x4_context *context, const uint8_t *in0,
                                     const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                     size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the next `blocks` blocks of each of the four outputs: blocks ×
 * HASHLANE_SHAKE128_RATE_BYTES, or blocks × HASHLANE_SHAKE256_RATE_BYTES.
 */
void hashlane_shake128x4_squeezeblocks(uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3,
                                       size_t blocks,
                                       hashlane_shake128x4_context *context) HASHLANE_NOEXCEPT;
void hashlane_shake256x4_squeezeblocks(uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3,
                                       size_t blocks,
                                       hashlane_shake256x4_context *context) HASHLANE_NOEXCEPT;

/* Overwrites the context with zeros. */
void hashlane_shake128x4_release(hashlane_shake128x4_context *context) HASHLANE_NOEXCEPT;
void hashlane_shake256x4_release(hashlane_shake256x4_context *context) HASHLANE_NOEXCEPT;

/* SHAKE256 of four messages in one call; `output_bytes` and `bytes` are those of each. */
void hashlane_shake256x4(uint8_t *out0, uint8_t *out1, uint8_t *out2, uint8_t *out3,
                         size_t output_bytes, const uint8_t *in0, const uint8_t *in1,
                         const uint8_t *in2, const uint8_t *in3, size_t bytes) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
