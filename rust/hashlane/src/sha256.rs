// SPDX-License-Identifier: MIT
//! SHA-256, NIST FIPS 180-4: one message, many, nodes and trees.

use crate::messages::Messages;
use crate::{MerkleKind, MerkleTree, Pool};
use hashlane_sys as sys;
use std::mem::MaybeUninit;
use std::ptr;

/// A message that SHA-256 is hashing.
#[derive(Clone)]
pub struct Sha256(sys::hashlane_sha256_context);

impl Sha256 {
    /// Starts a message.
    pub fn new() -> Self {
        let mut context = MaybeUninit::zeroed();
        // SAFETY: init writes all but the part that holds no message yet, which is zero.
        unsafe {
            sys::hashlane_sha256_init(context.as_mut_ptr());
            Sha256(context.assume_init())
        }
    }

    /// Appends to the message.
    ///
    /// # Panics
    /// If the message is longer than 2^61 - 1 bytes, the most that SHA-256 can hash.
    pub fn update(&mut self, message: impl AsRef<[u8]>) {
        let message = message.as_ref();
        // SAFETY: the context was started, and the slice is readable.
        let status = unsafe {
            sys::hashlane_sha256_update(&mut self.0, message.as_ptr().cast(), message.len())
        };
        assert_eq!(status, sys::HASHLANE_OK, "more than 2^61 - 1 bytes");
    }

    /// Ends the message. To continue it afterwards, clone the hash first.
    pub fn finalize(mut self) -> [u8; 32] {
        let mut digest = [0; 32];
        // SAFETY: the context was started, and there is room for a digest.
        unsafe { sys::hashlane_sha256_final(&mut self.0, digest.as_mut_ptr()) };
        digest
    }

    /// Returns the digest of a message.
    pub fn digest(message: impl AsRef<[u8]>) -> [u8; 32] {
        let message = message.as_ref();
        let mut digest = [0; 32];
        // SAFETY: the slice is readable, and there is room for a digest.
        unsafe {
            sys::hashlane_sha256(message.as_ptr().cast(), message.len(), digest.as_mut_ptr())
        };
        digest
    }

    /// Returns the digests of messages of any lengths, computed on all lanes. Order them longest first
    /// for the best speed. The pages of a large new vector may cost more than the digests of short
    /// messages: [`Sha256::digest_many_into`] uses one again.
    pub fn digest_many<M: AsRef<[u8]>>(messages: &[M]) -> Vec<[u8; 32]> {
        let mut digests = vec![[0; 32]; messages.len()];
        Self::digest_many_into(messages, &mut digests);
        digests
    }

    /// Writes the digests of messages to `digests`, without allocating memory for them.
    ///
    /// # Panics
    /// If there are not as many digests as messages.
    pub fn digest_many_into<M: AsRef<[u8]>>(messages: &[M], digests: &mut [[u8; 32]]) {
        assert_eq!(messages.len(), digests.len(), "as many digests as messages");
        Self::digest_by(messages, digests, ptr::null())
    }

    /// Returns the digests of messages, computed on the threads of a pool.
    pub fn digest_many_on<M: AsRef<[u8]>>(messages: &[M], pool: &Pool) -> Vec<[u8; 32]> {
        let mut digests = vec![[0; 32]; messages.len()];
        Self::digest_by(messages, &mut digests, pool.for_c());
        digests
    }

    fn digest_by<M: AsRef<[u8]>>(
        messages: &[M],
        digests: &mut [[u8; 32]],
        pool: *const sys::hashlane_pool,
    ) {
        if let ([message], [digest]) = (messages, &mut *digests) {
            *digest = Self::digest(message);
            return;
        }
        let messages = Messages::of(messages);
        // SAFETY: each pointer has its length of readable bytes, and the digests lie one after
        // another and overlap nothing.
        unsafe {
            sys::hashlane_sha256_many_pool(
                messages.pointers.as_ptr(),
                messages.lengths.as_ptr(),
                messages.pointers.len(),
                digests.as_mut_ptr().cast(),
                pool,
            )
        }
    }
}

debug_without_state!("Sha256", Sha256);

impl Default for Sha256 {
    fn default() -> Self {
        Self::new()
    }
}

write_updates!(Sha256);

/// Hashes each node of 64 bytes: computes a level of a tree from the digests below it.
///
/// # Panics
/// If there are not as many digests as nodes.
pub fn sha256_nodes(nodes: &[[u8; 64]], digests: &mut [[u8; 32]]) {
    assert_eq!(nodes.len(), digests.len(), "as many digests as nodes");
    // SAFETY: both lie one after another, and do not overlap.
    unsafe {
        sys::hashlane_sha256_nodes(nodes.as_ptr().cast(), nodes.len(), digests.as_mut_ptr().cast())
    }
}

/// Hashes each node of 64 bytes in place: returns the digests, in the first half of the nodes' memory.
pub fn sha256_nodes_in_place(nodes: &mut [[u8; 64]]) -> &mut [[u8; 32]] {
    let (memory, count) = (nodes.as_mut_ptr().cast::<u8>(), nodes.len());
    // SAFETY: digests may begin where the nodes begin, and take half of their memory.
    unsafe {
        sys::hashlane_sha256_nodes(memory, count, memory);
        std::slice::from_raw_parts_mut(memory.cast(), count)
    }
}

/// Computes SHA256(SHA256(node)) of each node of 64 bytes: a level of Bitcoin's tree.
///
/// # Panics
/// If there are not as many digests as nodes.
pub fn sha256d_nodes(nodes: &[[u8; 64]], digests: &mut [[u8; 32]]) {
    assert_eq!(nodes.len(), digests.len(), "as many digests as nodes");
    // SAFETY: both lie one after another, and do not overlap.
    unsafe {
        sys::hashlane_sha256d_nodes(nodes.as_ptr().cast(), nodes.len(), digests.as_mut_ptr().cast())
    }
}

/// Returns SHA256(SHA256(message)) of messages of any lengths, several computed at once.
pub fn sha256d_many<M: AsRef<[u8]>>(messages: &[M]) -> Vec<[u8; 32]> {
    let mut digests = vec![[0; 32]; messages.len()];
    let messages = Messages::of(messages);
    // SAFETY: each pointer has as many readable bytes as its length, and a digest has room.
    unsafe {
        sys::hashlane_sha256d_many(
            messages.pointers.as_ptr(),
            messages.lengths.as_ptr(),
            messages.pointers.len(),
            digests.as_mut_ptr().cast(),
        )
    }
    digests
}

/// Compresses blocks of 64 bytes into states of SHA-256, eight big-endian words each, in place and
/// without padding: `blocks[i]` into `states[i]`.
///
/// # Panics
/// If there are not as many states as sequences of blocks, or these have different lengths.
pub fn sha256_compress(blocks: &[&[[u8; 64]]], states: &mut [[u8; 32]]) {
    assert_eq!(blocks.len(), states.len(), "as many states as sequences of blocks");
    let each = blocks.first().map_or(0, |blocks| blocks.len());
    assert!(blocks.iter().all(|blocks| blocks.len() == each), "as many blocks for each state");
    let pointers: Vec<*const u8> = blocks.iter().map(|blocks| blocks.as_ptr().cast()).collect();
    // SAFETY: each pointer has `each` readable blocks, and the states lie one after another.
    unsafe {
        sys::hashlane_sha256_compress_equal(
            pointers.as_ptr(),
            each,
            states.len(),
            states.as_mut_ptr().cast(),
        )
    }
}

/// Computes the root of the "plain" tree over the leaves: [`MerkleKind::Plain`].
pub fn merkle_root(leaves: &[[u8; 32]]) -> [u8; 32] {
    MerkleKind::Plain.root(leaves)
}

/// Computes all levels of the same tree above the leaves, the root last: first ⌈n / 2⌉ digests for n
/// leaves, then half as many, and so on.
pub fn merkle_levels(leaves: &[[u8; 32]]) -> Vec<[u8; 32]> {
    MerkleTree::new(MerkleKind::Plain, leaves.to_vec()).into_levels()
}

/// The state of SHA-256 after a common beginning of short messages, as in hash-based signatures.
#[derive(Clone)]
pub struct Seed(sys::hashlane_sha256_seed);

debug_without_state!("Seed", Seed);

impl Seed {
    /// Hashes the beginning.
    ///
    /// # Panics
    /// If its length is not a multiple of 64 bytes.
    pub fn new(beginning: &[u8]) -> Self {
        let mut seed = MaybeUninit::uninit();
        // SAFETY: the slice is readable; the seed is written if the status says so.
        unsafe {
            let status = sys::hashlane_sha256_seed_init(
                seed.as_mut_ptr(),
                beginning.as_ptr().cast(),
                beginning.len(),
            );
            assert_eq!(status, sys::HASHLANE_OK, "a beginning of {} bytes", beginning.len());
            Seed(seed.assume_init())
        }
    }

    /// Computes SHA256(beginning ‖ message) of each message, of any lengths, several at once.
    pub fn digest_many<M: AsRef<[u8]>>(&self, messages: &[M]) -> Vec<[u8; 32]> {
        let mut digests = vec![[0; 32]; messages.len()];
        let messages = Messages::of(messages);
        // SAFETY: each pointer has as many readable bytes as its length, and a digest has room.
        let status = unsafe {
            sys::hashlane_sha256_seeded_many(
                &self.0,
                messages.pointers.as_ptr(),
                messages.lengths.as_ptr(),
                messages.pointers.len(),
                digests.as_mut_ptr().cast(),
            )
        };
        assert_eq!(status, sys::HASHLANE_OK);
        digests
    }
}
