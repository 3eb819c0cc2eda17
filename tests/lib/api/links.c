/* SPDX-License-Identifier: MIT */
/* A program in C that links the library with its own compiler alone, and reaches most of it:
   threads, files, every workload. */
#include <hashlane/hashlane.h>

#include <stdio.h>

int hashlane_c_client(void); /* c_client.c */

static int chains_are_right(void)
{
    static uint8_t checkpoints[1 + 4][32];
    hashlane_chain_segment segments[4];
    uint8_t digest[32] = {0};
    hashlane_pool pool;
    int is_right;
    size_t i;

    hashlane_chain_create(digest, NULL, 100, 4, checkpoints[1]);
    for (i = 0; i < 4; ++i) {
        segments[i].start = checkpoints[i];
        segments[i].end = checkpoints[i + 1];
        segments[i].hashes = 100;
        segments[i].mixin = NULL;
        segments[i].salt = NULL;
    }
    hashlane_pool_start(&pool, 2);
    is_right = hashlane_chain_verify_pool(segments, 4, NULL, NULL, &pool) == HASHLANE_OK;
    hashlane_pool_stop(&pool);
    return is_right;
}

int main(void)
{
    uint8_t digest[32];
    if (hashlane_c_client() != 0 || !chains_are_right())
        return 1;
    if (hashlane_tuning_load("no/such/file") != HASHLANE_NOT_FOUND)
        return 2;
    if (hashlane_sha3_hash(HASHLANE_SHA3_256, NULL, 0, digest, sizeof digest) != HASHLANE_OK ||
        digest[0] != 0xa7 || digest[31] != 0x4a)
        return 3;
    printf("%s\n", hashlane_version());
    return 0;
}
