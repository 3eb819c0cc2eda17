// SPDX-License-Identifier: MIT
//! hashlane/fips202x4.h

pub const HASHLANE_SHAKE128_RATE_BYTES: usize = 168;
pub const HASHLANE_SHAKE256_RATE_BYTES: usize = 136;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_shake128x4_context {
    pub opaque: [u64; 104],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_shake256x4_context {
    pub opaque: [u64; 104],
}

extern "C" {
    pub fn hashlane_shake128x4_init(context: *mut hashlane_shake128x4_context);
    pub fn hashlane_shake256x4_init(context: *mut hashlane_shake256x4_context);
    pub fn hashlane_shake128x4_absorb_once(
        context: *mut hashlane_shake128x4_context,
        in0: *const u8,
        in1: *const u8,
        in2: *const u8,
        in3: *const u8,
        bytes: usize,
    );
    pub fn hashlane_shake256x4_absorb_once(
        context: *mut hashlane_shake256x4_context,
        in0: *const u8,
        in1: *const u8,
        in2: *const u8,
        in3: *const u8,
        bytes: usize,
    );
    pub fn hashlane_shake128x4_squeezeblocks(
        context: *mut hashlane_shake128x4_context,
        out0: *mut u8,
        out1: *mut u8,
        out2: *mut u8,
        out3: *mut u8,
        blocks: usize,
    );
    pub fn hashlane_shake256x4_squeezeblocks(
        context: *mut hashlane_shake256x4_context,
        out0: *mut u8,
        out1: *mut u8,
        out2: *mut u8,
        out3: *mut u8,
        blocks: usize,
    );
    pub fn hashlane_shake128x4_release(context: *mut hashlane_shake128x4_context);
    pub fn hashlane_shake256x4_release(context: *mut hashlane_shake256x4_context);
    pub fn hashlane_shake256x4(
        in0: *const u8,
        in1: *const u8,
        in2: *const u8,
        in3: *const u8,
        bytes: usize,
        out0: *mut u8,
        out1: *mut u8,
        out2: *mut u8,
        out3: *mut u8,
        output_bytes: usize,
    );
}
