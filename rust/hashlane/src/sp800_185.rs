// SPDX-License-Identifier: MIT
//! KMAC and cSHAKE, NIST SP 800-185.

use hashlane_sys as sys;
use std::ffi::c_void;
use std::io;
use std::mem::{size_of, MaybeUninit};

/// KMAC128 or KMAC256: a message authentication code. Its state is wiped when it is
/// dropped.
#[derive(Clone)]
pub struct Kmac<const BITS: usize>(sys::hashlane_kmac_context);

/// KMAC128; a key has 16 bytes or more
pub type Kmac128 = Kmac<128>;
/// KMAC256; a key has 32 bytes or more
pub type Kmac256 = Kmac<256>;

impl<const BITS: usize> Kmac<BITS> {
    // Others do not compile.
    const FUNCTION: sys::hashlane_kmac_function = match BITS {
        128 => sys::HASHLANE_KMAC128,
        256 => sys::HASHLANE_KMAC256,
        _ => panic!("there are KMAC128 and KMAC256"),
    };

    /// Starts a message. To authenticate many with one key, clone a new context.
    pub fn new(key: &[u8], customization: &[u8]) -> Self {
        let mut context = MaybeUninit::uninit();
        // SAFETY: the slices are readable, and init writes the whole structure.
        unsafe {
            let status = sys::hashlane_kmac_init(
                context.as_mut_ptr(),
                Self::FUNCTION,
                key.as_ptr().cast(),
                key.len(),
                customization.as_ptr().cast(),
                customization.len(),
            );
            assert_eq!(status, sys::HASHLANE_OK);
            Kmac(context.assume_init())
        }
    }

    /// Appends to the message.
    pub fn update(&mut self, message: impl AsRef<[u8]>) {
        let message = message.as_ref();
        // SAFETY: the context was started, and the slice is readable.
        unsafe { sys::hashlane_kmac_update(&mut self.0, message.as_ptr().cast(), message.len()) };
    }

    /// Ends the message and returns the MAC of `BYTES` bytes.
    pub fn finalize<const BYTES: usize>(mut self) -> [u8; BYTES] {
        let mut mac = [0; BYTES];
        // SAFETY: the context was started, and there is room for the MAC.
        unsafe { sys::hashlane_kmac_final(&mut self.0, mac.as_mut_ptr(), BYTES) };
        mac
    }

    /// Ends the message and returns true if `expected` is its MAC. The time does not depend on how many
    /// bytes are equal. MACs of fewer than 4 bytes are refused.
    #[must_use]
    pub fn verify(mut self, expected: &[u8]) -> bool {
        // SAFETY: the context was started, and the slice is readable.
        let status = unsafe {
            sys::hashlane_kmac_final_verify(&mut self.0, expected.as_ptr(), expected.len())
        };
        status == sys::HASHLANE_OK
    }
}

debug_without_state!("Kmac", Kmac<BITS>, const BITS: usize);

write_updates!(Kmac<BITS>, const BITS: usize);

impl<const BITS: usize> Drop for Kmac<BITS> {
    fn drop(&mut self) {
        let context = &mut self.0 as *mut sys::hashlane_kmac_context as *mut c_void;
        // SAFETY: the structure is plain data.
        unsafe { sys::hashlane_wipe(context, size_of::<sys::hashlane_kmac_context>()) }
    }
}

/// cSHAKE128 or cSHAKE256: SHAKE with a customization.
#[derive(Clone)]
pub struct CShake<const BITS: usize>(sys::hashlane_cshake_context);

/// cSHAKE128
pub type CShake128 = CShake<128>;
/// cSHAKE256
pub type CShake256 = CShake<256>;

impl<const BITS: usize> CShake<BITS> {
    // Others do not compile.
    const FUNCTION: sys::hashlane_cshake_function = match BITS {
        128 => sys::HASHLANE_CSHAKE128,
        256 => sys::HASHLANE_CSHAKE256,
        _ => panic!("there are cSHAKE128 and cSHAKE256"),
    };

    /// Starts a message. `name` is empty, except for functions that NIST defines with cSHAKE.
    pub fn new(name: &[u8], customization: &[u8]) -> Self {
        let mut context = MaybeUninit::uninit();
        // SAFETY: the slices are readable, and init writes the whole structure.
        unsafe {
            let status = sys::hashlane_cshake_init(
                context.as_mut_ptr(),
                Self::FUNCTION,
                name.as_ptr().cast(),
                name.len(),
                customization.as_ptr().cast(),
                customization.len(),
            );
            assert_eq!(status, sys::HASHLANE_OK);
            CShake(context.assume_init())
        }
    }

    /// Appends to the message.
    pub fn update(&mut self, message: impl AsRef<[u8]>) {
        let message = message.as_ref();
        // SAFETY: the context was started, and the slice is readable.
        unsafe { sys::hashlane_cshake_update(&mut self.0, message.as_ptr().cast(), message.len()) };
    }

    /// Ends the message; the returned reader provides the output.
    pub fn finalize_xof(self) -> CShakeReader {
        CShakeReader(self.0)
    }
}

debug_without_state!("CShake", CShake<BITS>, const BITS: usize);

write_updates!(CShake<BITS>, const BITS: usize);

/// The output of cSHAKE, which has any length.
#[derive(Clone)]
pub struct CShakeReader(sys::hashlane_cshake_context);

debug_without_state!("CShakeReader", CShakeReader);

impl CShakeReader {
    /// Fills `output` with the next bytes.
    pub fn fill(&mut self, output: &mut [u8]) {
        // SAFETY: the context was started, and the slice is writable.
        unsafe { sys::hashlane_cshake_squeeze(&mut self.0, output.as_mut_ptr(), output.len()) };
    }
}

impl io::Read for CShakeReader {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        self.fill(output);
        Ok(output.len())
    }
}
