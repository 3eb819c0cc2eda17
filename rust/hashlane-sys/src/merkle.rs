// SPDX-License-Identifier: MIT
//! hashlane/merkle.h

use crate::{hashlane_pool, hashlane_status};
use std::os::raw::c_uint;

pub type hashlane_merkle_kind = c_uint;
pub const HASHLANE_MERKLE_PLAIN: hashlane_merkle_kind = 0;
pub const HASHLANE_MERKLE_RFC9162: hashlane_merkle_kind = 1;
pub const HASHLANE_MERKLE_BITCOIN: hashlane_merkle_kind = 2;
pub const HASHLANE_MERKLE_SSZ: hashlane_merkle_kind = 3;
pub const HASHLANE_MERKLE_KECCAK_256: hashlane_merkle_kind = 4;
pub const HASHLANE_MERKLE_KECCAK_256_SORTED: hashlane_merkle_kind = 5;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_merkle_tree {
    pub kind: hashlane_merkle_kind,
    pub depth: u32,
    pub count: usize,
}

extern "C" {
    pub fn hashlane_merkle_rfc9162_leaves(
        entries: *const *const u8,
        bytes: *const usize,
        count: usize,
        leaves: *mut u8,
    );
    pub fn hashlane_merkle_rfc9162_leaves_pool(
        entries: *const *const u8,
        bytes: *const usize,
        count: usize,
        leaves: *mut u8,
        pool: *const hashlane_pool,
    );
    pub fn hashlane_merkle_root(
        tree: *const hashlane_merkle_tree,
        leaves: *const u8,
        scratch: *mut u8,
        root: *mut u8,
    ) -> hashlane_status;
    pub fn hashlane_merkle_root_pool(
        tree: *const hashlane_merkle_tree,
        leaves: *const u8,
        scratch: *mut u8,
        root: *mut u8,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
    pub fn hashlane_merkle_nodes(tree: *const hashlane_merkle_tree) -> usize;
    pub fn hashlane_merkle_levels(
        tree: *const hashlane_merkle_tree,
        leaves: *const u8,
        levels: *mut u8,
    ) -> hashlane_status;
    pub fn hashlane_merkle_levels_pool(
        tree: *const hashlane_merkle_tree,
        leaves: *const u8,
        levels: *mut u8,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
    pub fn hashlane_merkle_update(
        tree: *const hashlane_merkle_tree,
        index: usize,
        leaf: *const u8,
        leaves: *mut u8,
        levels: *mut u8,
    ) -> hashlane_status;
    pub fn hashlane_merkle_proof(
        tree: *const hashlane_merkle_tree,
        index: usize,
        leaves: *const u8,
        levels: *const u8,
        proof: *mut u8,
        proof_count: *mut usize,
    ) -> hashlane_status;
    pub fn hashlane_merkle_verify(
        tree: *const hashlane_merkle_tree,
        index: usize,
        leaf: *const u8,
        proof: *const u8,
        proof_count: usize,
        root: *const u8,
    ) -> hashlane_status;
}
