/* SPDX-License-Identifier: MIT */
/*
 * Threads, for the functions whose names end with _pool. Each takes a pool as its last argument.
 *
 *     hashlane_pool pool;
 *     hashlane_pool_start(&pool, 0);
 *     hashlane_sha256_many_pool(messages, bytes, count, digests, &pool);
 *     hashlane_pool_stop(&pool);
 *
 * - Many messages: hashlane_sha256_many_pool, hashlane_sha256_seeded_many_pool,
 *   hashlane_sha256d_many_pool, hashlane_sha3_hash_many_pool, hashlane_sha3_hash_equal_pool,
 *   hashlane_turboshake_hash_many_pool.
 * - Trees: hashlane_merkle_root_pool, hashlane_merkle_levels_pool,
 *   hashlane_merkle_rfc9162_leaves_pool, hashlane_sha256_nodes_pool.
 * - One long message: hashlane_kangarootwelve_hash_pool, hashlane_parallel_hash_pool, and the
 *   functions to update both.
 * - Proofs of chains: hashlane_chain_verify_pool.
 *
 * The functions of columns have none: pass parts of the rows, each on a thread of yours.
 *
 * Rules for all of these functions:
 * - Results do not depend on the pool. Without one (NULL, or `run` is NULL) the calling thread does
 *   all the work, as in the function without _pool.
 * - They return when all of the work is done, and allocate nothing. hashlane_pool_start() alone
 *   starts threads and allocates.
 * - Less than about 100 us of work is not divided: threads would take longer to wake up.
 */
#ifndef HASHLANE_POOL_H
#define HASHLANE_POOL_H

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A pool of threads: the library's, from hashlane_pool_start(), or any others, such as OpenMP's.
 * - run: calls work(argument, i) once for every i from 0 to count - 1, in any order and on any
 *   threads, and returns when all of these calls have returned.
 * - context: run()'s first argument.
 * - threads: the maximum number of calls that run() executes at once; work is divided accordingly.
 */
typedef struct hashlane_pool {
    void (*run)(void *context, void (*work)(void *argument, size_t index), void *argument,
                size_t count);
    void *context;
    size_t threads;
    uint64_t reserved[4]; /* zeros */
} hashlane_pool;

/*
 * Starts a pool of `threads` threads, including the one that calls a function with it; 0: one for
 * each processor that the process may use. pool->threads is then the number of threads in the pool.
 * A thread that cannot be started is left out; if there is no memory, only the calling thread
 * remains.
 *
 * Any thread may use the pool at any time. While one thread uses it, calls from other threads run
 * on the thread that calls, alone. So does a call by the handler of a signal that has interrupted
 * one. The pool's own threads handle no signals but those of their own faults and of profilers, and
 * a thread is not cancelled (pthread_cancel) while it works on the pool.
 *
 * The child of a fork() has no threads of its parent's pools: functions that it calls with one run
 * on the calling thread alone, and it may stop the pool, leave it, or start another.
 */
void hashlane_pool_start(hashlane_pool *pool, unsigned threads) HASHLANE_NOEXCEPT;

/*
 * Ends the pool's threads, if the library started it, and empties the structure; in the child of a
 * fork(), it frees the memory alone. Every function that was called with the pool must have
 * returned. The call waits for work that another thread has under way on the pool, but a function
 * may divide its work more than once, and would then use a pool that is gone.
 */
void hashlane_pool_stop(hashlane_pool *pool) HASHLANE_NOEXCEPT;

#ifdef __cplusplus
}
#endif

#endif
