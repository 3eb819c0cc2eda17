// SPDX-License-Identifier: MIT
//! libhashlane's C interface, one module for each of its headers, in the headers' order. The
//! headers, in `library/include/hashlane/`, document the functions. A test compares every declaration
//! with the headers.

#![allow(non_camel_case_types)]

mod chain;
mod common;
mod fips202x4;
mod hashlane;
mod kangarootwelve;
mod keccak;
mod merkle;
mod pool;
mod sha256;
mod sha3;
mod sp800_185;
mod turboshake;
mod wipe;

pub use crate::chain::*;
pub use crate::common::*;
pub use crate::fips202x4::*;
pub use crate::hashlane::*;
pub use crate::kangarootwelve::*;
pub use crate::keccak::*;
pub use crate::merkle::*;
pub use crate::pool::*;
pub use crate::sha256::*;
pub use crate::sha3::*;
pub use crate::sp800_185::*;
pub use crate::turboshake::*;
pub use crate::wipe::*;
