// SPDX-License-Identifier: MIT
//
// Loops over a compile-time index, always unrolled: at every optimisation level a lane's state
// then lives in registers of its own instead of in an indexed array.
#ifndef HASHLANE_SRC_COMPILER_UNROLL_H
#define HASHLANE_SRC_COMPILER_UNROLL_H

#include "compiler.h"

#include <utility>

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
