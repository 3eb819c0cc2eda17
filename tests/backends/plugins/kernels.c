/* SPDX-License-Identifier: MIT */
/* Kernels that do what a kernel must not, and one that is right. */
#include <hashlane/hashlane.h>
#include <hashlane/plugin.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void right(uint8_t *digests, uint64_t iterations)
{
    hashlane_sha256_chain(digests, 3, iterations);
}

static void wrong_in_one_lane(uint8_t *digests, uint64_t iterations)
{
    right(digests, iterations);
    if (iterations > 1)
        digests[2 * 32 + 31] ^= 1;
}

static void does_nothing(uint64_t *states, uint64_t loops)
{
    (void)states;
    (void)loops;
}

static void crashes(uint8_t *digests, uint64_t iterations)
{
    (void)digests;
    raise(SIGSEGV);
    (void)iterations;
}

static void hangs(uint8_t *digests, uint64_t iterations)
{
    (void)digests;
    for (volatile uint64_t i = iterations;; ++i) {
    }
}

/* It computes the right thing, a fiftieth of a second late. */
static void is_late(uint8_t *digests, uint64_t iterations)
{
    const struct timespec nap = {0, 20000000};
    nanosleep(&nap, NULL);
    right(digests, iterations);
}

static void lacks_an_instruction(uint8_t *digests, uint64_t iterations)
{
    (void)digests;
    raise(SIGILL);
    (void)iterations;
}

static void prints(uint8_t *digests, uint64_t iterations)
{
    puts("{\"not\": \"JSON of ours\"}");
    fflush(stdout);
    right(digests, iterations);
}

static void exits(uint8_t *digests, uint64_t iterations)
{
    (void)digests;
    (void)iterations;
    exit(0);
}

/* Everything that it can reach is closed, and it goes on. */
static void closes(uint8_t *digests, uint64_t iterations)
{
    for (int i = 0; i < 16; ++i)
        close(i);
    hangs(digests, iterations);
}

static void forges(uint8_t *digests, uint64_t iterations)
{
    (void)digests;
    (void)iterations;
    for (int i = 3; i < 16; ++i)
        if (write(i, "an answer of its own.", 21) == 21)
            _exit(0);
}

static void floods(uint8_t *digests, uint64_t iterations)
{
    (void)digests;
    (void)iterations;
    static const char zeros[1 << 16];
    while (write(3, zeros, sizeof zeros) > 0) {
    }
}

static int never(void) { return 0; }

static void permutes(uint64_t *states, const uint8_t *const *blocks, uint64_t rate, uint64_t count,
                     unsigned rounds)
{
    (void)rounds;
    /* The loop of the chain is the permutation and a rotation by a word, which is taken back. */
    for (; count != 0; --count) {
        for (uint64_t i = 0; i < rate; ++i)
            ((uint8_t *)states)[i] ^= *blocks != NULL ? (*blocks)[i] : 0;
        hashlane_keccak_chain(states, 1, 1);
        const uint64_t last = states[24];
        memmove(states + 1, states, 24 * sizeof *states);
        states[0] = last;
        (void)rate;
        if (rate != 0) {
            static _Thread_local const uint8_t *next;
            next = *blocks + rate;
            blocks = &next;
        }
    }
}

#define CHAIN(kernel, text, following)                                                             \
    {.version = HASHLANE_PLUGIN_VERSION,                                                           \
     .workload = HASHLANE_PLUGIN_SHA256_CHAIN,                                                     \
     .name = text,                                                                                 \
     .lanes = 3,                                                                                   \
     .sha256_chain = kernel,                                                                       \
     .next = following}

static const hashlane_plugin kernels[] = {
    CHAIN(crashes, "crashes", &kernels[1]),
    CHAIN(hangs, "hangs", &kernels[2]),
    CHAIN(is_late, "late", &kernels[3]),
    CHAIN(lacks_an_instruction, "illegal", &kernels[4]),
    CHAIN(prints, "prints", &kernels[5]),
    CHAIN(exits, "exits", &kernels[6]),
    CHAIN(closes, "closes", &kernels[7]),
    CHAIN(forges, "forges", &kernels[8]),
    CHAIN(wrong_in_one_lane, "lies", &kernels[9]),
    {.version = HASHLANE_PLUGIN_VERSION,
     .workload = HASHLANE_PLUGIN_KECCAK_CHAIN,
     .name = "idle",
     .lanes = 1,
     .keccak_chain = does_nothing,
     .next = &kernels[10]},
    {.version = HASHLANE_PLUGIN_VERSION,
     .workload = HASHLANE_PLUGIN_SHA256_CHAIN,
     .name = "elsewhere",
     .lanes = 3,
     .sha256_chain = right,
     .supported = never,
     .next = &kernels[11]},
    CHAIN(floods, "floods", &kernels[12]),
    {.version = HASHLANE_PLUGIN_VERSION,
     .workload = HASHLANE_PLUGIN_SHA3,
     .name = "absorbs",
     .lanes = 1,
     .sha3 = permutes},
};

static const hashlane_plugin_count counts[] = {{"add_r", 100, 1000}, {"logic_r", 50, 500}};

const hashlane_plugin hashlane_plugin_entry = {.version = HASHLANE_PLUGIN_VERSION,
                                               .workload = HASHLANE_PLUGIN_SHA256_CHAIN,
                                               .name = "right",
                                               .lanes = 3,
                                               .counted = 2,
                                               .sha256_chain = right,
                                               .counts = counts,
                                               .next = &kernels[0]};
