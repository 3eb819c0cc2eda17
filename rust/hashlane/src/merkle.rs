// SPDX-License-Identifier: MIT
//! Merkle trees over SHA-256 and Keccak-256 as others define them.

use crate::messages::Messages;
use crate::Pool;
use hashlane_sys as sys;
use std::fmt;
use std::ptr;

/// The definition of an inner node, and of a node at the end of its level without a neighbour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MerkleKind {
    /// SHA256(left ‖ right); the last node moves up: the tree of [`crate::merkle_root`]
    Plain,
    /// Certificate Transparency, RFC 9162 and 6962: SHA256(0x01 ‖ left ‖ right); it moves up
    Rfc9162,
    /// SHA256(SHA256(left ‖ right)); it is paired with itself
    Bitcoin,
    /// Ethereum's SSZ of this depth: SHA256(left ‖ right), and zeros for the leaves that are missing
    Ssz(u32),
    /// The plain tree with Ethereum's Keccak-256
    Keccak256,
    /// The same with the lower digest of each pair first, as OpenZeppelin's contracts verify it. What
    /// is hashed from 64 bytes can pass for a leaf: make leaves hashes of hashes
    Keccak256Sorted,
}

impl MerkleKind {
    /// None if the depth is 64 or more, or too small for the leaves.
    fn checked(self, count: usize) -> Option<sys::hashlane_merkle_tree> {
        let (kind, depth) = match self {
            MerkleKind::Plain => (sys::HASHLANE_MERKLE_PLAIN, 0),
            MerkleKind::Rfc9162 => (sys::HASHLANE_MERKLE_RFC9162, 0),
            MerkleKind::Bitcoin => (sys::HASHLANE_MERKLE_BITCOIN, 0),
            MerkleKind::Ssz(depth) => (sys::HASHLANE_MERKLE_SSZ, depth),
            MerkleKind::Keccak256 => (sys::HASHLANE_MERKLE_KECCAK_256, 0),
            MerkleKind::Keccak256Sorted => (sys::HASHLANE_MERKLE_KECCAK_256_SORTED, 0),
        };
        let fits = kind != sys::HASHLANE_MERKLE_SSZ || (depth < 64 && count as u64 <= 1 << depth);
        fits.then_some(sys::hashlane_merkle_tree { kind, depth, count })
    }

    /// # Panics
    /// If there is no such tree.
    fn of(self, count: usize) -> sys::hashlane_merkle_tree {
        self.checked(count).unwrap_or_else(|| panic!("{} leaves of {:?}", count, self))
    }

    /// Computes the root of the tree over the leaves.
    ///
    /// # Panics
    /// If an SSZ's depth is 64 or more, or too small for the leaves.
    pub fn root(self, leaves: &[[u8; 32]]) -> [u8; 32] {
        self.root_by(leaves, ptr::null())
    }

    /// Computes the root on the threads of a pool.
    ///
    /// # Panics
    /// As [`MerkleKind::root`].
    pub fn root_on(self, leaves: &[[u8; 32]], pool: &Pool) -> [u8; 32] {
        self.root_by(leaves, pool.for_c())
    }

    fn root_by(self, leaves: &[[u8; 32]], pool: *const sys::hashlane_pool) -> [u8; 32] {
        let tree = self.of(leaves.len());
        let mut scratch = vec![[0_u8; 32]; (leaves.len() + 1) / 2];
        let mut root = [0; 32];
        // SAFETY: the leaves are as many as the tree has, and there is as much scratch as it takes.
        let status = unsafe {
            sys::hashlane_merkle_root_pool(
                &tree,
                leaves.as_ptr().cast(),
                scratch.as_mut_ptr().cast(),
                root.as_mut_ptr(),
                pool,
            )
        };
        assert_eq!(status, sys::HASHLANE_OK);
        root
    }

    /// Returns whether the proof shows that `leaf` is number `index` of the `count` leaves under
    /// `root`. For SSZ, any count above the index will do. Numbers that no tree has give false.
    ///
    /// `root` and `count`, for SSZ the depth, must come from someone you trust: with those that the
    /// author of the proof chooses, an inner node passes for a leaf of a smaller tree. With sorted pairs the leaf is in the tree, anywhere.
    #[must_use]
    pub fn verify(
        self,
        count: usize,
        index: usize,
        leaf: &[u8; 32],
        proof: &[[u8; 32]],
        root: &[u8; 32],
    ) -> bool {
        let tree = match self.checked(count) {
            Some(tree) => tree,
            None => return false,
        };
        // SAFETY: the proof has as many digests as it says.
        let status = unsafe {
            sys::hashlane_merkle_verify(
                &tree,
                index,
                leaf.as_ptr(),
                proof.as_ptr().cast(),
                proof.len(),
                root.as_ptr(),
            )
        };
        status == sys::HASHLANE_OK
    }
}

/// Hashes entries of any lengths to leaves of RFC 9162, SHA256(0x00 ‖ entry), several at once.
pub fn rfc9162_leaves<M: AsRef<[u8]>>(entries: &[M]) -> Vec<[u8; 32]> {
    let mut leaves = vec![[0; 32]; entries.len()];
    let entries = Messages::of(entries);
    // SAFETY: each pointer has as many readable bytes as its length, and a leaf has room.
    unsafe {
        sys::hashlane_merkle_rfc9162_leaves(
            entries.pointers.as_ptr(),
            entries.lengths.as_ptr(),
            entries.pointers.len(),
            leaves.as_mut_ptr().cast(),
        )
    }
    leaves
}

/// A tree with all its nodes, for proofs and updates.
#[derive(Clone)]
pub struct MerkleTree {
    kind: MerkleKind,
    leaves: Vec<[u8; 32]>,
    levels: Vec<[u8; 32]>,
}

impl fmt::Debug for MerkleTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MerkleTree")
            .field("kind", &self.kind)
            .field("leaves", &self.leaves.len())
            .finish_non_exhaustive()
    }
}

impl MerkleTree {
    /// Computes all nodes above the leaves.
    ///
    /// # Panics
    /// If an SSZ's depth is 64 or more, or too small for the leaves.
    pub fn new(kind: MerkleKind, leaves: Vec<[u8; 32]>) -> Self {
        Self::new_by(kind, leaves, ptr::null())
    }

    /// Computes all nodes above the leaves on the threads of a pool.
    ///
    /// # Panics
    /// As [`MerkleTree::new`].
    pub fn new_on(kind: MerkleKind, leaves: Vec<[u8; 32]>, pool: &Pool) -> Self {
        Self::new_by(kind, leaves, pool.for_c())
    }

    fn new_by(kind: MerkleKind, leaves: Vec<[u8; 32]>, pool: *const sys::hashlane_pool) -> Self {
        let tree = kind.of(leaves.len());
        // SAFETY: the leaves are as many as the tree has, and there is as much memory as it says.
        unsafe {
            let mut levels = vec![[0; 32]; sys::hashlane_merkle_nodes(&tree)];
            let status = sys::hashlane_merkle_levels_pool(
                &tree,
                leaves.as_ptr().cast(),
                levels.as_mut_ptr().cast(),
                pool,
            );
            assert_eq!(status, sys::HASHLANE_OK);
            MerkleTree { kind, leaves, levels }
        }
    }

    pub(crate) fn into_levels(self) -> Vec<[u8; 32]> {
        self.levels
    }

    /// Returns the leaves.
    pub fn leaves(&self) -> &[[u8; 32]] {
        &self.leaves
    }

    /// Returns the root.
    pub fn root(&self) -> [u8; 32] {
        match (self.levels.last(), self.leaves.as_slice()) {
            (Some(root), _) => *root,
            (None, [leaf]) => *leaf,
            _ => self.kind.root(&self.leaves),
        }
    }

    /// Returns the proof of a leaf: the neighbours on the way to the root, the lowest first.
    ///
    /// # Panics
    /// If there is no such leaf.
    pub fn proof(&self, index: usize) -> Vec<[u8; 32]> {
        assert!(index < self.leaves.len(), "leaf {} of {}", index, self.leaves.len());
        let mut proof = vec![[0; 32]; 64];
        let mut count = 0;
        // SAFETY: leaves and levels are those of the tree, and no proof is longer.
        let status = unsafe {
            sys::hashlane_merkle_proof(
                &self.kind.of(self.leaves.len()),
                index,
                self.leaves.as_ptr().cast(),
                self.levels.as_ptr().cast(),
                proof.as_mut_ptr().cast(),
                &mut count,
            )
        };
        assert_eq!(status, sys::HASHLANE_OK);
        proof.truncate(count);
        proof
    }

    /// Replaces a leaf, and computes the nodes above it again.
    ///
    /// # Panics
    /// If there is no such leaf.
    pub fn update(&mut self, index: usize, leaf: &[u8; 32]) {
        assert!(index < self.leaves.len(), "leaf {} of {}", index, self.leaves.len());
        // SAFETY: leaves and levels are those of the tree.
        let status = unsafe {
            sys::hashlane_merkle_update(
                &self.kind.of(self.leaves.len()),
                index,
                leaf.as_ptr(),
                self.leaves.as_mut_ptr().cast(),
                self.levels.as_mut_ptr().cast(),
            )
        };
        assert_eq!(status, sys::HASHLANE_OK);
    }
}
