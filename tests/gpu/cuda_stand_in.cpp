// SPDX-License-Identifier: MIT
//
// The device kernels compiled as CUDA would have them, but for the processor and one work item at a
// time, so that the other half of portable.h is compiled and right where there is no such device.

#include "cuda_stand_in.h"

#define __global__
#define __device__
#define __forceinline__ inline
#define __constant__

namespace {

struct Index {
    unsigned x = 0;
};
const Index blockDim{64};
thread_local Index blockIdx, threadIdx;

} // namespace

#include "gpu/kernels/portable.h"

namespace keccak {
#include "gpu/kernels/keccak_chain.cl"
} // namespace keccak

namespace sha256 {
#include "gpu/kernels/sha256_chain.cl"
} // namespace sha256

namespace hashlane::test {
namespace {

// More items than lanes, as a device launches them.
template <class Body> void for_each_item(u32 lanes, Body body)
{
    for (blockIdx.x = 0; blockIdx.x * blockDim.x < lanes; ++blockIdx.x)
        for (threadIdx.x = 0; threadIdx.x < blockDim.x; ++threadIdx.x)
            body();
}

} // namespace

void cuda_keccak_chain(std::uint64_t *states, std::uint32_t lanes, std::uint32_t loops)
{
    for_each_item(lanes,
                  [&] { keccak::keccak_chain(reinterpret_cast<u64 *>(states), lanes, loops); });
}

void cuda_sha256_chain(std::uint8_t *digests, std::uint32_t lanes, std::uint32_t iterations)
{
    for_each_item(lanes, [&] { sha256::sha256_chain(digests, lanes, iterations); });
}

} // namespace hashlane::test
