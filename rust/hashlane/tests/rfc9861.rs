// SPDX-License-Identifier: MIT
//! TurboSHAKE and KangarooTwelve: RFC 9861, section 5.

use hashlane::{Kt128, Kt256, TurboShake128, TurboShake256};
use std::io::Read;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{:02x}", byte)).collect()
}

/// The message of `size` bytes.
fn pattern(size: usize) -> Vec<u8> {
    (0..size).map(|i| (i % 0xfb) as u8).collect()
}

#[test]
fn turboshake() {
    let mut output = [0; 16];
    TurboShake128::digest_into("", &mut output);
    assert_eq!(hex(&output), "1e415f1c5983aff2169217277d17bb53");
    TurboShake256::digest_into("", &mut output);
    assert_eq!(hex(&output), "367a329dafea871c7802ec67f905ae13");
}

#[test]
fn many_messages() {
    let messages: Vec<_> = (0..11).map(|i| pattern(i * 60)).collect();
    let outputs: Vec<[u8; 40]> = TurboShake128::digest_many(&messages);
    for (message, output) in messages.iter().zip(outputs) {
        let mut expected = [0; 40];
        TurboShake128::digest_into(message, &mut expected);
        assert_eq!(output, expected);
    }
}

#[test]
fn domains() {
    let (mut one, mut other) = ([0; 16], [0; 16]);
    TurboShake128::with_domain(1).finalize_into(&mut one);
    TurboShake128::new().finalize_into(&mut other);
    assert_ne!(one, other);
}

#[test]
#[should_panic(expected = "0x80")]
fn a_domain_out_of_range() {
    TurboShake256::with_domain(0x80);
}

#[test]
fn kangarootwelve() {
    let mut output = [0; 16];
    Kt128::digest_into("", &mut output);
    assert_eq!(hex(&output), "1ac2d450fc3b4205d19da7bfca1b3751");
    Kt128::digest_into(pattern(17_usize.pow(4)), &mut output);
    assert_eq!(hex(&output), "8701045e22205345ff4dda05555cbb5c");
    Kt256::digest_into("", &mut output);
    assert_eq!(hex(&output), "b23d2e9cea9f4904e02bec06817fc10c");
    let mut customized = Kt128::new().finalize_xof(&pattern(1));
    customized.read_exact(&mut output[..7]).unwrap();
    customized.read_exact(&mut output[7..]).unwrap();
    assert_eq!(hex(&output), "fab658db63e94a246188bf7af69a1330");
}
