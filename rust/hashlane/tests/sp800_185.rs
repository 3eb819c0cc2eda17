// SPDX-License-Identifier: MIT
//! KMAC and cSHAKE: NIST's published samples.

use hashlane::{CShake128, Kmac128, Kmac256, Shake128};
use std::io::Write;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{:02x}", byte)).collect()
}

const MESSAGE: [u8; 4] = [0, 1, 2, 3];

fn key() -> Vec<u8> {
    (0x40..0x60).collect()
}

#[test]
fn kmac_sample_1() {
    let mut mac = Kmac128::new(&key(), b"");
    mac.update(&MESSAGE[..1]);
    mac.update(&MESSAGE[1..]);
    let expected = "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e";
    assert_eq!(hex(&mac.finalize::<32>()), expected);
}

#[test]
fn a_mac_is_verified() {
    let begun = Kmac256::new(&key(), b"use");
    let mut whole = begun.clone();
    whole.update(MESSAGE);
    let mut mac = whole.clone().finalize::<16>();
    assert!(whole.clone().verify(&mac));
    assert!(!begun.verify(&mac));
    assert!(!whole.clone().verify(&mac[..3]));
    mac[15] ^= 1;
    assert!(!whole.verify(&mac));
}

#[test]
fn they_are_written_to() {
    let (mut mac, mut hash) = (Kmac128::new(&key(), b""), CShake128::new(b"", b"use"));
    mac.write_all(&MESSAGE).unwrap();
    hash.write_all(&MESSAGE).unwrap();
    let expected = "e5780b0d3ea6f7d3a429c5706aa43a00fadbd7d49628839e3187243f456ee14e";
    assert_eq!(hex(&mac.finalize::<32>()), expected);
    let (mut one, mut other) = ([0; 9], [0; 9]);
    hash.finalize_xof().fill(&mut one);
    let mut updated = CShake128::new(b"", b"use");
    updated.update(MESSAGE);
    updated.finalize_xof().fill(&mut other);
    assert_eq!(one, other);
}

#[test]
fn cshake_sample_1() {
    let mut hash = CShake128::new(b"", b"Email Signature");
    hash.update(MESSAGE);
    let mut output = [0; 32];
    hash.finalize_xof().fill(&mut output);
    let expected = "c1c36925b6409a04f1b504fcbca9d82b4017277cb5ed2b2065fc1d3814d5aaf5";
    assert_eq!(hex(&output), expected);
}

#[test]
fn without_customization_it_is_shake() {
    let (mut one, mut other) = ([0; 20], [0; 20]);
    CShake128::new(b"", b"").finalize_xof().fill(&mut one);
    Shake128::digest_into("", &mut other);
    assert_eq!(one, other);
}
