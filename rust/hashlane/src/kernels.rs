// SPDX-License-Identifier: MIT
//! The kernels of the library, and which of them dispatch uses.

use hashlane_sys as sys;
use std::ffi::{CStr, CString};
use std::fmt;
use std::mem::MaybeUninit;
use std::os::raw::c_char;
use std::path::Path;

/// One implementation of a workload.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// `sha256-chain.shani.x2`
    pub id: &'static str,
    /// `sha256-chain`
    pub workload: &'static str,
    /// `shani`
    pub isa: &'static str,
    /// A summary in a few words.
    pub idea: &'static str,
    /// The number of chains or messages that it advances together.
    pub lanes: u32,
    /// True if this processor and system can run it.
    pub runnable: bool,
    /// True if dispatch uses it for many lanes.
    pub chosen: bool,
}

/// # Safety
/// `text` must be a constant string of the library.
unsafe fn text(pointer: *const c_char) -> &'static str {
    // SAFETY: as promised.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap_or("?")
}

/// Returns the version of the C library.
pub fn version() -> &'static str {
    // SAFETY: the string is a constant of the library.
    unsafe { text(sys::hashlane_version()) }
}

/// Returns all kernels, including those that cannot run here.
pub fn kernels() -> Vec<Kernel> {
    // SAFETY: it takes nothing.
    let count = unsafe { sys::hashlane_kernel_count() };
    (0..count)
        .map(|index| {
            let mut info = MaybeUninit::uninit();
            // SAFETY: for an index below the count all fields are written, with constants.
            unsafe {
                sys::hashlane_kernel_describe(index, info.as_mut_ptr());
                let info = info.assume_init();
                Kernel {
                    id: text(info.id),
                    workload: text(info.workload),
                    isa: text(info.isa),
                    idea: text(info.idea),
                    lanes: info.lanes,
                    runnable: info.runnable != 0,
                    chosen: info.chosen != 0,
                }
            }
        })
        .collect()
}

/// The reason why dispatch did not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TuningError {
    /// There is no such file, or it has no values for this kind of core.
    NotFound,
    /// The file is damaged, or of another processor or version.
    NotValid,
}

impl fmt::Display for TuningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TuningError::NotFound => "there is no tuning file for this kind of core",
            TuningError::NotValid => {
                "the tuning file is damaged, or of another processor or version"
            }
        })
    }
}

impl std::error::Error for TuningError {}

#[cfg(unix)]
fn for_c(path: &Path) -> Option<CString> {
    CString::new(std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str())).ok()
}

#[cfg(not(unix))]
fn for_c(path: &Path) -> Option<CString> {
    path.to_str().and_then(|name| CString::new(name).ok())
}

/// Loads the measurements of `hashlane tune`; dispatch uses them from then on, on all threads. `path` is the
/// file that it wrote; `None`: this user's.
pub fn load_tuning(path: Option<&Path>) -> Result<(), TuningError> {
    let name = match path.map(for_c) {
        None => None,
        Some(Some(name)) => Some(name),
        Some(None) => return Err(TuningError::NotFound), // no file of a C program has such a name
    };
    let pointer = name.as_ref().map_or(std::ptr::null(), |name| name.as_ptr());
    // SAFETY: null, or a string that lives until the call has returned.
    match unsafe { sys::hashlane_tuning_load(pointer) } {
        sys::HASHLANE_OK => Ok(()),
        sys::HASHLANE_NOT_FOUND => Err(TuningError::NotFound),
        _ => Err(TuningError::NotValid),
    }
}
