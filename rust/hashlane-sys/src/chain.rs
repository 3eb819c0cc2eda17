// SPDX-License-Identifier: MIT
//! hashlane/chain.h

use crate::{hashlane_pool, hashlane_status};
use std::os::raw::{c_int, c_uint};

pub const HASHLANE_CHAIN_MAX_HASHES: u64 = i64::MAX as u64;
pub const HASHLANE_CHAIN_NONE: usize = usize::MAX;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hashlane_chain_segment {
    pub start: *const u8,
    pub end: *const u8,
    pub hashes: u64,
    pub mixin: *const u8,
    pub salt: *const u8,
}

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hashlane_chain_options {
    pub cancel: *const c_int,
    pub deadline_ns: u64,
    pub any: c_int,
    pub reserved: [u64; 4],
}

pub type hashlane_chain_stop = c_uint;
pub const HASHLANE_CHAIN_DONE: hashlane_chain_stop = 0;
pub const HASHLANE_CHAIN_WRONG: hashlane_chain_stop = 1;
pub const HASHLANE_CHAIN_CANCELLED: hashlane_chain_stop = 2;
pub const HASHLANE_CHAIN_DEADLINE: hashlane_chain_stop = 3;
pub const HASHLANE_CHAIN_RUNNING: hashlane_chain_stop = 4;

#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct hashlane_chain_result {
    pub stop: hashlane_chain_stop,
    pub wrong: usize,
    pub right: usize,
    pub hashes: u64,
    pub reserved: [u64; 4],
}

#[repr(C)]
#[derive(Clone, Copy)]
pub struct hashlane_chain_stream {
    pub digest: [u8; 32],
    pub salt: [u8; 32],
    pub hashes: u64,
    pub salted: u32,
    pub reserved: [u32; 5],
}

extern "C" {
    pub fn hashlane_sha256_chain(digests: *mut u8, lanes: usize, iterations: u64);
    pub fn hashlane_sha256_salted(
        digests: *mut u8,
        salts: *const u8,
        lanes: usize,
        iterations: u64,
    );
    pub fn hashlane_chain_verify(
        segments: *const hashlane_chain_segment,
        count: usize,
        options: *const hashlane_chain_options,
        result: *mut hashlane_chain_result,
    ) -> hashlane_status;
    pub fn hashlane_chain_verify_pool(
        segments: *const hashlane_chain_segment,
        count: usize,
        options: *const hashlane_chain_options,
        result: *mut hashlane_chain_result,
        pool: *const hashlane_pool,
    ) -> hashlane_status;
    pub fn hashlane_sha256_mix(digest: *mut u8, mixin: *const u8);
    pub fn hashlane_chain_create(
        digest: *mut u8,
        salt: *const u8,
        every: u64,
        count: usize,
        checkpoints: *mut u8,
    ) -> hashlane_status;
    pub fn hashlane_chain_init(
        stream: *mut hashlane_chain_stream,
        start: *const u8,
        salt: *const u8,
    );
    pub fn hashlane_chain_advance(stream: *mut hashlane_chain_stream, hashes: u64);
    pub fn hashlane_chain_advance_many(
        streams: *const *mut hashlane_chain_stream,
        count: usize,
        hashes: u64,
    );
    pub fn hashlane_chain_mix(stream: *mut hashlane_chain_stream, mixin: *const u8);
    pub fn hashlane_chain_checkpoint(stream: *const hashlane_chain_stream, digest: *mut u8) -> u64;
}
