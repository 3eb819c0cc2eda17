// SPDX-License-Identifier: MIT
//! hashlane/sha3.h

use crate::{hashlane_column, hashlane_pool, hashlane_status};
use std::os::raw::{c_uint, c_void};

pub type hashlane_sha3_function = c_uint;
pub const HASHLANE_SHA3_224: hashlane_sha3_function = 0;
pub const HASHLANE_SHA3_256: hashlane_sha3_function = 1;
pub const HASHLANE_SHA3_384: hashlane_sha3_function = 2;
pub const HASHLANE_SHA3_512: hashlane_sha3_function = 3;
pub const HASHLANE_SHAKE128: hashlane_sha3_function = 4;
pub const HASHLANE_SHAKE256: hashlane_sha3_function = 5;
pub const HASHLANE_KECCAK_224: hashlane_sha3_function = 6;
pub const HASHLANE_KECCAK_256: hashlane_sha3_function = 7;
pub const HASHLANE_KECCAK_384: hashlane_sha3_function = 8;
pub const HASHLANE_KECCAK_512: hashlane_sha3_function = 9;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_sha3_context {
    pub state: [u64; 25],
    pub rate_bytes: u32,
    pub position: u32,
    pub suffix: u8,
    pub squeezing: u8,
    pub version: u16,
    pub reserved: u32,
}

extern "C" {
    pub fn hashlane_sha3_digest_bytes(function: hashlane_sha3_function) -> usize;
    pub fn hashlane_sha3_init(
        hash: *mut hashlane_sha3_context,
        function: hashlane_sha3_function,
    ) -> hashlane_status;
    pub fn hashlane_sha3_update(
        hash: *mut hashlane_sha3_context,
        message: *const c_void,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_sha3_squeeze(
        hash: *mut hashlane_sha3_context,
        output: *mut u8,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_sha3_hash(
        function: hashlane_sha3_function,
        message: *const c_void,
        bytes: usize,
        output: *mut u8,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_sha3_hash_equal(
        function: hashlane_sha3_function,
        messages: *const *const u8,
        bytes: usize,
        count: usize,
        outputs: *mut u8,
        output_stride: usize,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_sha3_hash_equal_pool(
        function: hashlane_sha3_function,
        messages: *const *const u8,
        bytes: usize,
        count: usize,
        outputs: *mut u8,
        output_stride: usize,
        output_bytes: usize,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
    pub fn hashlane_sha3_hash_columns(
        function: hashlane_sha3_function,
        columns: *const hashlane_column,
        columns_count: usize,
        count: usize,
        outputs: *mut u8,
        output_stride: usize,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_sha3_256(message: *const c_void, bytes: usize, digest: *mut u8);
    pub fn hashlane_keccak_256(message: *const c_void, bytes: usize, digest: *mut u8);
    pub fn hashlane_sha3_hash_many(
        function: hashlane_sha3_function,
        messages: *const *const u8,
        bytes: *const usize,
        count: usize,
        outputs: *mut u8,
        output_stride: usize,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_sha3_hash_many_pool(
        function: hashlane_sha3_function,
        messages: *const *const u8,
        bytes: *const usize,
        count: usize,
        outputs: *mut u8,
        output_stride: usize,
        output_bytes: usize,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
}
