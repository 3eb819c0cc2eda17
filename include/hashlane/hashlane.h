/* SPDX-License-Identifier: MIT */
/*
 * hashlane: the fastest verified SHA-256 chain, Keccak chain and SHA-3 kernels for the processor
 * that the program runs on. Link it with -lhashlane: it needs nothing but the C library.
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

#include "chain.h"
#include "common.h"
#include "fips202x4.h"
#include "kangarootwelve.h"
#include "keccak.h"
#include "sha256.h"
#include "sha3.h"
#include "sp800_185.h"
#include "turboshake.h"
#include "wipe.h"

#define HASHLANE_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

/* The library's version: HASHLANE_VERSION of the header with which it was built. */
const char *hashlane_version(void) HASHLANE_NOEXCEPT;

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
