/* SPDX-License-Identifier: MIT */
/*
 * Chains of SHA-256 as proofs of sequential work: one core creates a chain and publishes
 * checkpoints; anybody verifies all segments between them at once, on the lanes of a core and on
 * all cores. docs/how-to/chains.md lists which function replaces which part of a timelord or node.
 *
 *     const uint8_t start[32] = {0};
 *     uint8_t digest[32] = {0}, checkpoints[100 * 32];
 *     hashlane_chain_create(digest, NULL, 10000, 100, checkpoints); // changes digest
 *     const hashlane_chain_segment first = {.start = start, .end = checkpoints, .hashes = 10000};
 *     hashlane_status status = hashlane_chain_verify(&first, 1, NULL, NULL); // HASHLANE_OK
 *
 * Rules for all functions:
 * - Digests, salts and mixins have 32 bytes, in the order in which SHA-256 prints them, at any
 *   alignment. `||` joins two of them to a message of 64 bytes.
 * - No function prints, exits, allocates or keeps memory.
 * - Verification is made for public proofs: its time shows which segment is wrong. Creation depends
 *   on no byte of a digest, salt or mixin. Checked for all kernels of x86-64 and ARM64:
 *   SECURITY.md.
 */
#ifndef HASHLANE_CHAIN_H
#define HASHLANE_CHAIN_H

#include "pool.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Hash: d = SHA256(d), or d = SHA256(salt || d); NIST FIPS 180-4 ---- */

/*
 * Replaces each of `lanes` digests by its own SHA-256, `iterations` times, in place. Lanes are
 * independent; several in one call are faster than several calls. digests: lanes * 32 bytes.
 */
void hashlane_sha256_chain(uint8_t *digests, size_t lanes, uint64_t iterations) HASHLANE_NOEXCEPT;

/*
 * Replaces each of `lanes` digests by SHA256(salt || digest), `iterations` times, in place. Each
 * lane has its own salt. digests, salts: lanes * 32 bytes, which do not overlap.
 */
void hashlane_sha256_salted(uint8_t *digests, const uint8_t *salts, size_t lanes,
                            uint64_t iterations) HASHLANE_NOEXCEPT;

/* ---- Verify ---- */

/* The most hashes of one segment: 2^63 - 1. */
#define HASHLANE_CHAIN_MAX_HASHES ((uint64_t)INT64_MAX)

/* The value of hashlane_chain_result's `wrong` if no segment is known to be wrong. */
#define HASHLANE_CHAIN_NONE SIZE_MAX

/*
 * The claim that `hashes` hashes lead from `start` to `end`.
 * - mixin: NULL, or 32 bytes: the last hash is then d = SHA256(d || mixin), without a salt.
 * - salt: NULL for d = SHA256(d), or 32 bytes for d = SHA256(salt || d).
 */
typedef struct hashlane_chain_segment {
    const uint8_t *start;
    const uint8_t *end;
    uint64_t hashes; /* 1 to HASHLANE_CHAIN_MAX_HASHES */
    const uint8_t *mixin;
    const uint8_t *salt;
} hashlane_chain_segment;

/*
 * Limits of a verification. All zeros, or no options at all: every segment is checked, however long
 * that takes.
 * - cancel: NULL, or an int that is 0 at first; verification stops soon after another thread has
 *   set it to another value. It is read atomically every few hundred microseconds; declare it as
 *   `static _Atomic int stop;`, set it with atomic_store(&stop, 1), and pass (const int *)&stop. In
 *   C++ that is a std::atomic<int>, by reinterpret_cast, and in Rust AtomicI32::as_ptr().
 * - deadline_ns: 0, or the time limit in nanoseconds from the call.
 * - any: not 0 to stop at the first wrong segment that is found, which need not be the lowest.
 */
typedef struct hashlane_chain_options {
    const int *cancel;
    uint64_t deadline_ns;
    int any;
    uint64_t reserved[4]; /* zeros */
} hashlane_chain_options;

typedef enum hashlane_chain_stop {
    HASHLANE_CHAIN_DONE = 0,      /* every segment was checked and is right */
    HASHLANE_CHAIN_WRONG = 1,     /* `wrong` is the lowest wrong segment; with `any`, one of them */
    HASHLANE_CHAIN_CANCELLED = 2, /* not all segments were checked */
    HASHLANE_CHAIN_DEADLINE = 3,  /* not all segments were checked */
    HASHLANE_CHAIN_RUNNING = 4    /* not all were checked: the pool did not run them */
} hashlane_chain_stop;

/*
 * The details of a verification.
 * - wrong: the lowest wrong segment that was found, or HASHLANE_CHAIN_NONE. Whatever `stop` is,
 *   that segment is wrong for certain.
 * - right: the number of segments that were checked and are right.
 * - hashes: the number of hashes that were computed.
 */
typedef struct hashlane_chain_result {
    hashlane_chain_stop stop;
    size_t wrong;
    size_t right;
    uint64_t hashes;
    uint64_t reserved[4];
} hashlane_chain_result;

/*
 * Checks every segment, on the calling thread and the lanes of its core. Segments may have any
 * lengths: when one ends, the next takes its lane. They start in order.
 *
 * The function checks each segment by itself. The caller must check that the segments are
 * contiguous (segment i + 1 starts where segment i ends if both point to the same 32 bytes) and
 * that none is missing: with count 0 the status is HASHLANE_OK.
 *
 * options: NULL for none. result: NULL, or the place for the details.
 *
 * Returns
 * - HASHLANE_OK: every segment is right. No other status means that.
 * - HASHLANE_WRONG: result->wrong is wrong and, without `any`, every segment before it is right.
 * - HASHLANE_STOPPED: cancelled, or the deadline passed, before every segment was checked.
 * - HASHLANE_BAD_ARGUMENT: segment result->wrong has no start, no end, a number of hashes that is
 *   out of range, or a salt that no hash uses; nothing was computed.
 */
HASHLANE_MUST_CHECK hashlane_status hashlane_chain_verify(
    const hashlane_chain_segment *segments, size_t count, const hashlane_chain_options *options,
    hashlane_chain_result *result) HASHLANE_NOEXCEPT;

/*
 * Does the same on the threads of a pool (pool.h). Threads take segments from the list. An idle one
 * takes over lanes of a busy one, and sleeps until it gets some. The call does not wait for threads
 * that never start.
 */
HASHLANE_MUST_CHECK hashlane_status hashlane_chain_verify_pool(
    const hashlane_chain_segment *segments, size_t count, const hashlane_chain_options *options,
    hashlane_chain_result *result, const hashlane_pool *pool) HASHLANE_NOEXCEPT;

/* ---- Create ---- */

/* Computes digest = SHA256(digest || mixin), in place. `mixin` may be `digest`. */
void hashlane_sha256_mix(uint8_t *digest, const uint8_t *mixin) HASHLANE_NOEXCEPT;

/*
 * Advances a chain by count * every hashes, in place, with the fastest kernel for one lane, and
 * stores a checkpoint after each `every`. checkpoints: count * 32 bytes, the last of them the new
 * digest. salt: NULL, or the salt of every hash. HASHLANE_BAD_ARGUMENT if `every` is 0.
 */
hashlane_status hashlane_chain_create(uint8_t *digest, const uint8_t *salt, uint64_t every,
                                      size_t count, uint8_t *checkpoints) HASHLANE_NOEXCEPT;

/* A chain that grows step by step. Do not use the fields directly. */
typedef struct hashlane_chain_stream {
    uint8_t digest[32];
    uint8_t salt[32];
    uint64_t hashes;
    uint32_t salted;
    uint32_t reserved[5];
} hashlane_chain_stream;

/* Starts a stream at a digest. salt: NULL, or the salt of every hash that is not a mix. */
void hashlane_chain_init(hashlane_chain_stream *stream, const uint8_t *start,
                         const uint8_t *salt) HASHLANE_NOEXCEPT;

/* Appends `hashes` hashes. */
void hashlane_chain_advance(hashlane_chain_stream *stream, uint64_t hashes) HASHLANE_NOEXCEPT;

/*
 * Appends `hashes` hashes to each of `count` streams. Until the lanes of a core are filled, several
 * streams take hardly longer than one. No stream may occur twice.
 */
void hashlane_chain_advance_many(hashlane_chain_stream *const *streams, size_t count,
                                 uint64_t hashes) HASHLANE_NOEXCEPT;

/* Appends one hash that mixes data in: d = SHA256(d || mixin). */
void hashlane_chain_mix(hashlane_chain_stream *stream, const uint8_t *mixin) HASHLANE_NOEXCEPT;

/* Writes the current digest, and returns the number of hashes from the start to it. */
uint64_t hashlane_chain_checkpoint(const hashlane_chain_stream *stream,
                                   uint8_t *digest) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
