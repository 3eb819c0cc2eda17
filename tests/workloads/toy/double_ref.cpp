// SPDX-License-Identifier: MIT
//
// Two hashes per iteration, as two iterations of a chain: the file that add_a_workload_test.sh adds
// to src/lib/sha256/.
#include "kernels.h"

extern "C" void hashlane_sha256_chain_ref_x1(std::uint8_t *digests,
                                             std::uint64_t iterations) noexcept;

extern "C" void hashlane_sha256_double_ref_x1(std::uint8_t *digests,
                                              std::uint64_t iterations) noexcept
{
    hashlane_sha256_chain_ref_x1(digests, 2 * iterations);
}
