/* SPDX-License-Identifier: MIT */
/* hashlane.h must be usable from C. */
#include "hashlane/hashlane.h"

#include <string.h>

int hashlane_c_client(void);

int hashlane_c_client(void)
{
    /* SHA-256 of 32 zero bytes. */
    static const uint8_t expected[4] = {0x66, 0x68, 0x7a, 0xad};
    uint8_t digest[32] = {0};
    hashlane_merkle_tree tree = {HASHLANE_MERKLE_PLAIN, 0, 1};
    hashlane_sha256_chain(digest, 1, 1);
    tree.kind = (hashlane_merkle_kind)6; /* no value that C++ may have */
    if (hashlane_merkle_root(&tree, digest, NULL, digest) != HASHLANE_BAD_ARGUMENT)
        return 1;
    return memcmp(digest, expected, sizeof expected);
}
