// SPDX-License-Identifier: MIT
//! TurboSHAKE, RFC 9861: SHAKE at half of the rounds.

use crate::messages::Messages;
use hashlane_sys as sys;
use std::io;
use std::mem::MaybeUninit;

/// TurboSHAKE128 or TurboSHAKE256: the output has any length.
#[derive(Clone)]
pub struct TurboShake<const BITS: usize>(sys::hashlane_turboshake_context);

/// TurboSHAKE128
pub type TurboShake128 = TurboShake<128>;
/// TurboSHAKE256
pub type TurboShake256 = TurboShake<256>;

impl<const BITS: usize> TurboShake<BITS> {
    // Others do not compile.
    const FUNCTION: sys::hashlane_turboshake_function = match BITS {
        128 => sys::HASHLANE_TURBOSHAKE128,
        256 => sys::HASHLANE_TURBOSHAKE256,
        _ => panic!("there are TurboSHAKE128 and TurboSHAKE256"),
    };

    /// Starts a message, in the domain of uses that need no separation.
    pub fn new() -> Self {
        Self::with_domain(sys::HASHLANE_TURBOSHAKE_DOMAIN)
    }

    /// Starts a message in a domain of its own.
    ///
    /// # Panics
    /// If the domain is not 0x01 to 0x7f.
    pub fn with_domain(domain: u8) -> Self {
        let mut context = MaybeUninit::uninit();
        // SAFETY: init writes the whole structure, whatever its arguments.
        unsafe {
            let status =
                sys::hashlane_turboshake_init(context.as_mut_ptr(), Self::FUNCTION, domain);
            assert_eq!(status, sys::HASHLANE_OK, "a domain of {:#04x}", domain);
            TurboShake(context.assume_init())
        }
    }

    /// Appends to the message.
    pub fn update(&mut self, message: impl AsRef<[u8]>) {
        let message = message.as_ref();
        // SAFETY: the context was started, and the slice is readable.
        unsafe {
            sys::hashlane_turboshake_update(&mut self.0, message.as_ptr().cast(), message.len())
        };
    }

    /// Ends the message; the returned reader provides the output.
    pub fn finalize_xof(self) -> TurboShakeReader {
        TurboShakeReader(self.0)
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
        if BYTES == 0 {
            return outputs;
        }
        let messages = Messages::of(messages);
        // SAFETY: each pointer has its length of readable bytes, there are BYTES of writable ones for
        // each message, and no output overlaps anything else.
        let status = unsafe {
            sys::hashlane_turboshake_hash_many(
                Self::FUNCTION,
                sys::HASHLANE_TURBOSHAKE_DOMAIN,
                messages.pointers.as_ptr(),
                messages.lengths.as_ptr(),
                messages.lengths.len(),
                outputs.as_mut_ptr().cast(),
                BYTES,
                BYTES,
            )
        };
        assert_eq!(status, sys::HASHLANE_OK);
        outputs
    }
}

debug_without_state!("TurboShake", TurboShake<BITS>, const BITS: usize);

impl<const BITS: usize> Default for TurboShake<BITS> {
    fn default() -> Self {
        Self::new()
    }
}

write_updates!(TurboShake<BITS>, const BITS: usize);

/// The output of TurboSHAKE, which has any length.
#[derive(Clone)]
pub struct TurboShakeReader(sys::hashlane_turboshake_context);

debug_without_state!("TurboShakeReader", TurboShakeReader);

impl TurboShakeReader {
    /// Fills `output` with the next bytes.
    pub fn fill(&mut self, output: &mut [u8]) {
        // SAFETY: the context was started, and the slice is writable.
        unsafe {
            sys::hashlane_turboshake_squeeze(&mut self.0, output.as_mut_ptr(), output.len());
        }
    }
}

impl io::Read for TurboShakeReader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        self.fill(output);
        Ok(output.len())
    }
}
