// SPDX-License-Identifier: MIT
//! More empty messages than there is memory for: a slice of them needs none.

use hashlane::{
    chain, rfc9162_leaves, sha256d_many, Keccak256, Pool, Seed, Sha256, Sha3_256, Shake128,
    TurboShake128,
};
use std::panic::catch_unwind;

#[test]
fn more_messages_than_digests_fit() {
    for count in [1 << 58, 1 << 59, (1 << 59) + 1, 1 << 60, 1 << 62, usize::MAX] {
        // SAFETY: arrays of no bytes are nowhere.
        let rows: &[[u8; 0]] =
            unsafe { std::slice::from_raw_parts(std::ptr::NonNull::dangling().as_ptr(), count) };
        let pool = || Pool::new(2);
        let calls: [(&str, &(dyn Fn() + std::panic::RefUnwindSafe)); 12] = [
            ("Sha256", &|| drop(Sha256::digest_many(rows))),
            ("Sha256, on a pool", &|| drop(Sha256::digest_many_on(rows, &pool()))),
            ("Sha256, into few", &|| Sha256::digest_many_into(rows, &mut [[0; 32]; 2])),
            ("sha256d", &|| drop(sha256d_many(rows))),
            ("Seed", &|| drop(Seed::new(b"").digest_many(rows))),
            ("leaves", &|| drop(rfc9162_leaves(rows))),
            ("Sha3", &|| drop(Sha3_256::digest_many(rows))),
            ("Sha3, on a pool", &|| drop(Sha3_256::digest_many_on(rows, &pool()))),
            ("Keccak", &|| drop(Keccak256::digest_many(rows))),
            ("Shake", &|| drop(Shake128::digest_many::<_, 32>(rows))),
            ("TurboShake", &|| drop(TurboShake128::digest_many::<_, 32>(rows))),
            ("chain", &|| drop(chain::create(&[0; 32], 1, count, None))),
        ];
        for (name, call) in calls {
            assert!(catch_unwind(call).is_err(), "{}: {} messages", name, count);
        }
        assert_eq!(Shake128::digest_many::<_, 0>(rows).len(), count);
        assert_eq!(TurboShake128::digest_many::<_, 0>(rows).len(), count);
    }
}
