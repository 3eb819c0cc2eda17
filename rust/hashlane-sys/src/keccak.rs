// SPDX-License-Identifier: MIT
//! hashlane/keccak.h

extern "C" {
    pub fn hashlane_keccak_f1600(states: *mut u64, count: usize);
    pub fn hashlane_keccak_p1600_12(states: *mut u64, count: usize);
    pub fn hashlane_keccak_f1600_interleaved(words: *mut u64, count: usize);
    pub fn hashlane_keccak_p1600_12_interleaved(words: *mut u64, count: usize);
    pub fn hashlane_keccak_chain(states: *mut u64, lanes: usize, loops: u64);
    pub fn hashlane_keccak_chain_start(state: *mut u64, key: u64);
    pub fn hashlane_keccak_chain_checksum(state: *const u64) -> u64;
}
