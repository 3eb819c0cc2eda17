// SPDX-License-Identifier: MIT
//! hashlane/kangarootwelve.h

use crate::{hashlane_pool, hashlane_sha3_context, hashlane_status};
use std::os::raw::{c_uint, c_void};

pub type hashlane_kangarootwelve_function = c_uint;
pub const HASHLANE_KT128: hashlane_kangarootwelve_function = 128;
pub const HASHLANE_KT256: hashlane_kangarootwelve_function = 256;

pub const HASHLANE_KANGAROOTWELVE_LEAF_BYTES: usize = 8192;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_kangarootwelve_context {
    pub node: hashlane_sha3_context,
    pub leaf: hashlane_sha3_context,
    pub leaves: u64,
    pub chunk_bytes: u32,
    pub phase: u32,
    pub reserved: [u64; 8],
}

extern "C" {
    pub fn hashlane_kangarootwelve_init(
        hash: *mut hashlane_kangarootwelve_context,
        function: hashlane_kangarootwelve_function,
    ) -> hashlane_status;
    pub fn hashlane_kangarootwelve_update(
        hash: *mut hashlane_kangarootwelve_context,
        message: *const c_void,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kangarootwelve_update_pool(
        hash: *mut hashlane_kangarootwelve_context,
        message: *const c_void,
        bytes: usize,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
    pub fn hashlane_kangarootwelve_customize(
        hash: *mut hashlane_kangarootwelve_context,
        customization: *const c_void,
        customization_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kangarootwelve_squeeze(
        hash: *mut hashlane_kangarootwelve_context,
        output: *mut u8,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kangarootwelve_hash(
        function: hashlane_kangarootwelve_function,
        message: *const c_void,
        bytes: usize,
        customization: *const c_void,
        customization_bytes: usize,
        output: *mut u8,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_kangarootwelve_hash_pool(
        function: hashlane_kangarootwelve_function,
        message: *const c_void,
        bytes: usize,
        customization: *const c_void,
        customization_bytes: usize,
        output: *mut u8,
        output_bytes: usize,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
}
