// SPDX-License-Identifier: MIT
//! SHA-3 and SHAKE: digests that FIPS 202's examples give, Ethereum's of Keccak-256, and one way of
//! hashing against another.

use hashlane::{
    Keccak224, Keccak256, Keccak384, Keccak512, Sha3_224, Sha3_256, Sha3_384, Sha3_512, Shake128,
    Shake256,
};
use std::io::{Read, Write};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{:02x}", byte)).collect()
}

#[test]
fn known_digests() {
    assert_eq!(
        hex(&Sha3_224::digest(b"")),
        "6b4e03423667dbb73b6e15454f0eb1abd4597f9a1b078e3f5b5a6bc7"
    );
    assert_eq!(
        hex(&Sha3_256::digest("abc")),
        "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"
    );
    assert_eq!(hex(&Sha3_384::digest("abc")[..16]), "ec01498288516fc926459f58e2c6ad8d");
    assert_eq!(hex(&Sha3_512::digest("abc")[..16]), "b751850b1a57168a5693cd924b6b096e");
    let mut output = [0; 16];
    Shake128::digest_into("", &mut output);
    assert_eq!(hex(&output), "7f9c2ba4e88f827d616045507605853e");
    Shake256::digest_into("", &mut output);
    assert_eq!(hex(&output), "46b9dd2b0ba88d13233b3feb743eeb24");
}

#[test]
fn known_digests_of_keccak() {
    let known = [
        ("", "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
        ("abc", "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
    ];
    for (message, digest) in known {
        assert_eq!(hex(&Keccak256::digest(message)), digest);
        assert_eq!(hex(&Keccak256::digest_many(&[message; 9])[8]), digest);
    }
    assert_eq!(hex(&Keccak224::digest("")[..16]), "f71837502ba8e10837bdd8d365adb855");
    assert_eq!(hex(&Keccak384::digest("")[..16]), "2c23146a63a29acf99e73b88f8c24eaa");
    assert_eq!(hex(&Keccak512::digest("")[..16]), "0eab42de4c3ceb9235fc91acffe746b2");
}

#[test]
fn pieces_are_one_message() {
    let message: Vec<u8> = (0..1000u32).map(|i| i as u8).collect();
    for size in [1, 7, 136, 137, 999] {
        let mut hash = Sha3_256::new();
        for piece in message.chunks(size) {
            hash.write_all(piece).unwrap();
        }
        let fork = hash.clone();
        hash.update("more");
        assert_eq!(fork.finalize(), Sha3_256::digest(&message));
        assert_ne!(hash.finalize(), Sha3_256::digest(&message));
    }
}

#[test]
fn output_in_pieces_is_one_output() {
    let mut whole = [0; 500];
    Shake128::digest_into("abc", &mut whole);
    let mut hash = Shake128::default();
    hash.update("abc");
    let mut reader = hash.finalize_xof();
    let mut pieces = Vec::new();
    for size in [1, 167, 168, 164] {
        let mut piece = vec![0; size];
        reader.read_exact(&mut piece).unwrap();
        pieces.extend(piece);
    }
    assert_eq!(pieces, whole);
}

#[test]
fn many_messages() {
    for count in [0, 1, 3, 8, 19] {
        let messages: Vec<Vec<u8>> = (0..count).map(|i| vec![i as u8; i * 41]).collect();
        let expected: Vec<_> = messages.iter().map(Sha3_256::digest).collect();
        assert_eq!(Sha3_256::digest_many(&messages), expected);
        let outputs: Vec<[u8; 50]> = Shake256::digest_many(&messages);
        for (message, output) in messages.iter().zip(outputs) {
            let mut expected = [0; 50];
            Shake256::digest_into(message, &mut expected);
            assert_eq!(output, expected);
        }
    }
}

#[test]
#[should_panic(expected = "as many outputs as messages")]
fn too_few_digests() {
    Sha3_256::digest_many_into(&["a", "b"], &mut [[0; 32]]);
}

#[test]
fn one_message_and_a_pool() {
    let pool = hashlane::Pool::new(3);
    for count in [0, 1, 2, 400] {
        let messages: Vec<Vec<u8>> = (0..count).map(|i| vec![i as u8; 5 * i]).collect();
        let expected: Vec<_> = messages.iter().map(Sha3_256::digest).collect();
        assert_eq!(Sha3_256::digest_many(&messages), expected);
        assert_eq!(Sha3_256::digest_many_on(&messages, &pool), expected);
        let outputs: Vec<[u8; 50]> = Shake256::digest_many_on(&messages, &pool);
        assert_eq!(outputs, Shake256::digest_many(&messages));
        for (message, output) in messages.iter().zip(&outputs) {
            let mut alone = [0; 50];
            Shake256::digest_into(message, &mut alone);
            assert_eq!(*output, alone);
        }
    }
}
