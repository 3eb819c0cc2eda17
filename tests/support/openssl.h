// SPDX-License-Identifier: MIT
//
// OpenSSL's digests: the oracle that shares no code with us.
#ifndef HASHLANE_TESTS_SUPPORT_OPENSSL_H
#define HASHLANE_TESTS_SUPPORT_OPENSSL_H

#include <openssl/evp.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace hashlane::test {

/// Name as OpenSSL knows it ("sha256", "sha3-256", "shake128"); `output_bytes` for shake alone.
inline std::vector<std::uint8_t> openssl_digest(const std::string &name,
                                                std::span<const std::uint8_t> message,
                                                std::size_t output_bytes = 0)
{
    const EVP_MD *type = EVP_get_digestbyname(name.c_str());
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (type == nullptr || context == nullptr || EVP_DigestInit_ex(context, type, nullptr) != 1 ||
        EVP_DigestUpdate(context, message.data(), message.size()) != 1)
        throw std::runtime_error("OpenSSL cannot compute " + name);
    const bool extendable = name.starts_with("shake");
    std::vector<std::uint8_t> output(extendable ? output_bytes
                                                : static_cast<std::size_t>(EVP_MD_size(type)));
    const int done = extendable ? EVP_DigestFinalXOF(context, output.data(), output.size())
                                : EVP_DigestFinal_ex(context, output.data(), nullptr);
    EVP_MD_CTX_free(context);
    if (done != 1)
        throw std::runtime_error("OpenSSL cannot finish " + name);
    return output;
}

} // namespace hashlane::test

#endif
