/* SPDX-License-Identifier: MIT */
/*
 * Builds a Merkle tree over the blocks of a file, and checks that a block belongs to it.
 *
 *     merkle_tree [FILE [BLOCK]]      without a file: over generated data
 *
 * A leaf is SHA256(0x00 || block): the prefix distinguishes a block from an inner node. All
 * leaves are hashed at once, then each level of the tree.
 */
#include <hashlane/merkle.h>
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
    if (file != NULL && ferror(file)) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    if (file != NULL)
        fclose(file);
    return prefixed;
}

static hashlane_merkle_tree shape_of(size_t leaves)
{
    const hashlane_merkle_tree shape = {HASHLANE_MERKLE_PLAIN, 0, leaves};
    return shape;
}

static struct tree plant(const uint8_t *prefixed, size_t bytes)
{
    struct tree tree = {(bytes + BLOCK_BYTES - 1) / BLOCK_BYTES, NULL};
    const hashlane_merkle_tree shape = shape_of(tree.leaves);
    const uint8_t **messages = malloc((tree.leaves + 1) * sizeof *messages);
    size_t *lengths = malloc((tree.leaves + 1) * sizeof *lengths);
    tree.digests = malloc((tree.leaves + hashlane_merkle_nodes(&shape) + 1) * DIGEST_BYTES);
    if (messages == NULL || lengths == NULL || tree.digests == NULL)
        exit(1);
    for (size_t i = 0; i < tree.leaves; ++i) {
        messages[i] = prefixed + i * LEAF_BYTES;
        lengths[i] = i + 1 < tree.leaves ? LEAF_BYTES : 1 + bytes - i * BLOCK_BYTES;
    }
    hashlane_sha256_many(messages, lengths, tree.leaves, tree.digests);
    hashlane_merkle_levels(&shape, tree.digests, tree.digests + tree.leaves * DIGEST_BYTES);
    free(lengths);
    free(messages);
    return tree;
}

/* Returns the block that an argument names; ends the program if there is none. */
static size_t block_of(const char *text, size_t blocks)
{
    char *rest;
    const unsigned long long block = strtoull(text, &rest, 10);
    if (*text < '0' || *text > '9' || *rest != '\0' || block >= blocks) {
        fprintf(stderr, "%s: no block; there are %zu, from 0 on\n", text, blocks);
        exit(1);
    }
    return (size_t)block;
}

int main(int argc, char **argv)
{
    size_t bytes;
    uint8_t *const prefixed = read_blocks(argc > 1 ? argv[1] : NULL, &bytes);
    const struct tree tree = plant(prefixed, bytes);
    uint8_t *const scratch = malloc((tree.leaves + 1) / 2 * DIGEST_BYTES + 1);
    const hashlane_merkle_tree shape = shape_of(tree.leaves);
    uint8_t root[DIGEST_BYTES], proof[64 * DIGEST_BYTES];
    size_t proof_count;
    if (scratch == NULL)
        return 1;
    hashlane_merkle_root(&shape, tree.digests, scratch, root);
    printf("%zu bytes, %zu leaves, root ", bytes, tree.leaves);
    for (int i = 0; i < DIGEST_BYTES; ++i)
        printf("%02x", root[i]);
    printf("\n");

    int wrong = 0;
    const size_t first = argc > 2 ? block_of(argv[2], tree.leaves) : 0;
    const size_t end = argc > 2 ? first + 1 : tree.leaves;
    for (size_t leaf = first; leaf < end; ++leaf) {
        const uint8_t *const digest = tree.digests + leaf * DIGEST_BYTES;
        hashlane_merkle_proof(&shape, leaf, tree.digests, tree.digests + tree.leaves * DIGEST_BYTES,
                              proof, &proof_count);
        /* As somebody does who has this leaf and the root alone. */
        wrong |=
            hashlane_merkle_verify(&shape, leaf, digest, proof, proof_count, root) != HASHLANE_OK;
    }
    printf("%s\n", wrong ? "a block does not belong to it" : "every block's path leads to it");
    free(scratch);
    free(tree.digests);
    free(prefixed);
    return wrong;
}
