/* SPDX-License-Identifier: MIT */
/* Workloads of their own: one that is right, and some that are not. */
#include <hashlane/plugin.h>

#include <signal.h>
#include <stddef.h>

/* The sum of the iterations' numbers, from 17 on. */
static void set_up(void *state) { *(uint64_t *)state = 17; }

static void adds(void *state, uint64_t iterations)
{
    volatile uint64_t *sum = state;
    for (; iterations != 0; --iterations)
        *sum = *sum + 3;
}

static int is_right(const void *state, uint64_t iterations)
{
    return (uintptr_t)state % 64 == 0 && *(const uint64_t *)state == 17 + 3 * iterations;
}

static void adds_nothing(void *state, uint64_t iterations)
{
    (void)state;
    (void)iterations;
}

/* As code of which only long loops are vectorized, and wrongly. */
static void errs_late(void *state, uint64_t iterations)
{
    adds(state, iterations);
    if (iterations > 3)
        ++*(uint64_t *)state;
}

static void crashes(void *state, uint64_t iterations)
{
    (void)state;
    (void)iterations;
    raise(SIGSEGV);
}

static int is_always_right(const void *state, uint64_t iterations)
{
    (void)state;
    (void)iterations;
    return 1;
}

#define SUM(kernel, function, following)                                                           \
    {.version = HASHLANE_PLUGIN_VERSION,                                                           \
     .workload = "sum-of-threes",                                                                  \
     .name = kernel,                                                                               \
     .title = "sum += 3",                                                                          \
     .unit = "sum",                                                                                \
     .state_bytes = sizeof(uint64_t),                                                              \
     .set_up = set_up,                                                                             \
     .run = function,                                                                              \
     .is_right = is_right,                                                                         \
     .next = following}

static const hashlane_workload late = SUM("errs-late", errs_late, NULL);
static const hashlane_workload crashing = SUM("crashes", crashes, &late);
static const hashlane_workload idle = SUM("idle", adds_nothing, &crashing);
static const hashlane_workload stateless = {.version = HASHLANE_PLUGIN_VERSION,
                                            .workload = "nothing",
                                            .name = "empty",
                                            .title = "no work at all",
                                            .unit = "call",
                                            .run = adds_nothing,
                                            .is_right = is_always_right,
                                            .next = &idle};

#ifndef ADDS
#define ADDS adds
#endif
const hashlane_workload hashlane_workload_entry = SUM("adds", ADDS, &stateless);
