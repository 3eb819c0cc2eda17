/* SPDX-License-Identifier: MIT */
/* Adapter for OpenSSL's multi-block SHA-256, eight digests at once. The shared library does not
 * export it: link the static one, of Debian's libssl-dev. crypto/sha/asm/sha256-mb-x86_64.pl
 * documents the arguments.
 *
 *   cc -O2 -shared -fPIC -I include examples/plugin/openssl_multi_block.c \
 *      -l:libcrypto.a -o openssl.so
 */
#include <hashlane/plugin.h>

enum { lanes = 8 };

typedef struct {
    const uint8_t *data;
    int blocks;
} message;

/* state: the first word of all lanes, then the second, ... fours: 1 for four lanes, 2 for 8. */
void sha256_multi_block(uint32_t (*state)[lanes], const message *messages, int fours);

static const uint32_t initial[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                    0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

static void chain(uint8_t *digests, uint64_t iterations)
{
    uint8_t blocks[lanes][64] = {{0}};
    _Alignas(32) uint32_t state[8][lanes];
    for (; iterations != 0; --iterations) {
        message messages[lanes]; /* the call changes them */
        for (int lane = 0; lane < lanes; ++lane) {
            __builtin_memcpy(blocks[lane], digests + 32 * lane, 32);
            blocks[lane][32] = 0x80;
            blocks[lane][62] = 1; /* 256 bits */
            messages[lane] = (message){blocks[lane], 1};
            for (int word = 0; word < 8; ++word)
                state[word][lane] = initial[word];
        }
        sha256_multi_block(state, messages, lanes / 4);
        for (int lane = 0; lane < lanes; ++lane)
            for (int word = 0; word < 8; ++word) {
                const uint32_t bytes = __builtin_bswap32(state[word][lane]);
                __builtin_memcpy(digests + 32 * lane + 4 * word, &bytes, 4);
            }
    }
}

const hashlane_plugin hashlane_plugin_entry = {.version = HASHLANE_PLUGIN_VERSION,
                                               .workload = HASHLANE_PLUGIN_SHA256_CHAIN,
                                               .name = "openssl-multi-block",
                                               .lanes = lanes,
                                               .sha256_chain = chain};
