// SPDX-License-Identifier: MIT
//
// OpenSSL, message by message. SHA-256 by the functions that allocate and lock nothing: its
// SHA256() takes a thousand cycles more for each message. SHA-3 with one context that is used
// again.
#include "peer.h"

#include <algorithm>

extern "C" {
int SHA256_Init(void *context);
int SHA256_Update(void *context, const void *message, std::size_t bytes);
int SHA256_Final(unsigned char *digest, void *context);
const void *EVP_sha3_256();
const void *EVP_shake128();
void *EVP_MD_CTX_new();
int EVP_DigestInit_ex(void *context, const void *function, void *engine);
int EVP_DigestUpdate(void *context, const void *message, std::size_t bytes);
int EVP_DigestFinal_ex(void *context, unsigned char *digest, unsigned *bytes);
int EVP_DigestFinalXOF(void *context, unsigned char *output, std::size_t bytes);
}

namespace {

void *started(const void *function)
{
    void *const context = EVP_MD_CTX_new();
    EVP_DigestInit_ex(context, function, nullptr);
    return context;
}

} // namespace

void peer_sha256(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                 std::uint8_t *outputs, std::size_t output_bytes)
{
    for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t context[28]; // SHA256_CTX, a public structure
        SHA256_Init(context);
        SHA256_Update(context, messages + i * bytes, bytes);
        SHA256_Final(outputs + i * output_bytes, context);
    }
}

void peer_sha256_pieces(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                        std::uint8_t *outputs, std::size_t output_bytes)
{
    constexpr std::size_t piece = 8;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint32_t context[28];
        SHA256_Init(context);
        for (std::size_t at = 0; at < bytes; at += piece)
            SHA256_Update(context, messages + i * bytes + at, std::min(piece, bytes - at));
        SHA256_Final(outputs + i * output_bytes, context);
    }
}

void peer_sha3_256(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                   std::uint8_t *outputs, std::size_t output_bytes)
{
    static void *const context = started(EVP_sha3_256());
    for (std::size_t i = 0; i < count; ++i) {
        EVP_DigestInit_ex(context, nullptr, nullptr);
        EVP_DigestUpdate(context, messages + i * bytes, bytes);
        EVP_DigestFinal_ex(context, outputs + i * output_bytes, nullptr);
    }
}

void peer_shake128(const std::uint8_t *messages, std::size_t bytes, std::size_t count,
                   std::uint8_t *outputs, std::size_t output_bytes)
{
    static void *const context = started(EVP_shake128());
    for (std::size_t i = 0; i < count; ++i) {
        EVP_DigestInit_ex(context, nullptr, nullptr);
        EVP_DigestUpdate(context, messages + i * bytes, bytes);
        EVP_DigestFinalXOF(context, outputs + i * output_bytes, output_bytes);
    }
}
