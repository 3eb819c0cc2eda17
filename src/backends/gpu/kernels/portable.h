// SPDX-License-Identifier: MIT
//
// Names for things that OpenCL C 1.2 and CUDA C++ call differently: all that the kernels in this
// folder need. Each is compiled with this text before it. LANE is the work item's number in the
// whole launch.
#ifdef __OPENCL_VERSION__
#define KERNEL __kernel
#define DEVICE
#define GLOBAL __global
#define CONSTANT __constant
#define LANE get_global_id(0)
#define ATOMIC_ADD atomic_add
typedef uchar u8;
typedef uint u32;
typedef ulong u64;
#else
// FEW_LANES: a kernel for no more lanes than one warp for each scheduler. It may use all
// registers, and the compiler orders its instructions so that none waits long.
#ifdef FEW_LANES
#define KERNEL extern "C" __global__ __launch_bounds__(128, 1)
#else
#define KERNEL extern "C" __global__
#endif
#define DEVICE __device__ __forceinline__
#define GLOBAL
#define CONSTANT static __constant__ const
#define LANE (blockIdx.x * (u64)blockDim.x + threadIdx.x)
#define ATOMIC_ADD atomicAdd
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
#endif

// Rotates by n % 32.
DEVICE u32 rotl(u32 a, u32 n)
{
#ifdef __OPENCL_VERSION__
    return rotate(a, n);
#else
    return a << (n & 31) | a >> (-n & 31);
#endif
}

// For NVIDIA in assembly: its compiler would form b ^ c first where several words share it, and
// spend an operation that a single LOP3 of all three saves.
DEVICE u32 xor3(u32 a, u32 b, u32 c)
{
#ifdef __CUDA_ARCH__
    u32 result;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(result) : "r"(a), "r"(b), "r"(c));
    return result;
#else
    return a ^ b ^ c;
#endif
}

// Returns 1. Since Volta, additions share a pipe with logic and rotations, while the one that
// multiplies and adds has nothing else to do: there a * one + b is an addition in that pipe, as the
// compiler cannot rely on a launch without a third dimension.
DEVICE u32 unknown_one(void)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 700
    u32 one;
    asm volatile("mov.u32 %0, %%nctaid.z;" : "=r"(one));
    return one;
#else
    return 1;
#endif
}
