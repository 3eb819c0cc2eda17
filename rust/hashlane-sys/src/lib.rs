// SPDX-License-Identifier: MIT
//! libhashlane's C interface, one module for each of its headers, in the headers' order. What a
//! function does, takes and promises is said there (`library/include/hashlane/`). A test holds
//! every declaration to the headers.

#![allow(non_camel_case_types)]

mod chain;
mod common;
mod hashlane;
mod keccak;
mod sha3;

pub use crate::chain::*;
pub use crate::common::*;
pub use crate::hashlane::*;
pub use crate::keccak::*;
pub use crate::sha3::*;
