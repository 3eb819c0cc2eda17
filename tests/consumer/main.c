/* SPDX-License-Identifier: MIT */
#include <hashlane/hashlane.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    /* SHA-256 of the empty message's SHA3-256, by hashlib. */
    static const uint8_t expected[32] = {0xa0, 0x99, 0x41, 0x94, 0x9d, 0xf5, 0x08, 0x62,
                                         0x0d, 0x02, 0x7c, 0x03, 0xac, 0x12, 0xa3, 0x28,
                                         0x63, 0x82, 0xe7, 0x45, 0xb9, 0xb1, 0x7c, 0x65,
                                         0x6a, 0x98, 0xf7, 0xb5, 0xfb, 0x31, 0x69, 0x18};
    uint8_t digest[32];
    if (hashlane_sha3_hash(HASHLANE_SHA3_256, (const uint8_t *)"", 0, digest, sizeof digest) !=
        HASHLANE_OK)
        return 1;
    hashlane_sha256_chain(digest, 1, 1);
    if (memcmp(digest, expected, sizeof digest) != 0) {
        fputs("the digest is wrong\n", stderr);
        return 1;
    }
    return 0;
}
