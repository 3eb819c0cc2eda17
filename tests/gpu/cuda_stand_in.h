// SPDX-License-Identifier: MIT
#ifndef HASHLANE_TESTS_GPU_CUDA_STAND_IN_H
#define HASHLANE_TESTS_GPU_CUDA_STAND_IN_H

#include <cstdint>

namespace hashlane::test {

// The CUDA form of the device kernels, run by the processor over a whole number of blocks.
void cuda_keccak_chain(std::uint64_t *states, std::uint32_t lanes, std::uint32_t loops);
void cuda_sha256_chain(std::uint8_t *digests, std::uint32_t lanes, std::uint32_t iterations);

} // namespace hashlane::test

#endif
