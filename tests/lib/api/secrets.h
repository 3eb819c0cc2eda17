// SPDX-License-Identifier: MIT
//
// The functions of the library that get secrets, for secrets.cpp to run under valgrind.
#pragma once

#include "lib/core/workload.h"

#include <cstdint>
#include <span>
#include <vector>

namespace hashlane::test {

constexpr std::size_t most_secret_bytes = 16384;
constexpr std::size_t most_output_bytes = 16384;

/// Functions that are run together: one call often needs another.
struct SecretUse {
    const char *functions; ///< their names, with spaces between
    Workload workload;     ///< whose kernels they call
    /// Calls them with messages, keys and salts from `secret`, and with everything else from
    /// elsewhere; writes all results to `output`, also a status that depends on a secret. It
    /// neither branches on a byte of either nor uses one as an index.
    void (*run)(const std::uint8_t *secret, std::uint8_t *output);
};

std::span<const SecretUse> secret_uses();             ///< of chains, SHA-3 and SP 800-185
std::span<const SecretUse> secret_uses_of_messages(); ///< of the other headers
std::vector<SecretUse> all_secret_uses();

/// Functions that get no secret, and why.
struct NoSecret {
    const char *functions;
    const char *reason;
};

std::span<const NoSecret> functions_without_secrets();

} // namespace hashlane::test
