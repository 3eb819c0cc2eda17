// SPDX-License-Identifier: MIT
//! hashlane/sha256.h

use crate::{hashlane_column, hashlane_pool, hashlane_status};
use std::os::raw::c_void;

pub const HASHLANE_SHA256_BYTES: usize = 32;
pub const HASHLANE_SHA256_BLOCK_BYTES: usize = 64;
pub const HASHLANE_SHA256_NODE_BYTES: usize = 64;
pub const HASHLANE_SHA256_MAX_BYTES: u64 = u64::MAX / 8;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_sha256_context {
    pub bytes: u64,
    pub state: [u32; 8],
    pub block: [u8; 64],
    pub version: u32,
    pub reserved: [u32; 21],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_sha256_seed {
    pub bytes: u64,
    pub state: [u32; 8],
    pub version: u32,
    pub reserved: [u32; 5],
}

extern "C" {
    pub fn hashlane_sha256(message: *const c_void, bytes: usize, digest: *mut u8);
    pub fn hashlane_sha256_init(context: *mut hashlane_sha256_context);
    pub fn hashlane_sha256_update(
        context: *mut hashlane_sha256_context,
        message: *const c_void,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_sha256_final(
        context: *mut hashlane_sha256_context,
        digest: *mut u8,
    ) -> hashlane_status;
    pub fn hashlane_sha256_many(
        messages: *const *const u8,
        bytes: *const usize,
        count: usize,
        digests: *mut u8,
    );
    pub fn hashlane_sha256_many_pool(
        messages: *const *const u8,
        bytes: *const usize,
        count: usize,
        digests: *mut u8,
        pool: *const hashlane_pool,
    );
    pub fn hashlane_sha256_columns(
        columns: *const hashlane_column,
        columns_count: usize,
        count: usize,
        digests: *mut u8,
        digest_stride: usize,
    );
    pub fn hashlane_sha256_nodes(nodes: *const u8, count: usize, digests: *mut u8);
    pub fn hashlane_sha256_nodes_pool(
        nodes: *const u8,
        count: usize,
        digests: *mut u8,
        pool: *const hashlane_pool,
    );
    pub fn hashlane_sha256_seed_init(
        seed: *mut hashlane_sha256_seed,
        beginning: *const c_void,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_sha256_seeded_many(
        seed: *const hashlane_sha256_seed,
        messages: *const *const u8,
        bytes: *const usize,
        count: usize,
        digests: *mut u8,
    ) -> hashlane_status;
    pub fn hashlane_sha256_seeded_many_pool(
        seed: *const hashlane_sha256_seed,
        messages: *const *const u8,
        bytes: *const usize,
        count: usize,
        digests: *mut u8,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
    pub fn hashlane_sha256d_many(
        messages: *const *const u8,
        bytes: *const usize,
        count: usize,
        digests: *mut u8,
    );
    pub fn hashlane_sha256d_many_pool(
        messages: *const *const u8,
        bytes: *const usize,
        count: usize,
        digests: *mut u8,
        pool: *const hashlane_pool,
    );
    pub fn hashlane_sha256d_nodes(nodes: *const u8, count: usize, digests: *mut u8);
    pub fn hashlane_sha256_compress_equal(
        blocks: *const *const u8,
        blocks_each: usize,
        count: usize,
        states: *mut u8,
    );
}
