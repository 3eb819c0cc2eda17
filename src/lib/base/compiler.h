// SPDX-License-Identifier: MIT
//
// The compilers' words beyond standard C++, which GCC and Clang share. Flags are in
// cmake/isa.cmake; intrinsics, vector types and assembly stand where they are used.
//
//   HASHLANE_X86_64             1 where the program is built for x86-64, else 0
//   HASHLANE_INLINE             inline, whatever the compiler thinks of it
//   HASHLANE_INLINE_LAMBDA      the same, after a lambda's parameters: GCC would inline it too late
//                               to see that an array it captures can live in registers
//   HASHLANE_NOINLINE           a function that is called, never inlined
//   HASHLANE_KEEP(where, x)     makes a value opaque to the compiler, at no cost: sums on either
//                               side of it stay in the order written. `where` is "r" for a general
//                               register, "x" for an SSE or AVX, "v" for any vector register, on
//                               ARM64 "w".
//   HASHLANE_ALIGNED_FRAME(n)   a statement: what the compiler itself keeps on the stack of this
//                               function is aligned to n bytes. Clang aligns vectors that it spills
//                               to no more than 16, unless a variable wants more; those that cross
//                               the end of a page made a kernel slower by a fifth in one process of
//                               eight.
//   HASHLANE_COMPILER           "gcc 12.2.0"
// And a loop that no compiler leaves rolled.
#pragma once

#include <utility>

#if defined(__x86_64__)
#define HASHLANE_X86_64 1
#else
#define HASHLANE_X86_64 0
#endif

#define HASHLANE_INLINE inline __attribute__((always_inline))
#define HASHLANE_NOINLINE __attribute__((noinline))
#define HASHLANE_INLINE_LAMBDA __attribute__((always_inline))
#define HASHLANE_KEEP(where, x) asm("" : "+" where(x))
#if defined(__clang__)
#define HASHLANE_ALIGNED_FRAME(n)                                                                  \
    alignas(n) unsigned char hashlane_aligned[n];                                                  \
    asm volatile("" : "=m"(hashlane_aligned))
#define HASHLANE_COMPILER "clang " __clang_version__
#else
#define HASHLANE_ALIGNED_FRAME(n) static_cast<void>(n)
#define HASHLANE_COMPILER "gcc " __VERSION__
#endif

namespace {

template <class Body, int... i>
HASHLANE_INLINE void unroll(Body &&body, std::integer_sequence<int, i...> /*indices*/)
{
    (body(std::integral_constant<int, i>{}), ...);
}

/// Calls body(integral_constant 0), …, body(integral_constant count - 1): a loop that is always
/// unrolled. At every optimisation level a lane's state then lives in registers of its own instead
/// of in an indexed array.
template <int count, class Body> HASHLANE_INLINE void unroll(Body &&body)
{
    unroll(body, std::make_integer_sequence<int, count>{});
}

} // namespace
