// SPDX-License-Identifier: MIT
//! SHA-3 and SHAKE, NIST FIPS 202; Keccak with the padding from before the standard.

use crate::messages::Messages;
use crate::Pool;
use hashlane_sys as sys;
use std::io;
use std::mem::MaybeUninit;
use std::ptr;

/// A message that one of the functions of FIPS 202 is hashing.
#[derive(Clone)]
struct Sponge(sys::hashlane_sha3_context);

impl Sponge {
    fn new(function: sys::hashlane_sha3_function) -> Self {
        let mut context = MaybeUninit::uninit();
        // SAFETY: init writes the whole structure, whatever the function.
        unsafe {
            sys::hashlane_sha3_init(context.as_mut_ptr(), function);
            Sponge(context.assume_init())
        }
    }

    fn absorb(&mut self, message: &[u8]) {
        // SAFETY: the context was started, and the slice is readable.
        unsafe { sys::hashlane_sha3_update(&mut self.0, message.as_ptr().cast(), message.len()) };
    }

    fn squeeze(&mut self, output: &mut [u8]) {
        // SAFETY: the context was started, and the slice is writable.
        unsafe { sys::hashlane_sha3_squeeze(&mut self.0, output.as_mut_ptr(), output.len()) };
    }
}

fn hash_many<M: AsRef<[u8]>, const BYTES: usize>(
    function: sys::hashlane_sha3_function,
    messages: &[M],
    outputs: &mut [[u8; BYTES]],
    pool: *const sys::hashlane_pool,
) {
    assert_eq!(messages.len(), outputs.len(), "as many outputs as messages");
    if BYTES == 0 {
        return; // of messages that may be more than there is memory for their addresses
    }
    if let ([message], [output]) = (messages, &mut *outputs) {
        let mut sponge = Sponge::new(function);
        sponge.absorb(message.as_ref());
        sponge.squeeze(output);
        return;
    }
    let messages = Messages::of(messages);
    // SAFETY: each pointer has its length of readable bytes, there are BYTES of writable ones for each
    // message, and Rust's borrows say that no output overlaps anything else.
    let status = unsafe {
        sys::hashlane_sha3_hash_many_pool(
            function,
            messages.pointers.as_ptr(),
            messages.lengths.as_ptr(),
            messages.pointers.len(),
            outputs.as_mut_ptr().cast(),
            BYTES,
            BYTES,
            pool,
        )
    };
    assert_eq!(status, sys::HASHLANE_OK);
}

/// SHA3-224, SHA3-256, SHA3-384 or SHA3-512, by the bytes of a digest; if `KECCAK`, with the padding
/// from before the standard: see the names below.
#[derive(Clone)]
pub struct Sha3<const BYTES: usize, const KECCAK: bool = false>(Sponge);

/// SHA3-224
pub type Sha3_224 = Sha3<28>;
/// SHA3-256
pub type Sha3_256 = Sha3<32>;
/// SHA3-384
pub type Sha3_384 = Sha3<48>;
/// SHA3-512
pub type Sha3_512 = Sha3<64>;

/// Keccak-224, whose digests are not those of SHA3-224
pub type Keccak224 = Sha3<28, true>;
/// Keccak-256, as Ethereum uses it; its digests are not those of SHA3-256
pub type Keccak256 = Sha3<32, true>;
/// Keccak-384, whose digests are not those of SHA3-384
pub type Keccak384 = Sha3<48, true>;
/// Keccak-512, whose digests are not those of SHA3-512
pub type Keccak512 = Sha3<64, true>;

impl<const BYTES: usize, const KECCAK: bool> Sha3<BYTES, KECCAK> {
    // Other lengths do not compile.
    const FUNCTION: sys::hashlane_sha3_function = match (BYTES, KECCAK) {
        (28, false) => sys::HASHLANE_SHA3_224,
        (32, false) => sys::HASHLANE_SHA3_256,
        (48, false) => sys::HASHLANE_SHA3_384,
        (64, false) => sys::HASHLANE_SHA3_512,
        (28, true) => sys::HASHLANE_KECCAK_224,
        (32, true) => sys::HASHLANE_KECCAK_256,
        (48, true) => sys::HASHLANE_KECCAK_384,
        (64, true) => sys::HASHLANE_KECCAK_512,
        _ => panic!("SHA-3 has digests of 28, 32, 48 and 64 bytes"),
    };

    /// Starts a message.
    pub fn new() -> Self {
        Sha3(Sponge::new(Self::FUNCTION))
    }

    /// Appends to the message.
    pub fn update(&mut self, message: impl AsRef<[u8]>) {
        self.0.absorb(message.as_ref());
    }

    /// Ends the message. To continue it afterwards, clone the hash first.
    pub fn finalize(mut self) -> [u8; BYTES] {
        let mut digest = [0; BYTES];
        self.0.squeeze(&mut digest);
        digest
    }

    /// Returns the digest of a message.
    pub fn digest(message: impl AsRef<[u8]>) -> [u8; BYTES] {
        let mut hash = Self::new();
        hash.update(message);
        hash.finalize()
    }

    /// Returns the digests of messages of any lengths, several computed at once.
    pub fn digest_many<M: AsRef<[u8]>>(messages: &[M]) -> Vec<[u8; BYTES]> {
        let mut digests = vec![[0; BYTES]; messages.len()];
        Self::digest_many_into(messages, &mut digests);
        digests
    }

    /// Writes the digests of messages to `digests`, without allocating memory for them.
    ///
    /// # Panics
    /// If there are not as many digests as messages.
    pub fn digest_many_into<M: AsRef<[u8]>>(messages: &[M], digests: &mut [[u8; BYTES]]) {
        hash_many(Self::FUNCTION, messages, digests, ptr::null());
    }

    /// Returns the digests of messages, computed on the threads of a pool.
    pub fn digest_many_on<M: AsRef<[u8]>>(messages: &[M], pool: &Pool) -> Vec<[u8; BYTES]> {
        let mut digests = vec![[0; BYTES]; messages.len()];
        hash_many(Self::FUNCTION, messages, &mut digests, pool.for_c());
        digests
    }
}

debug_without_state!("Sha3", Sha3<BYTES, KECCAK>, const BYTES: usize, const KECCAK: bool);

impl<const BYTES: usize, const KECCAK: bool> Default for Sha3<BYTES, KECCAK> {
    fn default() -> Self {
        Self::new()
    }
}

write_updates!(Sha3<BYTES, KECCAK>, const BYTES: usize, const KECCAK: bool);

/// SHAKE128 or SHAKE256: the output has any length.
#[derive(Clone)]
pub struct Shake<const BITS: usize>(Sponge);

/// SHAKE128
pub type Shake128 = Shake<128>;
/// SHAKE256
pub type Shake256 = Shake<256>;

impl<const BITS: usize> Shake<BITS> {
    // Others do not compile.
    const FUNCTION: sys::hashlane_sha3_function = match BITS {
        128 => sys::HASHLANE_SHAKE128,
        256 => sys::HASHLANE_SHAKE256,
        _ => panic!("there are SHAKE128 and SHAKE256"),
    };

    /// Starts a message.
    pub fn new() -> Self {
        Shake(Sponge::new(Self::FUNCTION))
    }

    /// Appends to the message.
    pub fn update(&mut self, message: impl AsRef<[u8]>) {
        self.0.absorb(message.as_ref());
    }

    /// Ends the message; the returned reader provides the output.
    pub fn finalize_xof(self) -> ShakeReader {
        ShakeReader(self.0)
    }

    /// Ends the message, and fills `output`.
    pub fn finalize_into(self, output: &mut [u8]) {
        self.finalize_xof().fill(output);
    }

    /// Fills `output` with the output for a message.
    pub fn digest_into(message: impl AsRef<[u8]>, output: &mut [u8]) {
        let mut hash = Self::new();
        hash.update(message);
        hash.finalize_into(output);
    }

    /// Returns the first `BYTES` bytes of output for each message of any length, several at once.
    pub fn digest_many<M: AsRef<[u8]>, const BYTES: usize>(messages: &[M]) -> Vec<[u8; BYTES]> {
        let mut outputs = vec![[0; BYTES]; messages.len()];
        hash_many(Self::FUNCTION, messages, &mut outputs, ptr::null());
        outputs
    }

    /// Returns the same, computed on the threads of a pool.
    pub fn digest_many_on<M: AsRef<[u8]>, const BYTES: usize>(
        messages: &[M],
        pool: &Pool,
    ) -> Vec<[u8; BYTES]> {
        let mut outputs = vec![[0; BYTES]; messages.len()];
        hash_many(Self::FUNCTION, messages, &mut outputs, pool.for_c());
        outputs
    }
}

debug_without_state!("Shake", Shake<BITS>, const BITS: usize);

impl<const BITS: usize> Default for Shake<BITS> {
    fn default() -> Self {
        Self::new()
    }
}

write_updates!(Shake<BITS>, const BITS: usize);

/// The output of SHAKE, which has any length.
#[derive(Clone)]
pub struct ShakeReader(Sponge);

debug_without_state!("ShakeReader", ShakeReader);

impl ShakeReader {
    /// Fills `output` with the next bytes.
    pub fn fill(&mut self, output: &mut [u8]) {
        self.0.squeeze(output);
    }
}

impl io::Read for ShakeReader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        self.fill(output);
        Ok(output.len())
    }
}
