// SPDX-License-Identifier: MIT
//! hashlane/turboshake.h

use crate::{hashlane_pool, hashlane_sha3_context, hashlane_status};
use std::os::raw::{c_uint, c_void};

pub type hashlane_turboshake_function = c_uint;
pub const HASHLANE_TURBOSHAKE128: hashlane_turboshake_function = 128;
pub const HASHLANE_TURBOSHAKE256: hashlane_turboshake_function = 256;

pub const HASHLANE_TURBOSHAKE_DOMAIN: u8 = 0x1f;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_turboshake_context {
    pub sponge: hashlane_sha3_context,
    pub reserved: [u64; 5],
}

extern "C" {
    pub fn hashlane_turboshake_init(
        hash: *mut hashlane_turboshake_context,
        function: hashlane_turboshake_function,
        domain: u8,
    ) -> hashlane_status;
    pub fn hashlane_turboshake_update(
        hash: *mut hashlane_turboshake_context,
        message: *const c_void,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_turboshake_squeeze(
        hash: *mut hashlane_turboshake_context,
        output: *mut u8,
        bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_turboshake_hash(
        function: hashlane_turboshake_function,
        domain: u8,
        message: *const c_void,
        bytes: usize,
        output: *mut u8,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_turboshake_hash_many(
        function: hashlane_turboshake_function,
        domain: u8,
        messages: *const *const u8,
        bytes: *const usize,
        count: usize,
        outputs: *mut u8,
        output_stride: usize,
        output_bytes: usize,
    ) -> hashlane_status;
    pub fn hashlane_turboshake_hash_many_pool(
        function: hashlane_turboshake_function,
        domain: u8,
        messages: *const *const u8,
        bytes: *const usize,
        count: usize,
        outputs: *mut u8,
        output_stride: usize,
        output_bytes: usize,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
}
