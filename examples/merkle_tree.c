/* SPDX-License-Identifier: MIT */
/*
 * Builds a Merkle tree over the blocks of a file, and checks that a block belongs to it.
 *
 *     merkle_tree [FILE [BLOCK]]      without a file: over generated data
 *
 * A leaf is SHA256(0x00 || block): the prefix distinguishes a block from an inner node. All
 * leaves are hashed at once, then each level of the tree.
 */
#include <hashlane/sha256.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK_BYTES = 4096, LEAF_BYTES = 1 + BLOCK_BYTES, DIGEST_BYTES = HASHLANE_SHA256_BYTES };

struct tree {
    size_t leaves;
    uint8_t *digests; /* the leaves, then the levels above */
};

/* Returns the blocks, each after its prefix. */
static uint8_t *read_blocks(const char *path, size_t *bytes)
{
    FILE *const file = path != NULL ? fopen(path, "rb") : NULL;
    if (path != NULL && file == NULL) {
        fprintf(stderr, "%s: cannot be opened\n", path);
        exit(1);
    }
    uint8_t *prefixed = NULL;
    size_t blocks = 0, got = BLOCK_BYTES;
    for (*bytes = 0; got == BLOCK_BYTES; ++blocks) {
        uint8_t *const larger = realloc(prefixed, (blocks + 1) * LEAF_BYTES);
        if (larger == NULL)
            exit(1);
        prefixed = larger;
        uint8_t *const block = prefixed + blocks * LEAF_BYTES;
        memset(block, 0, LEAF_BYTES);
        got = file != NULL ? fread(block + 1, 1, BLOCK_BYTES, file) : blocks < 99 ? BLOCK_BYTES : 7;
        if (file == NULL)
            memset(block + 1, (int)blocks, got);
        *bytes += got;
    }
    if (file != NULL)
        fclose(file);
    return prefixed;
}

static struct tree plant(const uint8_t *prefixed, size_t bytes)
{
    struct tree tree = {(bytes + BLOCK_BYTES - 1) / BLOCK_BYTES, NULL};
    const uint8_t **messages = malloc((tree.leaves + 1) * sizeof *messages);
    size_t *lengths = malloc((tree.leaves + 1) * sizeof *lengths);
    tree.digests =
        malloc((tree.leaves + hashlane_sha256_merkle_nodes(tree.leaves) + 1) * DIGEST_BYTES);
    if (messages == NULL || lengths == NULL || tree.digests == NULL)
        exit(1);
    for (size_t i = 0; i < tree.leaves; ++i) {
        messages[i] = prefixed + i * LEAF_BYTES;
        lengths[i] = i + 1 < tree.leaves ? LEAF_BYTES : 1 + bytes - i * BLOCK_BYTES;
    }
    hashlane_sha256_many(messages, lengths, tree.leaves, tree.digests);
    hashlane_sha256_merkle_levels(tree.digests, tree.leaves,
                                  tree.digests + tree.leaves * DIGEST_BYTES);
    free(lengths);
    free(messages);
    return tree;
}

/* Computes the root from a leaf and its neighbours on every level, as a verifier does. */
static void climb(const struct tree *tree, size_t leaf, uint8_t *digest)
{
    const uint8_t *level = tree->digests;
    memcpy(digest, level + leaf * DIGEST_BYTES, DIGEST_BYTES);
    for (size_t count = tree->leaves; count > 1; count = (count + 1) / 2, leaf /= 2) {
        const size_t neighbour = leaf ^ 1;
        uint8_t node[HASHLANE_SHA256_NODE_BYTES];
        if (neighbour < count) { /* otherwise the digest moves up unchanged */
            memcpy(node + leaf % 2 * DIGEST_BYTES, digest, DIGEST_BYTES);
            memcpy(node + neighbour % 2 * DIGEST_BYTES, level + neighbour * DIGEST_BYTES,
                   DIGEST_BYTES);
            hashlane_sha256_nodes(node, 1, digest);
        }
        level += count * DIGEST_BYTES;
    }
}

int main(int argc, char **argv)
{
    size_t bytes;
    uint8_t *const prefixed = read_blocks(argc > 1 ? argv[1] : NULL, &bytes);
    const struct tree tree = plant(prefixed, bytes);
    uint8_t *const scratch = malloc((tree.leaves + 1) / 2 * DIGEST_BYTES + 1);
    uint8_t root[DIGEST_BYTES], climbed[DIGEST_BYTES];
    if (scratch == NULL)
        return 1;
    hashlane_sha256_merkle_root(tree.digests, tree.leaves, scratch, root);
    printf("%zu bytes, %zu leaves, root ", bytes, tree.leaves);
    for (int i = 0; i < DIGEST_BYTES; ++i)
        printf("%02x", root[i]);
    printf("\n");

    int wrong = 0;
    const size_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    const size_t end = argc > 2 && first < tree.leaves ? first + 1 : tree.leaves;
    for (size_t leaf = first; leaf < end; ++leaf) {
        climb(&tree, leaf, climbed);
        wrong |= memcmp(climbed, root, DIGEST_BYTES) != 0;
    }
    printf("%s\n", wrong ? "a block does not belong to it" : "every block's path leads to it");
    free(scratch);
    free(tree.digests);
    free(prefixed);
    return wrong;
}
