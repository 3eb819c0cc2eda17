/* SPDX-License-Identifier: MIT */
#include <hashlane/hashlane.h>
#include <stdio.h>

int main(void)
{
    /* SHA-256 of the empty message's SHA3-256 is what tools/package expects. */
    uint8_t digest[32];
    int i;
    if (hashlane_sha3_hash(HASHLANE_SHA3_256, (const uint8_t *)"", 0, digest, sizeof digest) !=
        HASHLANE_OK)
        return 1;
    hashlane_sha256_chain(digest, 1, 1);
    for (i = 0; i < 32; ++i)
        printf("%02x", digest[i]);
    printf(" %s\n", hashlane_version());
    return 0;
}
