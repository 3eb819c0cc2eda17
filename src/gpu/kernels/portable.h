// SPDX-License-Identifier: MIT
//
// What OpenCL C 1.2 and CUDA C++ call differently: all that the kernels beside this file need.
// Each is compiled with this text before it. LANE is the work item's number in the whole launch.
#ifdef __OPENCL_VERSION__
#define KERNEL __kernel
#define DEVICE
#define GLOBAL __global
#define CONSTANT __constant
#define LANE get_global_id(0)
typedef uchar u8;
typedef uint u32;
typedef ulong u64;
#else
#define KERNEL extern "C" __global__
#define DEVICE static __device__ __forceinline__
#define GLOBAL
#define CONSTANT static __constant__ const
#define LANE (blockIdx.x * (u64)blockDim.x + threadIdx.x)
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
#endif
