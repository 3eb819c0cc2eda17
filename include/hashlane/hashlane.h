/* SPDX-License-Identifier: MIT */
/*
 * hashlane: the fastest verified SHA-256 chain, Keccak chain and SHA-3 kernels for the processor
 * that the program runs on. Link libhashlane.a; it needs only the C++ runtime.
 *
 * Every function may be called from any thread at any time on different data. None prints, exits
 * or, unless said, allocates. The kernels are chosen at the first call and kept, unless
 * hashlane_load_tuning() chooses others.
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
    HASHLANE_BAD_ARGUMENT = 1, /* an argument outside what its function documents; nothing done */
    HASHLANE_NOT_FOUND = 2,    /* there is no such file, or nothing in it for this core */
    HASHLANE_NOT_VALID = 3     /* a file that cannot be used; nothing done */
} hashlane_status;

/* The version of the library, as HASHLANE_VERSION of the header it was built with. */
const char *hashlane_version(void) HASHLANE_NOEXCEPT;

/* ---- SHA-256 chain: d = SHA256(d), NIST FIPS 180-4 ---- */

/*
 * Replaces each of `lanes` digests by its own SHA-256, `iterations` times, in place.
 * digests: lanes × 32 bytes, digest after digest, bytes as SHA-256 prints them; any alignment.
 * Lanes are independent; several are faster together than one after the other.
 */
void hashlane_sha256_chain(uint8_t *digests, size_t lanes, uint64_t iterations) HASHLANE_NOEXCEPT;

/* ---- Keccak chain: Keccak-f[1600], then the state rotated by one word, NIST FIPS 202 ---- */

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
 * A message being hashed. Copy it to fork a hash; the fields are not for use outside.
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

/* Starts a message. HASHLANE_BAD_ARGUMENT when `function` is none of the above. */
hashlane_status hashlane_sha3_init(hashlane_sha3 *hash,
                                   hashlane_sha3_function function) HASHLANE_NOEXCEPT;

/*
 * Appends `bytes` bytes to the message; any number of calls, any sizes, any alignment.
 * HASHLANE_BAD_ARGUMENT after the first squeeze.
 */
hashlane_status hashlane_sha3_absorb(hashlane_sha3 *hash, const uint8_t *message,
                                     size_t bytes) HASHLANE_NOEXCEPT;

/*
 * Ends the message at the first call, and writes the next `bytes` bytes of output. A SHA3-*
 * digest is the first hashlane_sha3_digest_bytes() bytes; SHAKE* may be squeezed for ever.
 */
void hashlane_sha3_squeeze(hashlane_sha3 *hash, uint8_t *output, size_t bytes) HASHLANE_NOEXCEPT;

/* init, absorb and squeeze in one. `output` may overlap `message`. */
hashlane_status hashlane_sha3_hash(hashlane_sha3_function function, const uint8_t *message,
                                   size_t bytes, uint8_t *output,
                                   size_t output_bytes) HASHLANE_NOEXCEPT;

/*
 * Hashes `count` messages of `bytes` bytes each, several at once where the processor can:
 * outputs[i] gets the first output_bytes bytes of the output of messages[i]. An output may overlap
 * its own message, and no other message or output.
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
    const char *idea;     /* a few words */
    unsigned lanes;
    int runnable; /* 1 when this processor and system can run it */
    int chosen;   /* 1 when it is the one that dispatch takes for many lanes */
} hashlane_kernel_info;

/* How many kernels there are, runnable or not. */
size_t hashlane_kernel_count(void) HASHLANE_NOEXCEPT;

/* Describes kernel `index`. HASHLANE_BAD_ARGUMENT when index ≥ hashlane_kernel_count(). */
hashlane_status hashlane_describe_kernel(size_t index,
                                         hashlane_kernel_info *info) HASHLANE_NOEXCEPT;

/* ---- Choice by measurement ---- */

/*
 * Which kernel is best, the features of a processor do not tell. `hashlane tune` measures it and
 * keeps the result in a file; this function reads the file, and dispatch goes by it from then on,
 * on all threads. Without it the library reads no file. Results are the same either way.
 *
 * path: the file; NULL: the user's, where `hashlane tune` writes it
 *       ($XDG_CACHE_HOME/hashlane/ or ~/.cache/hashlane/, one file a processor).
 *
 * HASHLANE_OK         dispatch goes by the file, by its figures of the kind of core that the
 *                     calling thread runs on.
 * HASHLANE_NOT_FOUND  there is no file, or it has no figures of this kind of core.
 * HASHLANE_NOT_VALID  the file cannot be read, is damaged, or was measured on another processor,
 *                     microcode or version of hashlane: run `hashlane tune` again.
 *
 * When it is not HASHLANE_OK, dispatch stays as it was. Allocates; a successful call keeps 2 KB
 * for the life of the process.
 */
hashlane_status hashlane_load_tuning(const char *path) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
