/* SPDX-License-Identifier: MIT */
/*
 * hashlane: SHA-256, SHA-3, trees and hash chains, with the fastest kernels for the processor that
 * the program runs on. Link with -lhashlane; the library needs nothing but the C library.
 *
 *     const uint8_t *messages[] = {first, second};
 *     const size_t bytes[] = {first_bytes, second_bytes};
 *     uint8_t digests[2 * HASHLANE_SHA256_BYTES];
 *     hashlane_sha256_many(messages, bytes, 2, digests);
 *
 * Rules for all functions:
 * - Any thread may call any function at any time, on different data.
 * - No function prints or exits, and none allocates unless its description says so.
 * - A pointer to a context, a structure or an output is never NULL unless its description says so.
 *   Nor is an input, except one of 0 bytes.
 * - HASHLANE_BAD_ARGUMENT means that nothing was written. A context that was not started accepts
 *   nothing and gives nothing, as far as that can be seen of its bytes.
 * - The first call of a kind of work chooses its kernels, in about 0.15 ms. They stay the same
 *   unless hashlane_tuning_load() chooses others.
 * - A signal handler may call any function that starts no threads and loads no file, and so may
 *   constructors of static objects. Before dlclose(), stop the pools and let all calls return.
 * - A call runs to its end: it cannot be interrupted and reports no progress. To stay responsive,
 *   split a chain into calls of a few thousand iterations, each continuing from the previous
 *   result.
 * - A call takes at most 8 KiB of stack for one message, 32 KiB for many messages, nodes, states or
 *   lanes, and 64 KiB for KangarooTwelve, ParallelHash, the verification of chains,
 *   hashlane_tuning_load() and the first call of each kind of work.
 * - Time does not depend on secret bytes. Checked for all kernels of x86-64 and ARM64: SECURITY.md.
 */
#ifndef HASHLANE_H
#define HASHLANE_H

#include "chain.h"
#include "common.h"
#include "fips202x4.h"
#include "kangarootwelve.h"
#include "keccak.h"
#include "merkle.h"
#include "pool.h"
#include "sha256.h"
#include "sha3.h"
#include "sp800_185.h"
#include "turboshake.h"
#include "wipe.h"

#define HASHLANE_VERSION_MAJOR 0
#define HASHLANE_VERSION_MINOR 1
#define HASHLANE_VERSION_PATCH 0
#define HASHLANE_VERSION_NUMBER 100 /* MAJOR * 10000 + MINOR * 100 + PATCH, for #if */
#define HASHLANE_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/* Returns the library's version: HASHLANE_VERSION of the header with which it was built. */
const char *hashlane_version(void) HASHLANE_NOEXCEPT;

/* Returns the same as a number: HASHLANE_VERSION_NUMBER of that header. */
unsigned hashlane_version_number(void) HASHLANE_NOEXCEPT;

/*
 * For languages that do not read headers: returns the size of one of this library's structures in
 * bytes, such as 192 for "hashlane_sha256_context"; 0 if the headers that this one includes have
 * none of that name. An address that malloc() returns is aligned for each.
 */
size_t hashlane_size_of(const char *structure) HASHLANE_NOEXCEPT;

/* ---- Kernels ---- */

typedef struct hashlane_kernel_info {
    const char *id;       /* "sha256-chain.shani.x2" */
    const char *workload; /* "sha256-chain" */
    const char *isa;      /* "shani" */
    const char *idea;     /* a summary in a few words */
    unsigned lanes;
    int runnable; /* 1 if this processor and system can run it */
    int chosen;   /* 1 if dispatch uses it for many lanes */
    uint64_t reserved[4];
} hashlane_kernel_info;

/* Returns the number of kernels, runnable or not. */
size_t hashlane_kernel_count(void) HASHLANE_NOEXCEPT;

/* Describes kernel `index`. HASHLANE_BAD_ARGUMENT if index >= hashlane_kernel_count(). */
hashlane_status hashlane_kernel_describe(size_t index,
                                         hashlane_kernel_info *info) HASHLANE_NOEXCEPT;

/* The kinds of work that hashlane_lanes() knows. */
typedef enum hashlane_work HASHLANE_ANY_VALUE {
    HASHLANE_WORK_SHA256 = 0,        /* hashlane_sha256_many(), _columns(), _seeded_many() */
    HASHLANE_WORK_SHA256_NODES = 1,  /* hashlane_sha256_nodes() */
    HASHLANE_WORK_SHA256_CHAIN = 2,  /* hashlane_sha256_chain() */
    HASHLANE_WORK_SHA256_SALTED = 3, /* hashlane_sha256_salted() */
    HASHLANE_WORK_KECCAK = 4         /* hashlane_sha3_hash_many(), hashlane_keccak_f1600() … */
} hashlane_work;

/*
 * Returns how many messages, nodes, digests or states one call should have: with this number, or a
 * multiple of it, no lane of the kernel that dispatch uses for many is empty. Fewer work as well.
 * 0 if `work` is unknown.
 */
size_t hashlane_lanes(hashlane_work work) HASHLANE_NOEXCEPT;

/* ---- Choice by measurement ---- */

/*
 * Loads the measurements of `hashlane tune`; dispatch uses them from then on, on all threads. CPU
 * features alone do not determine which kernel is fastest. Without this call the library reads no
 * file. Digests are the same either way.
 *
 * path: the file. NULL: the user's file, where `hashlane tune` writes it
 *       ($XDG_CACHE_HOME/hashlane/ or ~/.cache/hashlane/, one file per processor).
 *
 * Returns
 * - HASHLANE_OK: dispatch uses the file's values for the kind of core that the calling thread runs
 *   on.
 * - HASHLANE_NOT_FOUND: the file does not exist, or has no values for this kind of core.
 * - HASHLANE_NOT_VALID: the file cannot be read, is damaged, or was measured on another processor,
 *   microcode or version of hashlane: run `hashlane tune` again.
 *
 * If the result is not HASHLANE_OK, dispatch does not change. This function allocates; a successful
 * call keeps 8 KiB at most until the process ends.
 */
hashlane_status hashlane_tuning_load(const char *path) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
