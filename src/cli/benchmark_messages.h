// SPDX-License-Identifier: MIT
#ifndef HASHLANE_SRC_CLI_BENCHMARK_MESSAGES_H
#define HASHLANE_SRC_CLI_BENCHMARK_MESSAGES_H

#include <cstddef>

namespace hashlane {

/// What sha3 kernels are measured on by `run`, with SHA3-256. One short message and one long: what
/// a call costs, and what a byte costs.
constexpr std::size_t benchmark_message_bytes[] = {64, 16384};

} // namespace hashlane

#endif
