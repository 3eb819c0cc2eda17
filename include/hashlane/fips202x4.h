/* SPDX-License-Identifier: MIT */
/*
 * SHAKE128 and SHAKE256 of four messages of one length, block by block, as lattice schemes expand
 * their matrices and vectors: ML-KEM (FIPS 203) and ML-DSA (FIPS 204). hashlane/mlkem_native.h and
 * hashlane/mldsa_native.h provide them with the names and argument orders of those projects.
 *
 *     hashlane_shake128x4_context context;
 *     hashlane_shake128x4_absorb_once(&context, seed0, seed1, seed2, seed3, 34);
 *     hashlane_shake128x4_squeezeblocks(&context, row0, row1, row2, row3, 3);
 *     hashlane_shake128x4_release(&context);
 *
 * Rules for all functions:
 * - Inputs and outputs are bytes at any alignment. Inputs may overlap each other; an output
 *   overlaps no input and no other output.
 * - No function allocates, locks or fails.
 * - No branch and no address depends on the bytes of an input. Checked for all kernels of x86-64
 *   and ARM64: SECURITY.md.
 */
#ifndef HASHLANE_FIPS202X4_H
#define HASHLANE_FIPS202X4_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

#define HASHLANE_SHAKE128_RATE_BYTES 168 /* of a block of SHAKE128's output */
#define HASHLANE_SHAKE256_RATE_BYTES 136 /* of a block of SHAKE256's output */

/* Four messages that are being hashed. */
typedef struct hashlane_shake128x4_context {
    uint64_t opaque[104];
} hashlane_shake128x4_context;

typedef struct hashlane_shake256x4_context {
    uint64_t opaque[104];
} hashlane_shake256x4_context;

/* Clears the context. Calling it is optional: absorb_once() starts the messages. */
void hashlane_shake128x4_init(hashlane_shake128x4_context *context) HASHLANE_NOEXCEPT;
void hashlane_shake256x4_init(hashlane_shake256x4_context *context) HASHLANE_NOEXCEPT;

/* Starts, absorbs and ends four whole messages of `bytes` bytes each. */
void hashlane_shake128x4_absorb_once(hashlane_shake128x4_context *context, const uint8_t *in0,
                                     const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                     size_t bytes) HASHLANE_NOEXCEPT;
void hashlane_shake256x4_absorb_once(hashlane_shake256x4_context *context, const uint8_t *in0,
                                     const uint8_t *in1, const uint8_t *in2, const uint8_t *in3,
                                     size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the next `blocks` blocks of each of the four outputs: blocks *
 * HASHLANE_SHAKE128_RATE_BYTES, or blocks * HASHLANE_SHAKE256_RATE_BYTES bytes.
 */
void hashlane_shake128x4_squeezeblocks(hashlane_shake128x4_context *context, uint8_t *out0,
                                       uint8_t *out1, uint8_t *out2, uint8_t *out3,
                                       size_t blocks) HASHLANE_NOEXCEPT;
void hashlane_shake256x4_squeezeblocks(hashlane_shake256x4_context *context, uint8_t *out0,
                                       uint8_t *out1, uint8_t *out2, uint8_t *out3,
                                       size_t blocks) HASHLANE_NOEXCEPT;

/* Overwrites the context with zeros. */
void hashlane_shake128x4_release(hashlane_shake128x4_context *context) HASHLANE_NOEXCEPT;
void hashlane_shake256x4_release(hashlane_shake256x4_context *context) HASHLANE_NOEXCEPT;

/* Computes SHAKE256 of four messages in one call, output_bytes bytes of each; wipes its context. */
void hashlane_shake256x4(const uint8_t *in0, const uint8_t *in1, const uint8_t *in2,
                         const uint8_t *in3, size_t bytes, uint8_t *out0, uint8_t *out1,
                         uint8_t *out2, uint8_t *out3, size_t output_bytes) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
