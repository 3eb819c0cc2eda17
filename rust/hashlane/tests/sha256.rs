// SPDX-License-Identifier: MIT
//! SHA-256: published digests, and one way of hashing against another.

use hashlane::{
    merkle_levels, merkle_root, sha256_compress, sha256_nodes, sha256_nodes_in_place, sha256d_many,
    sha256d_nodes, Seed, Sha256,
};
use std::io::Write;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{:02x}", byte)).collect()
}

fn message(size: usize) -> Vec<u8> {
    (0..size).map(|i| (i * 7 % 251) as u8).collect()
}

#[test]
fn known_digests() {
    assert_eq!(
        hex(&Sha256::digest("")),
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    );
    assert_eq!(
        hex(&Sha256::digest("abc")),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
}

#[test]
fn pieces_are_one_message() {
    let whole = message(1000);
    for size in [1, 63, 64, 65, 999] {
        let mut hash = Sha256::default();
        for piece in whole.chunks(size) {
            hash.write_all(piece).unwrap();
        }
        let fork = hash.clone();
        hash.update("more");
        assert_eq!(fork.finalize(), Sha256::digest(&whole));
        assert_ne!(hash.finalize(), Sha256::digest(&whole));
    }
}

#[test]
fn many_messages_of_any_lengths() {
    for count in [0, 1, 2, 17, 70] {
        let messages: Vec<_> = (0..count).map(|i| message(i * 37 % 300)).collect();
        let expected: Vec<_> = messages.iter().map(Sha256::digest).collect();
        assert_eq!(Sha256::digest_many(&messages), expected);
    }
}

#[test]
#[should_panic(expected = "as many digests as messages")]
fn too_few_digests() {
    Sha256::digest_many_into(&["a", "b"], &mut [[0; 32]]);
}

#[test]
fn nodes() {
    let mut nodes: Vec<[u8; 64]> = (0..37).map(|i| [i; 64]).collect();
    let expected: Vec<_> = nodes.iter().map(Sha256::digest).collect();
    let mut digests = vec![[0; 32]; 37];
    sha256_nodes(&nodes, &mut digests);
    assert_eq!(digests, expected);
    assert_eq!(sha256_nodes_in_place(&mut nodes), expected);
}

#[test]
fn double_hashes() {
    let twice = |message: &[u8]| Sha256::digest(Sha256::digest(message));
    let nodes: Vec<[u8; 64]> = (0..37).map(|i| [i; 64]).collect();
    let expected: Vec<_> = nodes.iter().map(|node| twice(node)).collect();
    let mut digests = vec![[0; 32]; 37];
    sha256d_nodes(&nodes, &mut digests);
    assert_eq!(digests, expected);
    assert_eq!(sha256d_many(&nodes), expected);
}

#[test]
fn states_of_padded_messages_become_their_digests() {
    let initial = "6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19";
    let mut state = [0; 32];
    for (i, byte) in state.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&initial[2 * i..2 * i + 2], 16).unwrap();
    }
    let message = message(64 + 55);
    let (mut first, mut last) = ([0; 64], [0; 64]);
    first.copy_from_slice(&message[..64]);
    last[..55].copy_from_slice(&message[64..]);
    last[55] = 0x80;
    last[62..].copy_from_slice(&(8 * 119_u16).to_be_bytes());
    let mut states = vec![state; 21];
    sha256_compress(&[&[first, last][..]; 21], &mut states);
    assert_eq!(states, vec![Sha256::digest(&message); 21]);
}

#[test]
fn trees() {
    let leaves: Vec<[u8; 32]> = (0..3).map(|i| [i; 32]).collect();
    let pair = |a: [u8; 32], b: [u8; 32]| Sha256::digest([a, b].concat());
    let left = pair(leaves[0], leaves[1]);
    let root = pair(left, leaves[2]);
    assert_eq!(merkle_root(&leaves), root);
    assert_eq!(merkle_levels(&leaves), [left, leaves[2], root]);
    assert_eq!(merkle_root(&leaves[..1]), leaves[0]);
    assert_eq!(merkle_root(&[]), Sha256::digest(""));
}

#[test]
fn messages_after_a_common_beginning() {
    let beginning = message(128);
    let messages: Vec<[u8; 40]> = (0..19).map(|i| [i; 40]).collect();
    let expected: Vec<_> =
        messages.iter().map(|rest| Sha256::digest([&beginning, &rest[..]].concat())).collect();
    assert_eq!(Seed::new(&beginning).digest_many(&messages), expected);

    let unequal: Vec<Vec<u8>> = (0..19).map(|i| message(i * 13 % 200)).collect();
    let expected: Vec<_> =
        unequal.iter().map(|rest| Sha256::digest([&beginning, &rest[..]].concat())).collect();
    assert_eq!(Seed::new(&beginning).digest_many(&unequal), expected);
}

#[test]
#[should_panic(expected = "a beginning of 63 bytes")]
fn a_beginning_of_no_whole_blocks() {
    Seed::new(&[0; 63]);
}
