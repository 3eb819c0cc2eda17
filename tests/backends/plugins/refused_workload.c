/* SPDX-License-Identifier: MIT */
/* Plug-ins whose own workload is refused: one for each definition. */
#include <hashlane/plugin.h>

#include <stddef.h>

/* One definition leaves it unused, another one the check. */
__attribute__((unused)) static void run(void *state, uint64_t iterations)
{
    (void)state;
    for (volatile uint64_t i = 0; i < iterations; ++i) {
    }
}

__attribute__((unused)) static int is_right(const void *state, uint64_t iterations)
{
    (void)state;
    return iterations < UINT64_MAX;
}

#ifndef VERSION
#define VERSION HASHLANE_PLUGIN_VERSION
#endif
#ifndef WORKLOAD
#define WORKLOAD "sum-of-threes"
#endif
#ifndef NAME
#define NAME "refused"
#endif
#ifndef TITLE
#define TITLE "a title"
#endif
#ifndef UNIT
#define UNIT "sum"
#endif
#ifndef STATE_BYTES
#define STATE_BYTES 8
#endif
#ifndef RUN
#define RUN run
#endif
#ifndef IS_RIGHT
#define IS_RIGHT is_right
#endif

const hashlane_workload hashlane_workload_entry = {.version = VERSION,
                                                   .workload = WORKLOAD,
                                                   .name = NAME,
                                                   .title = TITLE,
                                                   .unit = UNIT,
                                                   .state_bytes = STATE_BYTES,
                                                   .run = RUN,
                                                   .is_right = IS_RIGHT};
