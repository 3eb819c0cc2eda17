// SPDX-License-Identifier: MIT
//! The fastest SHA-3 and SHA-256 chains that this processor can compute: one message, many messages
//! at once on all lanes of a core, and proofs of sequential work.
//!
//! ```
//! use hashlane::Sha3_256;
//!
//! let mut hash = Sha3_256::new();
//! hash.update(b"in ");
//! hash.update(b"pieces");
//! assert_eq!(hash.finalize(), Sha3_256::digest(b"in pieces"));
//!
//! let digests = Sha3_256::digest_many(&["many", "more"]); // on the lanes of a core
//! assert_eq!(digests[1], Sha3_256::digest(b"more"));
//! ```
//!
//! [`chain`] creates chains and verifies them. Every function is safe, and none panics but where its
//! description says so. The C library below is [`hashlane_sys`].

#![warn(missing_docs)]
#![deny(unsafe_op_in_unsafe_fn)]

pub mod chain;
mod kernels;
mod messages;
mod sha3;

pub use crate::kernels::{kernels, load_tuning, version, Kernel, TuningError};
pub use crate::sha3::{
    Sha3, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake, Shake128, Shake256, ShakeReader,
};
