// SPDX-License-Identifier: MIT
//
// Loops over a compile-time index, always unrolled: at every optimisation level a lane's state
// then lives in registers of its own instead of in an indexed array. And what compilers differ in.
#ifndef HASHLANE_SRC_CORE_LANES_H
#define HASHLANE_SRC_CORE_LANES_H

#include <utility>

#if defined(__GNUC__)
#define HASHLANE_INLINE inline __attribute__((always_inline))
#define HASHLANE_KEEP(constraint, variable) asm("" : "+" constraint(variable))
#elif defined(_MSC_VER)
#define HASHLANE_INLINE __forceinline
#else
#define HASHLANE_INLINE inline
#endif

// HASHLANE_KEEP(constraint, variable) makes a value opaque to the compiler, at no cost: sums on
// either side of it stay in the order written. The constraint says where it lives, as for inline
// assembly: "r" in a general register, "x" in an SSE or AVX, "v" in any vector register.
#if !defined(HASHLANE_KEEP)
#define HASHLANE_KEEP(constraint, variable) static_cast<void>(variable)
#endif

namespace {

template <class Body, int... i>
HASHLANE_INLINE void unroll(Body &&body, std::integer_sequence<int, i...> /*indices*/)
{
    (body(std::integral_constant<int, i>{}), ...);
}

/// Calls body(integral_constant 0), …, body(integral_constant count - 1).
template <int count, class Body> HASHLANE_INLINE void unroll(Body &&body)
{
    unroll(body, std::make_integer_sequence<int, count>{});
}

} // namespace

#endif
