// SPDX-License-Identifier: MIT
//! hashlane/pool.h

use std::os::raw::{c_uint, c_void};

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_pool {
    pub run: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            work: Option<unsafe extern "C" fn(argument: *mut c_void, index: usize)>,
            argument: *mut c_void,
            count: usize,
        ),
    >,
    pub context: *mut c_void,
    pub threads: usize,
    pub reserved: [u64; 4],
}

extern "C" {
    pub fn hashlane_pool_start(pool: *mut hashlane_pool, threads: c_uint);
    pub fn hashlane_pool_stop(pool: *mut hashlane_pool);
}
