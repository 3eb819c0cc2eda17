// SPDX-License-Identifier: MIT
//
// What differs between compilers. Everything that is not standard C++ is here, except flags
// (cmake/isa.cmake), intrinsics, and the timed instructions of src/clock/instruction_timing.def,
// which exist as GNU assembly only.
//
//   HASHLANE_X86_64             1 where the program is built for x86-64, else 0
//   HASHLANE_GNU_ASM            1 where the compiler reads GNU's inline assembly, else 0
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
#ifndef HASHLANE_SRC_COMPILER_COMPILER_H
#define HASHLANE_SRC_COMPILER_COMPILER_H

#if defined(__x86_64__) || (defined(_M_X64) && !defined(_M_ARM64EC))
#define HASHLANE_X86_64 1
#else
#define HASHLANE_X86_64 0
#endif

#define HASHLANE_TEXT(x) #x
#define HASHLANE_TEXT_OF(x) HASHLANE_TEXT(x)

#if defined(__GNUC__)
#define HASHLANE_GNU_ASM 1
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
#else
#define HASHLANE_GNU_ASM 0
#define HASHLANE_INLINE_LAMBDA
#define HASHLANE_ALIGNED_FRAME(n) static_cast<void>(n)
#define HASHLANE_KEEP(where, x) static_cast<void>(x)
#if defined(_MSC_VER)
#define HASHLANE_INLINE __forceinline
#define HASHLANE_NOINLINE __declspec(noinline)
#define HASHLANE_COMPILER "msvc " HASHLANE_TEXT_OF(_MSC_FULL_VER)
#else
#define HASHLANE_INLINE inline
#define HASHLANE_NOINLINE
#define HASHLANE_COMPILER "unknown"
#endif
#endif

#endif
