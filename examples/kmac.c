/* SPDX-License-Identifier: MIT */
/*
 * Authenticates messages between two parties that share a key: the sender computes a KMAC256, the
 * receiver verifies it.
 *
 *     cc examples/kmac.c -lhashlane
 *
 * The key is absorbed once; every message starts from a copy of that context. The customization
 * separates these MACs from all others that are made with the same key.
 */
#include <hashlane/hashlane.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAC_BYTES = 32 };

static const char customization[] = "example 1.0, messages";

/* Makes the context that both sides keep instead of the key, and wipes the key. */
static int take_key(hashlane_kmac_context *keyed, uint8_t *key, size_t key_bytes)
{
    const hashlane_status status =
        hashlane_kmac_init(keyed, HASHLANE_KMAC256, key, key_bytes, (const uint8_t *)customization,
                           sizeof customization - 1);
    hashlane_wipe(key, key_bytes);
    return status == HASHLANE_OK;
}

/* Absorbs a message, a number and a text. The number's fixed length makes the bytes unambiguous. */
static void append(hashlane_kmac_context *mac, uint32_t number, const char *text)
{
    const uint8_t bytes[4] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16),
                              (uint8_t)(number >> 8), (uint8_t)number};
    hashlane_kmac_update(mac, bytes, sizeof bytes);
    hashlane_kmac_update(mac, (const uint8_t *)text, strlen(text));
}

static void authenticate(const hashlane_kmac_context *keyed, uint32_t number, const char *text,
                         uint8_t mac[MAC_BYTES])
{
    hashlane_kmac_context copy = *keyed;
    append(&copy, number, text);
    hashlane_kmac_final(&copy, mac, MAC_BYTES); /* wipes the copy */
}

static int is_authentic(const hashlane_kmac_context *keyed, uint32_t number, const char *text,
                        const uint8_t mac[MAC_BYTES])
{
    hashlane_kmac_context copy = *keyed;
    append(&copy, number, text);
    return hashlane_kmac_final_verify(&copy, mac, MAC_BYTES) == HASHLANE_OK;
}

int main(void)
{
    uint8_t key[32] = {0}; /* a real key is random */
    uint8_t mac[MAC_BYTES];
    hashlane_kmac_context keyed;
    int accepted, tampered, replayed;
    size_t i;

    if (!take_key(&keyed, key, sizeof key))
        return EXIT_FAILURE;
    authenticate(&keyed, 7, "pay 10 to Ada", mac);
    printf("message 7: ");
    for (i = 0; i < sizeof mac; ++i)
        printf("%02x", mac[i]);
    accepted = is_authentic(&keyed, 7, "pay 10 to Ada", mac);
    tampered = is_authentic(&keyed, 7, "pay 99 to Ada", mac);
    replayed = is_authentic(&keyed, 8, "pay 10 to Ada", mac);
    hashlane_wipe(&keyed, sizeof keyed); /* it is as good as the key */
    printf("\nas sent: %s; another text: %s; another number: %s\n",
           accepted ? "authentic" : "refused", tampered ? "authentic" : "refused",
           replayed ? "authentic" : "refused");
    return accepted && !tampered && !replayed ? EXIT_SUCCESS : EXIT_FAILURE;
}
