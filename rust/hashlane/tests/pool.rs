// SPDX-License-Identifier: MIT
//! Pools where destructors run that nobody chose: in the child of a fork, and while others work.

use hashlane::{Pool, Sha256};
use std::sync::Arc;

fn messages() -> Vec<Vec<u8>> {
    vec![vec![1; 100_000]; 40]
}

#[cfg(unix)]
mod fork {
    use super::*;
    use std::os::raw::c_int;

    extern "C" {
        fn fork() -> c_int;
        fn waitpid(process: c_int, status: *mut c_int, options: c_int) -> c_int;
        fn _exit(status: c_int) -> !;
    }

    #[test]
    fn the_child_of_a_fork_uses_and_drops_a_pool() {
        for threads in [1, 2, 4, 16] {
            let pool = Pool::new(threads);
            let digests = Sha256::digest_many_on(&messages(), &pool);
            // SAFETY: the child calls hashlane, which may be used there, and the allocator, which glibc
            // and others leave usable.
            let child = unsafe { fork() };
            if child == 0 {
                let right = Sha256::digest_many_on(&messages(), &pool) == digests;
                drop(pool);
                let own = Sha256::digest_many_on(&messages(), &Pool::new(threads)) == digests;
                // SAFETY: it ends the child without what the parent registered.
                unsafe { _exit(if right && own { 0 } else { 1 }) }
            }
            let mut status = -1;
            // SAFETY: the status is writable.
            assert_eq!(unsafe { waitpid(child, &mut status, 0) }, child);
            assert_eq!(status, 0, "{} threads", threads);
            assert_eq!(Sha256::digest_many_on(&messages(), &pool), digests);
        }
    }
}

#[test]
fn the_last_user_ends_a_pool() {
    let pool = Arc::new(Pool::new(3));
    let expected = Sha256::digest_many(&messages());
    let users: Vec<_> = (0..3)
        .map(|_| {
            let pool = Arc::clone(&pool);
            std::thread::spawn(move || Sha256::digest_many_on(&messages(), &pool))
        })
        .collect();
    drop(pool);
    for user in users {
        assert_eq!(user.join().unwrap(), expected);
    }
}
