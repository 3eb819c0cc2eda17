// SPDX-License-Identifier: MIT
//! Chains of SHA-256 as proofs of sequential work.
//!
//! One core creates a chain `d = SHA256(d)` and publishes checkpoints; anybody verifies all segments
//! between them at once, on the lanes of a core and on all cores.
//!
//! ```
//! use hashlane::chain::{self, Options, Segment};
//!
//! let start = [0; 32];
//! let checkpoints = chain::create(&start, 1000, 20, None);
//! let mut segments: Vec<Segment> = Vec::new();
//! for end in &checkpoints {
//!     let start = segments.last().map_or(&start, |before| before.end);
//!     segments.push(Segment { start, end, hashes: 1000, mixin: None, salt: None });
//! }
//! let verified = chain::verify_on(&segments, &Options::default(), &hashlane::Pool::new(0))?;
//! assert_eq!(verified.hashes, 20_000);
//! # Ok::<(), chain::NotVerified>(())
//! ```

use crate::Pool;
use hashlane_sys as sys;
use std::fmt;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::AtomicI32;
use std::time::Duration;

/// A digest: thirty-two bytes in the order in which SHA-256 prints them.
pub type Digest = [u8; 32];

fn optional(digest: Option<&Digest>) -> *const u8 {
    digest.map_or(ptr::null(), |digest| digest.as_ptr())
}

/// Replaces each digest by its own SHA-256, `hashes` times. Several in one call are faster than
/// several calls.
pub fn advance(digests: &mut [Digest], hashes: u64) {
    // SAFETY: the digests lie one after another.
    unsafe { sys::hashlane_sha256_chain(digests.as_mut_ptr().cast(), digests.len(), hashes) }
}

/// Computes SHA256(digest ‖ mixin).
pub fn mix(digest: &Digest, mixin: &Digest) -> Digest {
    let mut mixed = *digest;
    // SAFETY: both have 32 bytes.
    unsafe { sys::hashlane_sha256_mix(mixed.as_mut_ptr(), mixin.as_ptr()) };
    mixed
}

/// Creates a chain of `count` × `every` hashes and returns its checkpoints, one after each `every`
/// hashes; the last is the end of the chain. With a salt, a hash is SHA256(salt ‖ d).
///
/// # Panics
/// If `every` is 0.
pub fn create(start: &Digest, every: u64, count: usize, salt: Option<&Digest>) -> Vec<Digest> {
    let mut digest = *start;
    let mut checkpoints = vec![[0; 32]; count];
    let to = checkpoints.as_mut_ptr().cast();
    // SAFETY: there is room for `count` digests.
    let status = unsafe {
        sys::hashlane_chain_create(digest.as_mut_ptr(), optional(salt), every, count, to)
    };
    assert_eq!(status, sys::HASHLANE_OK, "a checkpoint every {} hashes", every);
    checkpoints
}

/// A chain that grows step by step.
#[derive(Clone)]
pub struct Stream(sys::hashlane_chain_stream);

debug_without_state!("Stream", Stream);

impl Stream {
    /// Starts at a digest. With a salt, a hash that is not a mix is SHA256(salt ‖ d).
    pub fn new(start: &Digest, salt: Option<&Digest>) -> Self {
        let mut stream = MaybeUninit::uninit();
        // SAFETY: begin writes the whole structure.
        unsafe {
            sys::hashlane_chain_init(stream.as_mut_ptr(), start.as_ptr(), optional(salt));
            Stream(stream.assume_init())
        }
    }

    /// Appends `hashes` hashes.
    pub fn advance(&mut self, hashes: u64) {
        // SAFETY: the stream was begun.
        unsafe { sys::hashlane_chain_advance(&mut self.0, hashes) }
    }

    /// Appends `hashes` hashes to each stream. Until the lanes are filled, several streams take hardly
    /// longer than one.
    pub fn advance_many(streams: &mut [Stream], hashes: u64) {
        let pointers: Vec<_> = streams.iter_mut().map(|stream| &mut stream.0 as *mut _).collect();
        // SAFETY: the streams were begun, and each is there once.
        unsafe { sys::hashlane_chain_advance_many(pointers.as_ptr(), pointers.len(), hashes) }
    }

    /// Appends one hash that mixes data in: d = SHA256(d ‖ mixin).
    pub fn mix(&mut self, mixin: &Digest) {
        // SAFETY: the stream was begun.
        unsafe { sys::hashlane_chain_mix(&mut self.0, mixin.as_ptr()) }
    }

    /// Returns the number of hashes from the start, and the digest after them.
    pub fn checkpoint(&self) -> (u64, Digest) {
        let mut digest = [0; 32];
        // SAFETY: the stream was begun.
        let hashes = unsafe { sys::hashlane_chain_checkpoint(&self.0, digest.as_mut_ptr()) };
        (hashes, digest)
    }
}

/// The claim that `hashes` hashes lead from `start` to `end`. It has the layout of C's, so that
/// segments are not copied.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Segment<'a> {
    /// Before the first hash.
    pub start: &'a Digest,
    /// After the last one.
    pub end: &'a Digest,
    /// 1 to 2^63 - 1.
    pub hashes: u64,
    /// The last hash is d = SHA256(d ‖ mixin), and has no salt.
    pub mixin: Option<&'a Digest>,
    /// A hash is d = SHA256(salt ‖ d) instead of d = SHA256(d).
    pub salt: Option<&'a Digest>,
}

/// Conditions for stopping before every segment was checked. The default is none.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// Stop soon after this is no longer 0.
    pub cancel: Option<&'a AtomicI32>,
    /// Stop after this time from the call.
    pub deadline: Option<Duration>,
    /// Stop at the first wrong segment that is found, which need not be the lowest.
    pub any: bool,
}

impl Options<'_> {
    fn for_c(&self) -> sys::hashlane_chain_options {
        sys::hashlane_chain_options {
            cancel: self.cancel.map_or(ptr::null(), |flag| flag as *const AtomicI32 as *const _),
            deadline_ns: self.deadline.map_or(0, |deadline| {
                u64::try_from(deadline.as_nanos()).unwrap_or(u64::MAX).max(1)
            }),
            any: self.any.into(),
            reserved: [0; 4],
        }
    }
}

/// Every segment was checked, and is right. The caller must check that the segments are contiguous
/// and that none is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The number of segments.
    pub segments: usize,
    /// The number of hashes that were computed.
    pub hashes: u64,
}

/// The reason why a verification did not find every segment right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotVerified {
    /// This segment is wrong: the lowest one, or any with [`Options::any`].
    Wrong(usize),
    /// Not every segment was checked; this one, if any, is wrong.
    Cancelled(Option<usize>),
    /// Not every segment was checked; this one, if any, is wrong.
    Deadline(Option<usize>),
    /// This segment has a number of hashes that is out of range, or a salt that no hash uses;
    /// nothing was computed.
    Invalid(usize),
}

impl fmt::Display for NotVerified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotVerified::Wrong(segment) => write!(f, "segment {} is wrong", segment),
            NotVerified::Cancelled(_) => f.write_str("cancelled before every segment was checked"),
            NotVerified::Deadline(_) => f.write_str("not every segment was checked in time"),
            NotVerified::Invalid(segment) => {
                write!(f, "segment {} is none that can be checked", segment)
            }
        }
    }
}

impl std::error::Error for NotVerified {}

/// Checks every segment, on the calling thread and the lanes of its core.
pub fn verify(segments: &[Segment<'_>], options: &Options<'_>) -> Result<Verified, NotVerified> {
    verify_by(segments, options, ptr::null())
}

/// Checks every segment on the threads of a pool.
pub fn verify_on(
    segments: &[Segment<'_>],
    options: &Options<'_>,
    pool: &Pool,
) -> Result<Verified, NotVerified> {
    verify_by(segments, options, pool.for_c())
}

fn verify_by(
    segments: &[Segment<'_>],
    options: &Options<'_>,
    pool: *const sys::hashlane_pool,
) -> Result<Verified, NotVerified> {
    let options = options.for_c();
    let mut result =
        sys::hashlane_chain_result { stop: 0, wrong: 0, right: 0, hashes: 0, reserved: [0; 4] };
    // SAFETY: the segments have C's layout, and all that they borrow lives until the call returns.
    let status = unsafe {
        sys::hashlane_chain_verify_pool(
            segments.as_ptr().cast(),
            segments.len(),
            &options,
            &mut result,
            pool,
        )
    };
    let wrong = Some(result.wrong).filter(|&wrong| wrong != sys::HASHLANE_CHAIN_NONE);
    match (status, result.stop) {
        (sys::HASHLANE_OK, _) => Ok(Verified { segments: result.right, hashes: result.hashes }),
        (sys::HASHLANE_WRONG, _) => Err(NotVerified::Wrong(result.wrong)),
        (sys::HASHLANE_BAD_ARGUMENT, _) => Err(NotVerified::Invalid(result.wrong)),
        (_, sys::HASHLANE_CHAIN_CANCELLED) => Err(NotVerified::Cancelled(wrong)),
        _ => Err(NotVerified::Deadline(wrong)),
    }
}
