// SPDX-License-Identifier: MIT
//
// The device kernels compiled as for CUDA, but for the processor and one work item at a time, so
// that the other half of portable.h is compiled and checked on machines without such a device.

#include "cuda_stand_in.h"

#define __global__
#define __device__
#define __forceinline__ inline
#define __constant__

namespace {

struct Index {
    unsigned x = 0;
};
thread_local Index blockDim, blockIdx, threadIdx;

} // namespace

#include "backends/gpu/kernels/portable.h"

static void atomicAdd(u32 *sum, u32 term) { *sum += term; }

namespace keccak {
#include "backends/gpu/kernels/keccak_chain.cl"
} // namespace keccak

namespace sha256 {
#include "backends/gpu/kernels/sha256_chain.cl"
#include "backends/gpu/kernels/sha256_segments.cl"
} // namespace sha256

namespace memory_pass {
#include "backends/gpu/kernels/memory_pass.cl"
} // namespace memory_pass

// With the factor from constant memory.
#define UNIFORM_FACTOR
#define sha256_chain sha256_chain_full
#define sha256_segments sha256_segments_full
namespace sha256_full {
#include "backends/gpu/kernels/sha256_chain.cl"
#include "backends/gpu/kernels/sha256_segments.cl"
} // namespace sha256_full
#undef sha256_chain
#undef sha256_segments

namespace hashlane::test {
namespace {

template <class Body> void for_each_thread(const CudaGrid &grid, Body body)
{
    blockDim.x = grid.threads;
    for (blockIdx.x = 0; blockIdx.x < grid.blocks; ++blockIdx.x)
        for (threadIdx.x = 0; threadIdx.x < grid.threads; ++threadIdx.x)
            body();
}

} // namespace

CudaGrid grid_for(std::uint32_t lanes)
{
    constexpr unsigned threads = 64;
    return {(lanes + threads - 1) / threads, threads};
}

void cuda_keccak_chain(std::uint64_t *states, std::uint32_t lanes, std::uint32_t loops,
                       const CudaGrid &grid)
{
    for_each_thread(grid,
                    [&] { keccak::keccak_chain(reinterpret_cast<u64 *>(states), lanes, loops); });
}

void cuda_sha256_chain(std::uint8_t *digests, std::uint32_t lanes, std::uint32_t iterations,
                       const CudaGrid &grid)
{
    for_each_thread(grid, [&] {
        if (blockIdx.x % 2 == 0)
            sha256::sha256_chain(digests, lanes, iterations);
        else
            sha256_full::sha256_chain_full(digests, lanes, iterations);
    });
}

void cuda_sha256_segments(std::uint8_t *lanes, std::uint32_t count, std::uint32_t iterations,
                          const CudaGrid &grid)
{
    for_each_thread(grid, [&] {
        if (blockIdx.x % 2 == 0)
            sha256::sha256_segments(lanes, count, iterations);
        else
            sha256_full::sha256_segments_full(lanes, count, iterations);
    });
}

void cuda_memory_pass(const std::string &kernel, std::uint64_t *memory, std::uint32_t lanes,
                      std::uint32_t rounds, const CudaGrid &grid)
{
    for_each_thread(grid, [&] {
        if (kernel == "memory_write")
            memory_pass::memory_write(reinterpret_cast<u64 *>(memory), lanes, rounds);
        else
            memory_pass::memory_compare(reinterpret_cast<u64 *>(memory), lanes, rounds);
    });
}

} // namespace hashlane::test
