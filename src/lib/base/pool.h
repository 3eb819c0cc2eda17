// SPDX-License-Identifier: MIT
//
// Work divided over a pool of threads (hashlane/pool.h), and the library's own pools.
#pragma once

#include "hashlane/pool.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

namespace hashlane {

/// The bodies of hashlane_pool_start() and hashlane_pool_stop().
void start_pool(hashlane_pool &pool, unsigned threads);
void stop_pool(hashlane_pool &pool);

inline bool has_threads(const hashlane_pool *pool)
{
    return pool != nullptr && pool->run != nullptr && pool->threads > 1;
}

/// Calls call(i) for each i below `count`, on the threads of a pool that has some.
template <class Call>
void call_on_pool(const hashlane_pool &pool, std::size_t count, const Call &call)
{
    pool.run(
        pool.context,
        [](void *argument, std::size_t index) { (*static_cast<const Call *>(argument))(index); },
        const_cast<Call *>(&call), count);
}

/// Parts of more items are multiples of it, so that no lane is left empty.
constexpr std::size_t items_of_part = 32;

/// Calls part(first, count) for parts that together are all of `count` items, on the threads of a
/// pool, if there is one and the work is worth waking them: it is that of hashing `bytes` by
/// SHA-256 or SHA-3.
template <class Part>
void divide_on_pool(const hashlane_pool *pool, std::size_t count, std::uint64_t bytes,
                    const Part &part)
{
    // Several a thread, as some take longer; each of about 60 µs or more, as a thread of a guest
    // may take 30 µs to wake up.
    constexpr std::size_t parts_of_thread = 4, most_threads = std::size_t{1} << 20,
                          least_bytes = std::size_t{1} << 18;
    const std::uint64_t parts =
        has_threads(pool)
            ? std::min<std::uint64_t>({count, bytes / least_bytes,
                                       parts_of_thread * std::min(pool->threads, most_threads)})
            : 1;
    if (parts < 2)
        return part(0, count);
    std::size_t each = (count - 1) / static_cast<std::size_t>(parts) + 1;
    if (each > items_of_part)
        each = (each - 1) / items_of_part * items_of_part + items_of_part;
    call_on_pool(*pool, (count - 1) / each + 1, [&](std::size_t index) {
        part(index * each, std::min(each, count - index * each));
    });
}

/// Returns the bytes of some messages, as divide_on_pool() takes them: 0 where nobody asks.
inline std::uint64_t bytes_for(const hashlane_pool *pool, const std::size_t *bytes,
                               std::size_t count)
{
    return has_threads(pool) ? std::accumulate(bytes, bytes + count, std::uint64_t{0}) : 0;
}

} // namespace hashlane
