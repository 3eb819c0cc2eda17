// SPDX-License-Identifier: MIT
//! Threads for the functions that take a pool.

use hashlane_sys as sys;
use std::fmt;

/// Threads of the library, which end when the pool is dropped. Results do not depend on them. Any
/// thread may use a pool; a thread that finds it in use works alone.
///
/// ```
/// use hashlane::{MerkleKind, Pool, Sha256};
///
/// let pool = Pool::new(0);
/// let leaves = Sha256::digest_many_on(&["any", "lengths", "at once"], &pool);
/// let root = MerkleKind::Plain.root_on(&leaves, &pool);
/// assert_eq!(root, MerkleKind::Plain.root(&leaves));
/// ```
pub struct Pool(sys::hashlane_pool);

impl Pool {
    /// Starts a pool of `threads` threads, the calling one included; 0: one for each processor that
    /// the process may use. Threads that cannot be started are done without.
    pub fn new(threads: u32) -> Self {
        let mut pool = sys::hashlane_pool {
            run: None,
            context: std::ptr::null_mut(),
            threads: 1,
            reserved: [0; 4],
        };
        // SAFETY: it writes the structure.
        unsafe { sys::hashlane_pool_start(&mut pool, threads) };
        Pool(pool)
    }

    /// Returns the number of threads, the calling one included.
    pub fn threads(&self) -> usize {
        self.0.threads
    }

    pub(crate) fn for_c(&self) -> &sys::hashlane_pool {
        &self.0
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        // SAFETY: it was started, and nobody borrows it.
        unsafe { sys::hashlane_pool_stop(&mut self.0) }
    }
}

impl fmt::Debug for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pool of {} threads", self.0.threads)
    }
}

// SAFETY: the library's pools may be used by any thread at any time, and stopped by any.
unsafe impl Sync for Pool {}
// SAFETY: nothing in it belongs to a thread.
unsafe impl Send for Pool {}
