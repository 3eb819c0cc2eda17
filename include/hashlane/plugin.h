/* SPDX-License-Identifier: MIT */
/*
 * A kernel of your own, measured and verified by `hashlane run --plugin ./mine.so` like hashlane's
 * own; or a workload of your own, which need not hash (hashlane_workload, below).
 * docs/how-to/plugins.md is the guide, examples/plugin/ has kernels in C, assembly and Rust, and
 * workloads in C.
 *
 * A plug-in is a shared object that exports a constant, hashlane_plugin_entry or
 * hashlane_workload_entry, or both. It needs only this header, which is C11 and C++:
 *
 *     const hashlane_plugin hashlane_plugin_entry = {
 *         .version = HASHLANE_PLUGIN_VERSION, .workload = HASHLANE_PLUGIN_SHA256_CHAIN,
 *         .name = "mine", .lanes = 1, .sha256_chain = mine,
 *     };
 */
#ifndef HASHLANE_PLUGIN_H
#define HASHLANE_PLUGIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface. A plug-in of another version is refused. */
#define HASHLANE_PLUGIN_VERSION 1

#define HASHLANE_PLUGIN_MAX_LANES 64

enum {
    HASHLANE_PLUGIN_SHA256_CHAIN = 1,
    HASHLANE_PLUGIN_KECCAK_CHAIN = 2,
    HASHLANE_PLUGIN_SHA3 = 3
};

/*
 * The executions of one instruction per iteration, without loads, stores and moves.
 * - instruction: an id of src/machine/clock/instruction_timing.def, such as "rnds2", "add_z" or
 *   "rotate_r", which `hashlane info --instructions` times.
 * - path: executions on the critical path, the longest chain in which each instruction needs the
 *   result of the one before it.
 * - all: executions on all lanes.
 */
typedef struct hashlane_plugin_count {
    const char *instruction;
    double path;
    double all;
} hashlane_plugin_count;

/*
 * One kernel. Omitted members default to 0 or NULL.
 * - Lanes are independent.
 * - Buffers begin at a multiple of 64 bytes, except for the blocks, which have any alignment.
 * - Several threads may call a function at once, each with its own buffers. A count of 0 changes
 *   nothing.
 * - A function returns normally: it neither prints, throws, exits nor keeps the pointers.
 */
typedef struct hashlane_plugin {
    uint32_t version;  /* HASHLANE_PLUGIN_VERSION */
    uint32_t workload; /* HASHLANE_PLUGIN_...: selects one of the three functions */
    const char *name;  /* 1 to 40 of a-z, 0-9 and '-'; the rows are "plugin:NAME.xLANES" */
    uint32_t lanes;    /* 1 to HASHLANE_PLUGIN_MAX_LANES */
    uint32_t counted;  /* the number of `counts`; 0: the rows have no bound */

    /* Replaces each of `lanes` digests of 32 bytes, contiguous and in the order in which SHA-256
       (FIPS 180-4) prints them, by its own SHA-256, `iterations` times. */
    void (*sha256_chain)(uint8_t *digests, uint64_t iterations);

    /* Advances each of `lanes` states of 25 words, contiguous, by `loops` loops in place. A loop is
       Keccak-f[1600], FIPS 202, then st[i] = st[i + 1] for i < 24 and st[24] = the old st[0].
       Word x + 5y is FIPS 202's lane (x, y). */
    void (*keccak_chain)(uint64_t *states, uint64_t loops);

    /* XORs the next `rate_bytes` bytes, a multiple of 8, of blocks[lane] into each state as
       little-endian words, then applies Keccak-f[1600] to it; `count` times. With rate_bytes 0 it
       only permutes, and blocks may be NULL. rounds: 24, or 12 for the last twelve rounds (not
       requested yet). */
    void (*sha3)(uint64_t *states, const uint8_t *const *blocks, uint64_t rate_bytes,
                 uint64_t count, unsigned rounds);

    int (*supported)(void); /* NULL, or returns 0 if the processor cannot run it */
    const hashlane_plugin_count *counts;
    const struct hashlane_plugin *next; /* NULL, or another kernel of the same plug-in */
    void *reserved[4];
} hashlane_plugin;

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
extern const hashlane_plugin hashlane_plugin_entry;

/*
 * A workload of your own: any code that can be repeated. hashlane cannot know its results, so the
 * workload brings the function that checks them.
 * - Each sample begins with set_up(), continues with calls of run(), which are timed, and ends with
 *   is_right() for the sum of their iterations. The time of a call grows with its iterations.
 * - Several threads may call a function at once, each with its own state.
 * - A function returns normally: it neither throws, exits nor keeps the pointers.
 */
typedef struct hashlane_workload {
    uint32_t version;     /* HASHLANE_PLUGIN_VERSION */
    uint32_t reserved;    /* 0 */
    const char *workload; /* what is done: 1 to 40 of a-z, 0-9 and '-', no name of hashlane's */
    const char *name;  /* the code that does it: likewise; the row is "WORKLOAD.plugin:NAME.x1" */
    const char *title; /* 1 to 60 printable letters of ASCII: "a copy of 4 KiB" */
    const char *unit;  /* one iteration: 1 to 20 of a-z, such as "copy", "line" or "call" */

    /* The size of the state, up to HASHLANE_WORKLOAD_MAX_BYTES. It begins at a multiple of 64
       bytes, at another place in each visit of the row. */
    uint64_t state_bytes;

    void (*set_up)(void *state); /* NULL, or makes the state of a sample's begin */
    void (*run)(void *state, uint64_t iterations);

    /* Returns 0 if the result of `iterations` iterations after set_up() is wrong. */
    int (*is_right)(const void *state, uint64_t iterations);

    const struct hashlane_workload *next; /* NULL, or another one of the same plug-in */
    void *reserved_pointers[4];
} hashlane_workload;

#define HASHLANE_WORKLOAD_MAX_BYTES (UINT64_C(1) << 30)

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
extern const hashlane_workload hashlane_workload_entry;

#ifdef __cplusplus
}
#endif

#endif
