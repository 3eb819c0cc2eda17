// SPDX-License-Identifier: MIT
//
// OpenSSL's digests and MACs: the oracle that shares no code with us.
#pragma once

#include <openssl/core_names.h>
#include <openssl/evp.h>
#include <openssl/params.h>

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

namespace hashlane::test {

/// Returns the digest by OpenSSL's name of the function ("sha256", "sha3-256", "shake128");
/// `output_bytes` for shake alone.
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

/// KMAC by name ("KMAC128"), `size` bytes of it. Keys have at least 4 bytes.
inline std::vector<std::uint8_t> openssl_kmac(const std::string &name,
                                              std::vector<std::uint8_t> key,
                                              std::vector<std::uint8_t> customization,
                                              std::span<const std::uint8_t> message,
                                              std::size_t size, bool is_xof)
{
    EVP_MAC *type = EVP_MAC_fetch(nullptr, name.c_str(), nullptr);
    EVP_MAC_CTX *context = EVP_MAC_CTX_new(type);
    int xof = is_xof ? 1 : 0;
    const OSSL_PARAM parameters[] = {
        OSSL_PARAM_construct_octet_string(OSSL_MAC_PARAM_CUSTOM, customization.data(),
                                          customization.size()),
        OSSL_PARAM_construct_size_t(OSSL_MAC_PARAM_SIZE, &size),
        OSSL_PARAM_construct_int(OSSL_MAC_PARAM_XOF, &xof), OSSL_PARAM_construct_end()};
    std::vector<std::uint8_t> output(size);
    const bool done = EVP_MAC_init(context, key.data(), key.size(), parameters) == 1 &&
                      EVP_MAC_update(context, message.data(), message.size()) == 1 &&
                      EVP_MAC_final(context, output.data(), &size, size) == 1;
    EVP_MAC_CTX_free(context);
    EVP_MAC_free(type);
    if (!done)
        throw std::runtime_error("OpenSSL cannot compute " + name);
    return output;
}

} // namespace hashlane::test
