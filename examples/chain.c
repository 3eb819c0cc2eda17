/* SPDX-License-Identifier: MIT */
/*
 * Creates a proof of sequential work on one core, and verifies it on all cores.
 *
 *     cc examples/chain.c -lhashlane && ./a.out
 */
#include <hashlane/chain.h>

#include <stdio.h>
#include <stdlib.h>

enum { CHECKPOINTS = 100, EVERY = 10000 };

int main(void)
{
    static uint8_t checkpoints[1 + CHECKPOINTS][32]; /* the first is the start: zeros */
    hashlane_chain_segment segments[CHECKPOINTS] = {{0}};
    hashlane_chain_result result;
    uint8_t digest[32] = {0};
    size_t i;

    /* Hash by hash: nobody can do this faster than one core can. */
    hashlane_chain_create(digest, NULL, EVERY, CHECKPOINTS, checkpoints[1]);

    /* The segments between checkpoints are checked at once, on all lanes of all cores. */
    for (i = 0; i < CHECKPOINTS; ++i) {
        segments[i].start = checkpoints[i];
        segments[i].end = checkpoints[i + 1];
        segments[i].hashes = EVERY;
    }
    if (hashlane_chain_verify_threads(segments, CHECKPOINTS, NULL, 0, &result) != HASHLANE_OK)
        return EXIT_FAILURE;
    printf("%lu hashes: right\n", (unsigned long)result.hashes);
    return EXIT_SUCCESS;
}
