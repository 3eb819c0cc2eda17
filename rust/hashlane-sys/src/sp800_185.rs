// SPDX-License-Identifier: MIT
//! hashlane/sp800_185.h

use crate::{hashlane_pool, hashlane_sha3_context, hashlane_status};
use std::os::raw::{c_uint, c_void};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_custom_sponge {
    pub sponge: hashlane_sha3_context,
    pub ending: u32,
    pub reserved_word: u32,
    pub reserved: [u64; 4],
}

pub type hashlane_cshake_function = c_uint;
pub const HASHLANE_CSHAKE128: hashlane_cshake_function = 0;
pub const HASHLANE_CSHAKE256: hashlane_cshake_function = 1;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_cshake_context {
    pub inside: hashlane_custom_sponge,
}

pub type hashlane_kmac_function = c_uint;
pub const HASHLANE_KMAC128: hashlane_kmac_function = 0;
pub const HASHLANE_KMAC256: hashlane_kmac_function = 1;
pub const HASHLANE_KMACXOF128: hashlane_kmac_function = 2;
pub const HASHLANE_KMACXOF256: hashlane_kmac_function = 3;

pub const HASHLANE_KMAC_MIN_BYTES: usize = 4;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_kmac_context {
    pub inside: hashlane_custom_sponge,
}

pub type hashlane_tuple_hash_function = c_uint;
pub const HASHLANE_TUPLE_HASH128: hashlane_tuple_hash_function = 0;
pub const HASHLANE_TUPLE_HASH256: hashlane_tuple_hash_function = 1;
pub const HASHLANE_TUPLE_HASH_XOF128: hashlane_tuple_hash_function = 2;
pub const HASHLANE_TUPLE_HASH_XOF256: hashlane_tuple_hash_function = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_tuple_hash_context {
    pub inside: hashlane_custom_sponge,
}

pub type hashlane_parallel_hash_function = c_uint;
pub const HASHLANE_PARALLEL_HASH128: hashlane_parallel_hash_function = 0;
pub const HASHLANE_PARALLEL_HASH256: hashlane_parallel_hash_function = 1;
pub const HASHLANE_PARALLEL_HASH_XOF128: hashlane_parallel_hash_function = 2;
pub const HASHLANE_PARALLEL_HASH_XOF256: hashlane_parallel_hash_function = 3;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_parallel_hash_context {
    pub inside: hashlane_custom_sponge,
    pub block: hashlane_sha3_context,
    pub block_bytes: u64,
    pub position: u64,
    pub blocks: u64,
    pub reserved: [u64; 2],
}

extern "C" {
    pub fn hashlane_cshake_init(
        hash: *mut hashlane_cshake_context,
        function: hashlane_cshake_function,
        name: *const c_void,
        name_bytes: usize,
        customization: *const c_void,
        customization_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_cshake_update(
        hash: *mut hashlane_cshake_context,
        message: *const c_void,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_cshake_squeeze(
        hash: *mut hashlane_cshake_context,
        output: *mut u8,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_cshake_hash(
        function: hashlane_cshake_function,
        name: *const c_void,
        name_bytes: usize,
        customization: *const c_void,
        customization_bytes: usize,
        message: *const c_void,
        bytes: usize,
        output: *mut u8,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kmac_init(
        mac: *mut hashlane_kmac_context,
        function: hashlane_kmac_function,
        key: *const c_void,
        key_bytes: usize,
        customization: *const c_void,
        customization_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kmac_update(
        mac: *mut hashlane_kmac_context,
        message: *const c_void,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kmac_final(
        mac: *mut hashlane_kmac_context,
        output: *mut u8,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kmac_squeeze(
        mac: *mut hashlane_kmac_context,
        output: *mut u8,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kmac_final_verify(
        mac: *mut hashlane_kmac_context,
        expected: *const u8,
        expected_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kmac(
        function: hashlane_kmac_function,
        key: *const c_void,
        key_bytes: usize,
        customization: *const c_void,
        customization_bytes: usize,
        message: *const c_void,
        bytes: usize,
        output: *mut u8,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kmac_verify(
        function: hashlane_kmac_function,
        key: *const c_void,
        key_bytes: usize,
        customization: *const c_void,
        customization_bytes: usize,
        message: *const c_void,
        bytes: usize,
        expected: *const u8,
        expected_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_tuple_hash_init(
        hash: *mut hashlane_tuple_hash_context,
        function: hashlane_tuple_hash_function,
        customization: *const c_void,
        customization_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_tuple_hash_element(
        hash: *mut hashlane_tuple_hash_context,
        element: *const c_void,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_tuple_hash_final(
        hash: *mut hashlane_tuple_hash_context,
        output: *mut u8,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_tuple_hash_squeeze(
        hash: *mut hashlane_tuple_hash_context,
        output: *mut u8,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_tuple_hash(
        function: hashlane_tuple_hash_function,
        customization: *const c_void,
        customization_bytes: usize,
        elements: *const *const u8,
        element_bytes: *const usize,
        count: usize,
        output: *mut u8,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_parallel_hash_init(
        hash: *mut hashlane_parallel_hash_context,
        function: hashlane_parallel_hash_function,
        block_bytes: usize,
        customization: *const c_void,
        customization_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_parallel_hash_update(
        hash: *mut hashlane_parallel_hash_context,
        message: *const c_void,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_parallel_hash_update_pool(
        hash: *mut hashlane_parallel_hash_context,
        message: *const c_void,
        bytes: usize,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
    pub fn hashlane_parallel_hash_final(
        hash: *mut hashlane_parallel_hash_context,
        output: *mut u8,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_parallel_hash_squeeze(
        hash: *mut hashlane_parallel_hash_context,
        output: *mut u8,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_parallel_hash(
        function: hashlane_parallel_hash_function,
        block_bytes: usize,
        customization: *const c_void,
        customization_bytes: usize,
        message: *const c_void,
        bytes: usize,
        output: *mut u8,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_parallel_hash_pool(
        function: hashlane_parallel_hash_function,
        block_bytes: usize,
        customization: *const c_void,
        customization_bytes: usize,
        message: *const c_void,
        bytes: usize,
        output: *mut u8,
        output_bytes: usize,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
}
