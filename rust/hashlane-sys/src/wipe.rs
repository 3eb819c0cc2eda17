// SPDX-License-Identifier: MIT
//! hashlane/wipe.h

use std::os::raw::c_void;

extern "C" {
    pub fn hashlane_wipe(bytes: *mut c_void, size: usize);
}
