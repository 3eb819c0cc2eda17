// SPDX-License-Identifier: MIT
//
// The digests that kernels are compared with: OpenSSL's, which shares no code with us; or, in a
// cross build without OpenSSL for the target, those of the reference kernels, which are compared
// with the stored vectors.
#pragma once

#if HASHLANE_OPENSSL
#include "openssl.h"
#else
#include "lib/core/registry.h"
#include "lib/sha256/message.h"
#include "lib/sha3/sponge.h"

#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>
#endif

namespace hashlane::test {

/// Returns the digest by OpenSSL's name of the function ("sha256", "sha3-256", "shake128");
/// `output_bytes` for shake alone.
inline std::vector<std::uint8_t> oracle_digest(const std::string &name,
                                               std::span<const std::uint8_t> message,
                                               std::size_t output_bytes = 0)
{
#if HASHLANE_OPENSSL
    return openssl_digest(name, message, output_bytes);
#else
    if (name == "sha256") {
        std::vector<std::uint8_t> digest(sha256_digest_bytes);
        const std::uint8_t *const from = message.data();
        std::uint8_t *const to = digest.data();
        hash_messages(function_of<Workload::sha256>(reference_kernel(Workload::sha256)), 1, &from,
                      message.size(), &to);
        return digest;
    }
    const auto function = std::ranges::find(sha3_functions(), name, &Sha3Function::name);
    if (function == sha3_functions().end())
        throw std::runtime_error("no reference for " + name);
    std::vector<std::uint8_t> output(function->digest_bytes != 0 ? function->digest_bytes
                                                                 : output_bytes);
    const std::uint8_t *const from = message.data();
    std::uint8_t *const to = output.data();
    sponge_hash(*function, function_of<Workload::sha3>(reference_kernel(Workload::sha3)), 1, &from,
                message.size(), &to, output.size());
    return output;
#endif
}

} // namespace hashlane::test
