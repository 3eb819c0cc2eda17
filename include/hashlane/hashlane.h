/* SPDX-License-Identifier: MIT */
/*
 * hashlane: the fastest verified SHA-256 chain, Keccak chain and SHA-3 kernels for the processor
 * that the program runs on. Link libhashlane.a; it needs only the C++ runtime.
 *
 * Any thread may call any function at any time, on different data. No function prints or exits, and
 * none allocates unless its description says so. The first call chooses the kernels; they stay
 * unless hashlane_load_tuning() chooses others.
 *
 * A call runs to its end: it cannot be interrupted and reports no progress. What has to react
 * sooner hashes a chain in pieces of some thousand iterations, each call beginning with what the
 * one before left: the result is the same.
 */
#ifndef HASHLANE_H
#define HASHLANE_H

#include <stddef.h>
#include <stdint.h>

#define HASHLANE_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#define HASHLANE_NOEXCEPT noexcept
#else
#define HASHLANE_NOEXCEPT
#endif

typedef enum hashlane_status {
    HASHLANE_OK = 0,
    HASHLANE_BAD_ARGUMENT = 1, /* an argument outside the documented range; nothing was done */
    HASHLANE_NOT_FOUND = 2,    /* the file does not exist, or has nothing for this core */
    HASHLANE_NOT_VALID = 3,    /* the file cannot be used; nothing was done */
    HASHLANE_WRONG = 4,        /* what was to be verified is wrong */
    HASHLANE_STOPPED = 5       /* stopped before the answer was known */
} hashlane_status;

/* The library's version: HASHLANE_VERSION of the header with which it was built. */
const char *hashlane_version(void) HASHLANE_NOEXCEPT;

/* ---- SHA-256 chain: d = SHA256(d), NIST FIPS 180-4 ---- */

/*
 * Replaces each of `lanes` digests by its own SHA-256, `iterations` times, in place.
 * digests: lanes × 32 bytes, digest after digest, bytes as SHA-256 prints them; any alignment.
 * Lanes are independent; several in one call are faster than one after the other.
 */
void hashlane_sha256_chain(uint8_t *digests, size_t lanes, uint64_t iterations) HASHLANE_NOEXCEPT;

/* ---- Keccak chain: Keccak-f[1600], NIST FIPS 202, then a rotation by one word ---- */

/*
 * Advances each of `lanes` states by `loops` loops, in place. A loop is Keccak-f[1600], then
 * st[i] = st[i + 1] for i < 24 and st[24] = the old st[0].
 * states: lanes × 25 words, state after state, word x + 5y being FIPS 202's lane (x, y).
 */
void hashlane_keccak_chain(uint64_t *states, size_t lanes, uint64_t loops) HASHLANE_NOEXCEPT;

/* The suite's starting state: its 25 constants, each XORed with `key`. state: 25 words. */
void hashlane_keccak_chain_start(uint64_t *state, uint64_t key) HASHLANE_NOEXCEPT;

/* The suite's checksum of a state: the XOR of its 25 words. */
uint64_t hashlane_keccak_chain_checksum(const uint64_t *state) HASHLANE_NOEXCEPT;

/* ---- SHA-3: NIST FIPS 202, sections 6.1 and 6.2 ---- */

typedef enum hashlane_sha3_function {
    HASHLANE_SHA3_224,
    HASHLANE_SHA3_256,
    HASHLANE_SHA3_384,
    HASHLANE_SHA3_512,
    HASHLANE_SHAKE128,
    HASHLANE_SHAKE256
} hashlane_sha3_function;

/*
 * A message being hashed. To fork a hash, copy the structure. Do not use the fields directly.
 */
typedef struct hashlane_sha3 {
    uint64_t state[25];
    uint32_t rate_bytes;
    uint32_t position; /* bytes of the current block absorbed or squeezed so far */
    uint8_t suffix;    /* domain bits and the first bit of padding */
    uint8_t squeezing;
} hashlane_sha3;

/* The digest's length in bytes for SHA3-*; 0 for SHAKE*, whose output has no end. */
size_t hashlane_sha3_digest_bytes(hashlane_sha3_function function) HASHLANE_NOEXCEPT;

/*
 * Starts a message. HASHLANE_BAD_ARGUMENT if `function` is not one of the above: `hash` then takes
 * no message, and its output is zeros.
 */
hashlane_status hashlane_sha3_init(hashlane_sha3 *hash,
                                   hashlane_sha3_function function) HASHLANE_NOEXCEPT;

/*
 * Appends `bytes` bytes to the message, in any number of calls, of any size and alignment.
 * HASHLANE_BAD_ARGUMENT after the first squeeze, or if `hash` was not started.
 */
hashlane_status hashlane_sha3_absorb(hashlane_sha3 *hash, const uint8_t *message,
                                     size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Writes the next `bytes` bytes of output; the first call ends the message. A SHA3-* digest is the
 * first hashlane_sha3_digest_bytes() bytes; the output of SHAKE* has no end.
 */
void hashlane_sha3_squeeze(hashlane_sha3 *hash, uint8_t *output, size_t bytes) HASHLANE_NOEXCEPT;

/* init, absorb and squeeze in one call. `output` may overlap `message`. */
hashlane_status hashlane_sha3_hash(hashlane_sha3_function function, const uint8_t *message,
                                   size_t bytes, uint8_t *output,
                                   size_t output_bytes) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages of `bytes` bytes each, several at once if the processor can. outputs[i]
 * gets the first output_bytes bytes of the output of messages[i]. An output may overlap its own
 * message, but no other message or output.
 */
hashlane_status hashlane_sha3_hash_many(hashlane_sha3_function function,
                                        const uint8_t *const *messages, size_t count, size_t bytes,
                                        uint8_t *const *outputs,
                                        size_t output_bytes) HASHLANE_NOEXCEPT;

/* ---- The kernels ---- */

typedef struct hashlane_kernel_info {
    const char *id;       /* "sha256-chain.shani.x2" */
    const char *workload; /* "sha256-chain" */
    const char *isa;      /* "shani" */
    const char *idea;     /* a summary in a few words */
    unsigned lanes;
    int runnable; /* 1 if this processor and system can run it */
    int chosen;   /* 1 if dispatch takes it for many lanes */
} hashlane_kernel_info;

/* The number of kernels, runnable or not. */
size_t hashlane_kernel_count(void) HASHLANE_NOEXCEPT;

/* Describes kernel `index`. HASHLANE_BAD_ARGUMENT if index ≥ hashlane_kernel_count(). */
hashlane_status hashlane_describe_kernel(size_t index,
                                         hashlane_kernel_info *info) HASHLANE_NOEXCEPT;

/* ---- Choice by measurement ---- */

/*
 * CPU features alone do not determine which kernel is fastest. `hashlane tune` measures it and
 * stores the result in a file. This function reads the file, and dispatch uses it from then on, on
 * all threads. Without this call the library reads no file. Digests are the same either way.
 *
 * path: the file. NULL: the user's file, where `hashlane tune` writes it
 *       ($XDG_CACHE_HOME/hashlane/ or ~/.cache/hashlane/, one file per processor).
 *
 * HASHLANE_OK         dispatch uses the file's figures for the kind of core that the calling thread
 *                     runs on.
 * HASHLANE_NOT_FOUND  the file does not exist, or has no figures for this kind of core.
 * HASHLANE_NOT_VALID  the file cannot be read, is damaged, or was measured on another processor,
 *                     microcode or version of hashlane: run `hashlane tune` again.
 *
 * If the result is not HASHLANE_OK, dispatch does not change. This function allocates; a successful
 * call keeps 2 KB until the process ends.
 */
hashlane_status hashlane_load_tuning(const char *path) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
