// SPDX-License-Identifier: MIT
//! SHA-256, SHA-3 and KangarooTwelve with the fastest kernels for this processor: one message, many
//! messages at once on all lanes of a core, and proofs of sequential work.
//!
//! ```
//! use hashlane::Sha256;
//!
//! let mut hash = Sha256::new();
//! hash.update(b"in ");
//! hash.update(b"pieces");
//! assert_eq!(hash.finalize(), Sha256::digest(b"in pieces"));
//!
//! let digests = Sha256::digest_many(&["many", "more"]); // on the lanes of a core
//! assert_eq!(digests[1], Sha256::digest(b"more"));
//! ```
//!
//! [`chain`] creates chains and verifies them. Every function is safe, and none panics unless its
//! documentation lists the case; without memory for a vector that is returned, they do what [`vec!`]
//! does. [`hashlane_sys`] declares the C library.

#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

/// Contexts show no state: it may depend on a secret.
macro_rules! debug_without_state {
    ($name:literal, $kind:ty $(, const $bound:ident: $of:ty)*) => {
        impl<$(const $bound: $of),*> std::fmt::Debug for $kind {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct($name).finish_non_exhaustive()
            }
        }
    };
}

/// Writing to a message appends to it.
macro_rules! write_updates {
    ($kind:ty $(, const $bound:ident: $of:ty)*) => {
        impl<$(const $bound: $of),*> std::io::Write for $kind {
            fn write(&mut self, message: &[u8]) -> std::io::Result<usize> {
                self.update(message);
                Ok(message.len())
            }

            fn flush(&mut self) -> std::io::Result<()> {
                Ok(())
            }
        }
    };
}

pub mod chain;
mod kangarootwelve;
mod kernels;
mod merkle;
mod messages;
mod pool;
mod sha256;
mod sha3;
mod sp800_185;
mod turboshake;

pub use crate::kangarootwelve::{KangarooTwelve, KangarooTwelveReader, Kt128, Kt256};
pub use crate::kernels::{kernels, load_tuning, version, Kernel, TuningError};
pub use crate::merkle::{rfc9162_leaves, MerkleKind, MerkleTree};
pub use crate::pool::Pool;
pub use crate::sha256::{
    merkle_levels, merkle_root, sha256_compress, sha256_nodes, sha256_nodes_in_place, sha256d_many,
    sha256d_nodes, Seed, Sha256,
};
pub use crate::sha3::{
    Keccak224, Keccak256, Keccak384, Keccak512, Sha3, Sha3_224, Sha3_256, Sha3_384, Sha3_512,
    Shake, Shake128, Shake256, ShakeReader,
};
pub use crate::sp800_185::{CShake, CShake128, CShake256, CShakeReader, Kmac, Kmac128, Kmac256};
pub use crate::turboshake::{TurboShake, TurboShake128, TurboShake256, TurboShakeReader};
