// SPDX-License-Identifier: MIT
//! hashlane/common.h

use std::os::raw::{c_char, c_uint};

pub type hashlane_status = c_uint;
pub const HASHLANE_OK: hashlane_status = 0;
pub const HASHLANE_BAD_ARGUMENT: hashlane_status = 1;
pub const HASHLANE_NOT_FOUND: hashlane_status = 2;
pub const HASHLANE_NOT_VALID: hashlane_status = 3;
pub const HASHLANE_WRONG: hashlane_status = 4;
pub const HASHLANE_STOPPED: hashlane_status = 5;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hashlane_column {
    pub first: *const u8,
    pub stride: usize,
    pub bytes: usize,
}

extern "C" {
    pub fn hashlane_status_text(status: hashlane_status) -> *const c_char;
}
