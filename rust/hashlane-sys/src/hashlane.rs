// SPDX-License-Identifier: MIT
//! hashlane/hashlane.h

use crate::hashlane_status;
use std::os::raw::{c_char, c_int, c_uint};

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hashlane_kernel_info {
    pub id: *const c_char,
    pub workload: *const c_char,
    pub isa: *const c_char,
    pub idea: *const c_char,
    pub lanes: c_uint,
    pub runnable: c_int,
    pub chosen: c_int,
    pub reserved: [u64; 4],
}

pub type hashlane_work = c_uint;
pub const HASHLANE_WORK_SHA256: hashlane_work = 0;
pub const HASHLANE_WORK_SHA256_NODES: hashlane_work = 1;
pub const HASHLANE_WORK_SHA256_CHAIN: hashlane_work = 2;
pub const HASHLANE_WORK_SHA256_SALTED: hashlane_work = 3;
pub const HASHLANE_WORK_KECCAK: hashlane_work = 4;

pub const HASHLANE_VERSION_MAJOR: c_int = 0;
pub const HASHLANE_VERSION_MINOR: c_int = 1;
pub const HASHLANE_VERSION_PATCH: c_int = 0;
pub const HASHLANE_VERSION_NUMBER: c_int = 100;

extern "C" {
    pub fn hashlane_version() -> *const c_char;
    pub fn hashlane_version_number() -> c_uint;
    pub fn hashlane_size_of(structure: *const c_char) -> usize;
    pub fn hashlane_kernel_count() -> usize;
    pub fn hashlane_kernel_describe(
        index: usize,
        info: *mut hashlane_kernel_info,
    ) -> hashlane_status;
    pub fn hashlane_lanes(work: hashlane_work) -> usize;
    pub fn hashlane_tuning_load(path: *const c_char) -> hashlane_status;
}
