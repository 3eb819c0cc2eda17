// SPDX-License-Identifier: MIT
//! A chain of Keccak-f[1600] in Rust: NIST FIPS 202, section 3.
//!
//!     rustc -O -C target-cpu=native --crate-type cdylib examples/plugin/keccak.rs -o keccak.so
//!     hashlane run --plugin ./keccak.so --filter keccak-chain

use std::os::raw::{c_char, c_int, c_void};

/// The structure `hashlane_plugin` of hashlane/plugin.h.
#[repr(C)]
pub struct Plugin {
    version: u32,
    workload: u32,
    name: *const c_char,
    lanes: u32,
    counted: u32,
    sha256_chain: Option<unsafe extern "C" fn(*mut u8, u64)>,
    keccak_chain: Option<unsafe extern "C" fn(*mut u64, u64)>,
    sha3: Option<unsafe extern "C" fn(*mut u64, *const *const u8, u64, u64)>,
    supported: Option<unsafe extern "C" fn() -> c_int>,
    counts: *const c_void,
    next: *const Plugin,
    reserved: [*const c_void; 4],
}
unsafe impl Sync for Plugin {} // everything is constant, also what the pointers point to

const ROTATIONS: [u32; 24] =
    [1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 2, 14, 27, 41, 56, 8, 25, 43, 62, 18, 39, 61, 20, 44];
const TARGETS: [usize; 24] =
    [10, 7, 11, 17, 18, 3, 5, 16, 8, 21, 24, 4, 15, 23, 19, 13, 12, 2, 20, 14, 22, 9, 6, 1];

/// Returns the next round constant, and advances the register that generates it (FIPS 202, 3.2.5).
fn constant(register: &mut u32) -> u64 {
    let mut word = 0;
    for j in 0..7 {
        word |= u64::from(*register & 1) << ((1 << j) - 1);
        *register = (*register << 1) ^ if *register & 0x80 != 0 { 0x171 } else { 0 };
    }
    word
}

fn permute(a: &mut [u64; 25], constants: &[u64; 24]) {
    for constant in constants {
        let mut c = [0; 5];
        for x in 0..5 {
            c[x] = a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20];
        }
        for i in 0..25 {
            a[i] ^= c[(i + 4) % 5] ^ c[(i + 1) % 5].rotate_left(1);
        }
        let mut moving = a[1];
        for (target, rotation) in TARGETS.iter().zip(ROTATIONS) {
            moving = std::mem::replace(&mut a[*target], moving.rotate_left(rotation));
        }
        for row in a.chunks_exact_mut(5) {
            let b = [row[0], row[1], row[2], row[3], row[4]];
            for x in 0..5 {
                row[x] = b[x] ^ (!b[(x + 1) % 5] & b[(x + 2) % 5]);
            }
        }
        a[0] ^= constant;
    }
}

unsafe extern "C" fn chain(states: *mut u64, loops: u64) {
    let a = &mut *(states as *mut [u64; 25]);
    let mut register = 1;
    let constants = [(); 24].map(|_| constant(&mut register));
    for _ in 0..loops {
        permute(a, &constants);
        a.rotate_left(1);
    }
}

#[no_mangle]
#[allow(non_upper_case_globals)]
pub static hashlane_plugin_entry: Plugin = Plugin {
    version: 1,
    workload: 2, // HASHLANE_PLUGIN_KECCAK_CHAIN
    name: b"example-rust\0".as_ptr() as *const c_char,
    lanes: 1,
    counted: 0,
    sha256_chain: None,
    keccak_chain: Some(chain),
    sha3: None,
    supported: None,
    counts: std::ptr::null(),
    next: std::ptr::null(),
    reserved: [std::ptr::null(); 4],
};
