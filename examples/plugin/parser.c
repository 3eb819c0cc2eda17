/* SPDX-License-Identifier: MIT */
/* A function of a parser: the sum of a line of numbers. In place of the function stands yours,
 * which is linked as your program links it.
 *
 *   cc -O2 -shared -fPIC -I include examples/plugin/parser.c -o parser.so
 *   hashlane run --plugin ./parser.so
 */
#include <hashlane/plugin.h>

#include <stdio.h>
#include <string.h>

enum { numbers = 100 };

struct state {
    char line[numbers * 6];
    uint64_t sum; /* of all iterations */
};

/* "17,0,42": the sum of the numbers. */
static uint64_t sum_of(const char *line)
{
    uint64_t sum = 0, number = 0;
    for (; *line != '\0'; ++line) {
        if (*line == ',') {
            sum += number;
            number = 0;
        } else {
            number = number * 10 + (uint64_t)(*line - '0');
        }
    }
    return sum + number;
}

static unsigned number_at(unsigned i) { return i * 7919 % 65521; }

static void set_up(void *memory)
{
    struct state *state = memory;
    memset(state, 0, sizeof *state);
    size_t end = 0;
    for (unsigned i = 0; i < numbers; ++i)
        end += (size_t)snprintf(state->line + end, sizeof state->line - end, "%s%u",
                                i == 0 ? "" : ",", number_at(i));
}

static void run(void *memory, uint64_t iterations)
{
    struct state *state = memory;
    for (; iterations != 0; --iterations) {
        state->sum += sum_of(state->line);
        __asm__ volatile("" : : "r"(state) : "memory");
    }
}

/* By other code than the function's: the numbers were never text here. */
static int is_right(const void *memory, uint64_t iterations)
{
    const struct state *state = memory;
    uint64_t sum = 0;
    for (unsigned i = 0; i < numbers; ++i)
        sum += number_at(i);
    return state->sum == sum * iterations;
}

const hashlane_workload hashlane_workload_entry = {.version = HASHLANE_PLUGIN_VERSION,
                                                   .workload = "parse-line",
                                                   .name = "decimal",
                                                   .title = "the sum of a line of 100 numbers",
                                                   .unit = "line",
                                                   .state_bytes = sizeof(struct state),
                                                   .set_up = set_up,
                                                   .run = run,
                                                   .is_right = is_right};
