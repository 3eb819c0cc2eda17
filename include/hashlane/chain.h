/* SPDX-License-Identifier: MIT */
/*
 * Chains of SHA-256 that prove how much sequential work was done: one core creates a chain and
 * publishes checkpoints; anybody verifies all segments between them at once, on the lanes of a core
 * and on all cores. docs/how-to/chains.md says which function replaces what in a timelord or a
 * node.
 *
 * As in hashlane.h, no function prints, exits or keeps memory, and none allocates unless its
 * description says so. Digests, salts and mixins are 32 bytes as SHA-256 prints them, at any
 * alignment; ‖ joins two of them to a message of 64 bytes.
 */
#ifndef HASHLANE_CHAIN_H
#define HASHLANE_CHAIN_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Hash: d = SHA256(d), NIST FIPS 180-4 ---- */

/*
 * Replaces each of `lanes` digests by its own SHA-256, `iterations` times, in place.
 * digests: lanes × 32 bytes, digest after digest, bytes as SHA-256 prints them; any alignment.
 * Lanes are independent; several in one call are faster than one after the other.
 */
void hashlane_sha256_chain(uint8_t *digests, size_t lanes, uint64_t iterations) HASHLANE_NOEXCEPT;

/* ---- Verify ---- */

/* The most hashes of one segment: 2^63 - 1. */
#define HASHLANE_CHAIN_MAX_HASHES ((uint64_t)INT64_MAX)

/* No segment: of hashlane_chain_result's `wrong`. */
#define HASHLANE_CHAIN_NONE SIZE_MAX

/* The claim that `hashes` hashes lead from `start` to `end`. */
typedef struct hashlane_chain_segment {
    const uint8_t *start;
    const uint8_t *end;
    uint64_t hashes;      /* 1 to HASHLANE_CHAIN_MAX_HASHES */
    const uint8_t *mixin; /* NULL, or: the last hash is d = SHA256(d ‖ mixin), and has no salt */
    const uint8_t *salt;  /* NULL: a hash is d = SHA256(d); or it is d = SHA256(salt ‖ d) */
} hashlane_chain_segment;

/* All zeros, or no options at all: every segment is checked, however long that takes. */
typedef struct hashlane_chain_options {
    const int *cancel;    /* NULL, or: stop soon after another thread has set *cancel ≠ 0, with
                             atomic_store or the like. It is read every few hundred µs. */
    uint64_t deadline_ns; /* 0, or: stop so many ns after the call, of ..._verify_job in its case */
    int any;              /* ≠ 0: stop at the first wrong segment that is found, which need not be
                             the lowest */
    uint64_t reserved[4]; /* zeros */
} hashlane_chain_options;

typedef enum hashlane_chain_stop {
    HASHLANE_CHAIN_DONE = 0,      /* every segment was checked and is right */
    HASHLANE_CHAIN_WRONG = 1,     /* `wrong` is the lowest wrong segment; with `any`, some */
    HASHLANE_CHAIN_CANCELLED = 2, /* not all were checked */
    HASHLANE_CHAIN_DEADLINE = 3,  /* not all were checked */
    HASHLANE_CHAIN_RUNNING = 4    /* workers of the job have not returned yet */
} hashlane_chain_stop;

typedef struct hashlane_chain_result {
    hashlane_chain_stop stop;
    size_t wrong;    /* a wrong segment, the lowest that was found; else HASHLANE_CHAIN_NONE. It is
                        wrong for certain, whatever `stop` says. */
    size_t right;    /* segments that were checked and are right */
    uint64_t hashes; /* that were computed */
    uint64_t reserved[4];
} hashlane_chain_result;

/*
 * Checks every segment, on the calling thread and the lanes of its core. Segments may have any
 * lengths: as one ends, the next takes its lane. They are begun in their order. The function checks
 * each segment for itself; that they follow on each other, which a chain needs, is for the caller
 * to see to: segment i + 1 starts where segment i ends when both name the same 32 bytes.
 *
 * HASHLANE_OK            every segment is right. Nothing else means that.
 * HASHLANE_WRONG         result->wrong is wrong, and with no `any` every segment before it is
 * right. HASHLANE_STOPPED       cancelled, or the deadline has passed: nothing is known of the
 * whole. HASHLANE_BAD_ARGUMENT  segment result->wrong has no start, no end, a number of hashes that
 * is out of range, or a salt that no hash takes; nothing was computed.
 *
 * options: NULL for none. result: NULL, or where to write the details. With count 0 there is
 * nothing to check, and the status is HASHLANE_OK.
 */
hashlane_status hashlane_chain_verify(const hashlane_chain_segment *segments, size_t count,
                                      const hashlane_chain_options *options,
                                      hashlane_chain_result *result) HASHLANE_NOEXCEPT;

/*
 * The same on `threads` threads, one of them the caller's; 0: one for each processor that the
 * system has. Starts the others, waits for them, and allocates to do so. A thread that cannot be
 * started is done without.
 */
hashlane_status hashlane_chain_verify_threads(const hashlane_chain_segment *segments, size_t count,
                                              const hashlane_chain_options *options,
                                              unsigned threads,
                                              hashlane_chain_result *result) HASHLANE_NOEXCEPT;

/* A verification that several threads of the caller's own do together. Do not copy or move it. */
typedef struct hashlane_chain_job {
    uint64_t reserved[768];
} hashlane_chain_job;

/*
 * Begins a job for `workers` workers, at least 1. The segments, and what they and the options
 * point to, must stay until the last worker has returned. HASHLANE_BAD_ARGUMENT as above, or if
 * there is no worker; the job is then over before it begins. A job needs no cleaning up.
 */
hashlane_status hashlane_chain_verify_job(hashlane_chain_job *job,
                                          const hashlane_chain_segment *segments, size_t count,
                                          const hashlane_chain_options *options,
                                          unsigned workers) HASHLANE_NOEXCEPT;

/*
 * Works on the job until nothing is left for this thread to do. `worker` is 0 to workers - 1, each
 * for one call, at any time and on any thread: those that come take the work of those that do not,
 * and late ones take some over from the others. A worker that finds nothing to begin waits, asleep,
 * as long as another could still hand lanes over. HASHLANE_OK says nothing of the segments.
 */
hashlane_status hashlane_chain_verify_worker(hashlane_chain_job *job,
                                             unsigned worker) HASHLANE_NOEXCEPT;

/*
 * The status and the details as hashlane_chain_verify() gives them, once the workers have returned.
 * Before that, on any thread: HASHLANE_STOPPED, and how far they are.
 */
hashlane_status hashlane_chain_verify_result(const hashlane_chain_job *job,
                                             hashlane_chain_result *result) HASHLANE_NOEXCEPT;

/* ---- Create ---- */

/* digest = SHA256(digest ‖ mixin). `mixin` may be `digest`. */
void hashlane_sha256_mix(uint8_t *digest, const uint8_t *mixin) HASHLANE_NOEXCEPT;

/*
 * Advances a chain by count × every hashes, in place, with the kernel that is fastest for one lane,
 * and stores a checkpoint after each `every`: count × 32 bytes, the last of them the new digest.
 * salt: NULL, or of every hash. HASHLANE_BAD_ARGUMENT if `every` is 0.
 */
hashlane_status hashlane_chain_create(uint8_t *digest, const uint8_t *salt, uint64_t every,
                                      size_t count, uint8_t *checkpoints) HASHLANE_NOEXCEPT;

/* A chain that grows as its owner decides. Do not use the fields directly. */
typedef struct hashlane_chain_stream {
    uint8_t digest[32];
    uint8_t salt[32];
    uint64_t hashes;
    uint32_t salted;
    uint32_t reserved[5];
} hashlane_chain_stream;

/* Starts a stream at a digest. salt: NULL, or of every hash that is not a mix. */
void hashlane_chain_init(hashlane_chain_stream *stream, const uint8_t *start,
                          const uint8_t *salt) HASHLANE_NOEXCEPT;

/* Appends so many hashes. */
void hashlane_chain_advance(hashlane_chain_stream *stream, uint64_t hashes) HASHLANE_NOEXCEPT;

/*
 * Appends so many hashes to each stream. On the lanes of a core several streams at once take hardly
 * longer than one, until the lanes are filled. Each stream is there once.
 */
void hashlane_chain_advance_many(hashlane_chain_stream *const *streams, size_t count,
                                 uint64_t hashes) HASHLANE_NOEXCEPT;

/* Appends one hash that mixes data in: d = SHA256(d ‖ mixin). */
void hashlane_chain_mix(hashlane_chain_stream *stream, const uint8_t *mixin) HASHLANE_NOEXCEPT;

/* Writes the digest so far, and returns how many hashes lead to it from the start. */
uint64_t hashlane_chain_checkpoint(const hashlane_chain_stream *stream,
                                   uint8_t *digest) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
