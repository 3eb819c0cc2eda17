// SPDX-License-Identifier: MIT
//! KT128 and KT256 (KangarooTwelve), RFC 9861: one long message uses all lanes of a core.

use crate::Pool;
use hashlane_sys as sys;
use std::io;
use std::mem::MaybeUninit;

/// KT128 or KT256: the output has any length; 32 and 64 bytes make a digest.
#[derive(Clone)]
pub struct KangarooTwelve<const BITS: usize>(sys::hashlane_kangarootwelve_context);

/// KT128
pub type Kt128 = KangarooTwelve<128>;
/// KT256
pub type Kt256 = KangarooTwelve<256>;

impl<const BITS: usize> KangarooTwelve<BITS> {
    // Others do not compile.
    const FUNCTION: sys::hashlane_kangarootwelve_function = match BITS {
        128 => sys::HASHLANE_KT128,
        256 => sys::HASHLANE_KT256,
        _ => panic!("there are KT128 and KT256"),
    };

    /// Starts a message. Whole messages, or pieces of 64 KiB and more, are fastest.
    pub fn new() -> Self {
        let mut context = MaybeUninit::uninit();
        // SAFETY: init writes the whole structure.
        unsafe {
            sys::hashlane_kangarootwelve_init(context.as_mut_ptr(), Self::FUNCTION);
            KangarooTwelve(context.assume_init())
        }
    }

    /// Appends to the message.
    pub fn update(&mut self, message: impl AsRef<[u8]>) {
        let message = message.as_ref();
        // SAFETY: the context was started, and the slice is readable.
        unsafe {
            sys::hashlane_kangarootwelve_update(&mut self.0, message.as_ptr().cast(), message.len())
        };
    }

    /// Appends to the message on the threads of a pool.
    pub fn update_on(&mut self, message: impl AsRef<[u8]>, pool: &Pool) {
        let message = message.as_ref();
        // SAFETY: the context was started, and the slice is readable.
        unsafe {
            sys::hashlane_kangarootwelve_update_pool(
                &mut self.0,
                message.as_ptr().cast(),
                message.len(),
                pool.for_c(),
            )
        };
    }

    /// Ends the message; the returned reader provides the output. Hashes with different
    /// customizations are unrelated; an empty one is as good as none.
    pub fn finalize_xof(mut self, customization: &[u8]) -> KangarooTwelveReader {
        // SAFETY: the context was started, and the slice is readable.
        unsafe {
            sys::hashlane_kangarootwelve_customize(
                &mut self.0,
                customization.as_ptr().cast(),
                customization.len(),
            )
        };
        KangarooTwelveReader(self.0)
    }

    /// Ends the message without a customization, and fills `output`.
    pub fn finalize_into(self, output: &mut [u8]) {
        self.finalize_xof(&[]).fill(output);
    }

    /// Fills `output` with the output for a message without a customization.
    pub fn digest_into(message: impl AsRef<[u8]>, output: &mut [u8]) {
        let mut hash = Self::new();
        hash.update(message);
        hash.finalize_into(output);
    }
}

debug_without_state!("KangarooTwelve", KangarooTwelve<BITS>, const BITS: usize);

impl<const BITS: usize> Default for KangarooTwelve<BITS> {
    fn default() -> Self {
        Self::new()
    }
}

write_updates!(KangarooTwelve<BITS>, const BITS: usize);

/// The output of KangarooTwelve, which has any length.
#[derive(Clone)]
pub struct KangarooTwelveReader(sys::hashlane_kangarootwelve_context);

debug_without_state!("KangarooTwelveReader", KangarooTwelveReader);

impl KangarooTwelveReader {
    /// Fills `output` with the next bytes.
    pub fn fill(&mut self, output: &mut [u8]) {
        // SAFETY: the context was started, and the slice is writable.
        unsafe {
            sys::hashlane_kangarootwelve_squeeze(&mut self.0, output.as_mut_ptr(), output.len());
        }
    }
}

impl io::Read for KangarooTwelveReader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        self.fill(output);
        Ok(output.len())
    }
}
