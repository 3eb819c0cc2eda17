/* SPDX-License-Identifier: MIT */
/*
 * Prints the SHA3-256 of files, or of standard input, in the format of sha256sum.
 *
 *     cc examples/sha3sum.c -lhashlane && ./a.out README.md
 */
#include <hashlane/sha3.h>

#include <stdio.h>
#include <stdlib.h>

enum { DIGEST_BYTES = 32 };

/* Hashes a file in pieces, which may have any size. Returns 1 if the whole file could be read. */
static int hash_file(FILE *file, uint8_t *digest)
{
    static uint8_t buffer[1 << 16];
    hashlane_sha3_context hash;
    size_t bytes;

    hashlane_sha3_init(&hash, HASHLANE_SHA3_256);
    while ((bytes = fread(buffer, 1, sizeof buffer, file)) != 0)
        hashlane_sha3_update(&hash, buffer, bytes);
    hashlane_sha3_squeeze(&hash, digest, DIGEST_BYTES);
    return !ferror(file);
}

static int print_sum(FILE *file, const char *name)
{
    uint8_t digest[DIGEST_BYTES];
    size_t i;

    if (file == NULL || !hash_file(file, digest)) {
        perror(name);
        return 0;
    }
    for (i = 0; i < sizeof digest; ++i)
        printf("%02x", digest[i]);
    printf("  %s\n", name);
    return 1;
}

int main(int argc, char **argv)
{
    int status = EXIT_SUCCESS;
    int i;

    if (argc == 1)
        return print_sum(stdin, "-") ? EXIT_SUCCESS : EXIT_FAILURE;
    for (i = 1; i < argc; ++i) {
        FILE *file = fopen(argv[i], "rb");
        if (!print_sum(file, argv[i]))
            status = EXIT_FAILURE;
        if (file != NULL)
            fclose(file);
    }
    return status;
}
