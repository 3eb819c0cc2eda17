// SPDX-License-Identifier: MIT
//
// Plonky3: its compression of two digests by SHA-256, and its Keccak-f[1600] of eight states (AVX-512) or
// four (AVX2), which it keeps interleaved. These two files are compiled alone: of Plonky3's other crates they need the traits
// and the function below. 'checkout' is a link beside a copy of this file.
extern crate self as p3_symmetric;
extern crate self as p3_util;

pub trait Permutation<T: Clone>: Clone + Sync {
    fn permute_mut(&self, input: &mut T);
}
pub trait CryptographicPermutation<T: Clone>: Permutation<T> {}
pub trait PseudoCompressionFunction<T, const N: usize>: Clone {
    fn compress(&self, input: [T; N]) -> T;
}
pub trait CompressionFunction<T, const N: usize>: PseudoCompressionFunction<T, N> {}
pub trait CryptographicHasher<Item: Clone, Out>: Clone {
    fn hash_iter<I: IntoIterator<Item = Item>>(&self, input: I) -> Out;
    fn hash_iter_slices<'a, I: IntoIterator<Item = &'a [Item]>>(&self, input: I) -> Out
    where
        Item: 'a;
}

/// Only what is not timed here calls it.
pub fn apply_to_chunks<const N: usize, I: IntoIterator<Item = u8>, F: FnMut(&[u8])>(
    input: I,
    mut each: F,
) {
    each(&input.into_iter().collect::<Vec<u8>>());
}

#[derive(Clone)]
pub struct KeccakF;

#[cfg(target_feature = "avx512f")]
#[path = "checkout/keccak/src/avx512.rs"]
mod vectors;
#[cfg(not(target_feature = "avx512f"))]
#[path = "checkout/keccak/src/avx2.rs"]
mod vectors;
#[path = "checkout/sha256/src/lib.rs"]
mod sha256;

#[repr(align(64))]
struct Aligned([[u64; LANES]; WORDS]);

const WORDS: usize = 25;
const LANES: usize = vectors::VECTOR_LEN;

/// # Safety
/// As peer.h says; `count` is a multiple of eight, and so of the lanes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peer_keccak_f1600_x8(states: *mut u64, count: usize, times: usize) {
    let all = unsafe { std::slice::from_raw_parts_mut(states, WORDS * count) };
    for group in all.chunks_exact_mut(WORDS * LANES) {
        let mut own = Aligned([[0; LANES]; WORDS]);
        for i in 0..WORDS * LANES {
            own.0[i % WORDS][i / WORDS] = group[i];
        }
        for _ in 0..times {
            KeccakF.permute_mut(&mut own.0);
        }
        for i in 0..WORDS * LANES {
            group[i] = own.0[i % WORDS][i / WORDS];
        }
    }
}

#[unsafe(no_mangle)]
pub extern "C" fn peer_implementation() -> *const core::ffi::c_char {
    if cfg!(target_feature = "avx512f") { c"AVX-512" } else { c"AVX2" }.as_ptr()
}

/// # Safety
/// As peer.h says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn peer_sha256_compress(
    blocks: *const [[u8; 32]; 2],
    _bytes: usize,
    count: usize,
    outputs: *mut [u8; 32],
    _output_bytes: usize,
) {
    let blocks = unsafe { std::slice::from_raw_parts(blocks, count) };
    let outputs = unsafe { std::slice::from_raw_parts_mut(outputs, count) };
    for (block, output) in blocks.iter().zip(outputs) {
        *output = sha256::Sha256Compress.compress(*block);
    }
}
