/* SPDX-License-Identifier: MIT */
/* A workload that has nothing to do with hashes: a copy of 4 KiB, by the C library and by a loop.
 *
 *   cc -O2 -shared -fPIC -I include examples/plugin/copy.c -o copy.so
 *   hashlane run --plugin ./copy.so
 */
#include <hashlane/plugin.h>

#include <string.h>

enum { size = 4096 };

struct state {
    uint8_t from[size], to[size];
};

static void set_up(void *memory)
{
    struct state *state = memory;
    for (int i = 0; i < size; ++i)
        state->from[i] = (uint8_t)(i * 7);
    memset(state->to, 0, size);
}

/* The empty statement "changes" the memory, so that the compiler leaves out no copy. */
static void by_the_library(void *memory, uint64_t iterations)
{
    struct state *state = memory;
    for (; iterations != 0; --iterations) {
        memcpy(state->to, state->from, size);
        __asm__ volatile("" : : "r"(state) : "memory");
    }
}

static void by_words(void *memory, uint64_t iterations)
{
    struct state *state = memory;
    for (; iterations != 0; --iterations)
        for (int i = 0; i < size; i += (int)sizeof(uint64_t)) {
            uint64_t word;
            memcpy(&word, state->from + i, sizeof word);
            __asm__ volatile("" : "+r"(word));
            memcpy(state->to + i, &word, sizeof word);
        }
}

static int is_right(const void *memory, uint64_t iterations)
{
    const struct state *state = memory;
    return iterations == 0 || memcmp(state->from, state->to, size) == 0;
}

static const hashlane_workload words = {.version = HASHLANE_PLUGIN_VERSION,
                                        .workload = "copy-4k",
                                        .name = "words",
                                        .title = "a copy of 4 KiB",
                                        .unit = "copy",
                                        .state_bytes = sizeof(struct state),
                                        .set_up = set_up,
                                        .run = by_words,
                                        .is_right = is_right};

const hashlane_workload hashlane_workload_entry = {.version = HASHLANE_PLUGIN_VERSION,
                                                   .workload = "copy-4k",
                                                   .name = "libc",
                                                   .title = "a copy of 4 KiB",
                                                   .unit = "copy",
                                                   .state_bytes = sizeof(struct state),
                                                   .set_up = set_up,
                                                   .run = by_the_library,
                                                   .is_right = is_right,
                                                   .next = &words};
