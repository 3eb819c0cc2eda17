// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace hashlane::test {

// Blocks and threads in each.
struct CudaGrid {
    unsigned blocks = 0;
    unsigned threads = 0;
};

// Whole blocks that hold every lane, and items beyond the last as a rule.
CudaGrid grid_for(std::uint32_t lanes);

// The CUDA form of the device kernels, run by the processor, thread after thread. Blocks take turns
// in SHA-256's two forms.
void cuda_keccak_chain(std::uint64_t *states, std::uint32_t lanes, std::uint32_t loops,
                       const CudaGrid &grid);
void cuda_sha256_chain(std::uint8_t *digests, std::uint32_t lanes, std::uint32_t iterations,
                       const CudaGrid &grid);
void cuda_sha256_segments(std::uint8_t *lanes, std::uint32_t count, std::uint32_t iterations,
                          const CudaGrid &grid);
// "memory_write" or "memory_compare".
void cuda_memory_pass(const std::string &kernel, std::uint64_t *memory, std::uint32_t lanes,
                      std::uint32_t rounds, const CudaGrid &grid);

} // namespace hashlane::test
