/* SPDX-License-Identifier: MIT */
/*
 * A kernel of your own, measured and proven by `hashlane run --plugin ./mine.so` as hashlane's own
 * are. docs/how-to/plugins.md is the guide, examples/plugin/ has kernels in C, assembly and Rust.
 *
 * A plug-in is a shared object that exports one constant, hashlane_plugin_entry. It needs nothing
 * of hashlane but this header, which is C11 and C++.
 */
#ifndef HASHLANE_PLUGIN_H
#define HASHLANE_PLUGIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Of this interface. A plug-in of another version is refused. */
#define HASHLANE_PLUGIN_VERSION 1

#define HASHLANE_PLUGIN_MAX_LANES 64

enum {
    HASHLANE_PLUGIN_SHA256_CHAIN = 1,
    HASHLANE_PLUGIN_KECCAK_CHAIN = 2,
    HASHLANE_PLUGIN_SHA3 = 3
};

/*
 * How often one iteration executes an instruction, on all lanes (`all`), and how many of those are
 * on the longest path of instructions that need each other's results (`path`); loads, stores and
 * moves are left out. `instruction`: an id of src/machine/clock/instruction_timing.def, such as
 * "rnds2", "add_z" or "rotate_r", which `hashlane info --instructions` times.
 */
typedef struct hashlane_plugin_count {
    const char *instruction;
    double path;
    double all;
} hashlane_plugin_count;

/*
 * One kernel. What is not mentioned in an initialiser is 0 or NULL, and may be.
 *
 * Lanes are independent. The buffers begin at a multiple of 64 bytes, but for the blocks, which
 * have any alignment. A function may be called by several threads at once, each with buffers of
 * its own, and with a count of 0, which changes nothing. It returns normally: it neither prints,
 * throws, exits nor keeps the pointers.
 */
typedef struct hashlane_plugin {
    uint32_t version;  /* HASHLANE_PLUGIN_VERSION */
    uint32_t workload; /* HASHLANE_PLUGIN_...: which of the three functions there is */
    const char *name;  /* 1 to 40 of a-z, 0-9 and '-'; the rows are "plugin:NAME.xLANES" */
    uint32_t lanes;    /* 1 to HASHLANE_PLUGIN_MAX_LANES */
    uint32_t counted;  /* how many `counts` there are; 0: the rows have no bound */

    /* SHA-256, FIPS 180-4: replaces each of `lanes` digests of 32 bytes, one after the other and as
       SHA-256 prints them, by its own SHA-256, `iterations` times. */
    void (*sha256_chain)(uint8_t *digests, uint64_t iterations);

    /* `loops` times, on each of `lanes` states of 25 words, state after state, in place:
       Keccak-f[1600], FIPS 202, then st[i] = st[i + 1] for i < 24 and st[24] = the old st[0].
       Word x + 5y is FIPS 202's lane (x, y). */
    void (*keccak_chain)(uint64_t *states, uint64_t loops);

    /* `count` times: XORs the next `rate_bytes` bytes, a multiple of 8, of blocks[lane] into each
       state as little-endian words, then applies Keccak-f[1600] to it. With rate_bytes 0 it only
       permutes, and blocks may be NULL. rounds: 24; or 12, for the last twelve, where a kernel has
       them (none is asked for yet). */
    void (*sha3)(uint64_t *states, const uint8_t *const *blocks, uint64_t rate_bytes,
                 uint64_t count, unsigned rounds);

    int (*supported)(void); /* NULL, or: 0 where the processor lacks what the kernel needs */
    const hashlane_plugin_count *counts;
    const struct hashlane_plugin *next; /* NULL, or: one more kernel of the same plug-in */
    void *reserved[4];
} hashlane_plugin;

#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
extern const hashlane_plugin hashlane_plugin_entry;

#ifdef __cplusplus
}
#endif

#endif
