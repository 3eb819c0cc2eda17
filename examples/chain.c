/* SPDX-License-Identifier: MIT */
/*
 * Creates a proof of sequential work on one core, and verifies it on all cores, as a timelord and a
 * node of a blockchain do.
 *
 *     cc examples/chain.c -lhashlane && ./a.out
 */
#include <hashlane/chain.h>

#include <stdio.h>
#include <stdlib.h>

enum { CHECKPOINTS = 100, EVERY = 10000 };

/* Prints whether every segment is right; returns the lowest wrong one. */
static size_t verify(const char *when, const hashlane_chain_segment *segments,
                     const hashlane_pool *pool)
{
    hashlane_chain_options options = {0};
    hashlane_chain_result result;

    options.deadline_ns = 5000000000u; /* five seconds, half of the time of a block */
    if (hashlane_chain_verify_pool(segments, CHECKPOINTS, &options, &result, pool) == HASHLANE_OK)
        printf("%s: right, %lu hashes\n", when, (unsigned long)result.hashes);
    else
        printf("%s: segment %lu is wrong\n", when, (unsigned long)result.wrong);
    return result.wrong;
}

int main(void)
{
    static uint8_t checkpoints[1 + CHECKPOINTS][32]; /* the first is the start: zeros */
    hashlane_chain_segment segments[CHECKPOINTS] = {{0}};
    hashlane_pool pool;
    uint8_t digest[32] = {0};
    size_t published, tampered;
    size_t i;

    /* Hash by hash: nobody can do this faster than one core can. */
    hashlane_chain_create(digest, NULL, EVERY, CHECKPOINTS, checkpoints[1]);

    /* The segments between checkpoints are checked at once, on all lanes of all cores. */
    for (i = 0; i < CHECKPOINTS; ++i) {
        segments[i].start = checkpoints[i];
        segments[i].end = checkpoints[i + 1];
        segments[i].hashes = EVERY;
    }
    hashlane_pool_start(&pool, 0);
    published = verify("as published", segments, &pool);
    checkpoints[78][5] ^= 1;
    tampered = verify("tampered with", segments, &pool);
    hashlane_pool_stop(&pool);
    return published == HASHLANE_CHAIN_NONE && tampered == 77 ? EXIT_SUCCESS : EXIT_FAILURE;
}
