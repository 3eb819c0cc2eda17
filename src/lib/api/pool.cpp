// SPDX-License-Identifier: MIT
//
// The C interface of pool.h.

#include "../base/pool.h"

extern "C" {

void hashlane_pool_start(hashlane_pool *pool, unsigned threads) noexcept
{
    hashlane::start_pool(*pool, threads);
}

void hashlane_pool_stop(hashlane_pool *pool) noexcept { hashlane::stop_pool(*pool); }

} // extern "C"
