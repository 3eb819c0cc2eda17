// SPDX-License-Identifier: MIT
//! Everything has Debug, and no context shows its state.

use hashlane::chain::Stream;
use hashlane::{
    CShake128, Keccak256, Kmac256, Kt128, MerkleKind, MerkleTree, Pool, Seed, Sha256, Sha3_256,
    Shake128, TurboShake256,
};

#[derive(Debug)]
struct Holder {
    _hashes: (Sha256, Sha3_256, Keccak256, Shake128, TurboShake256, Kt128, CShake128),
    _others: (Kmac256, Seed, Stream, MerkleTree, Pool),
}

#[test]
fn what_holds_them_has_debug() {
    let holder = Holder {
        _hashes: (
            Sha256::new(),
            Sha3_256::new(),
            Keccak256::new(),
            Shake128::new(),
            TurboShake256::new(),
            Kt128::new(),
            CShake128::new(b"", b"use"),
        ),
        _others: (
            Kmac256::new(&[42; 32], b""),
            Seed::new(&[42; 64]),
            Stream::new(&[42; 32], None),
            MerkleTree::new(MerkleKind::Bitcoin, vec![[42; 32]; 3]),
            Pool::new(1),
        ),
    };
    let text = format!("{:?}", holder);
    assert!(text.contains("Kmac { .. }") && text.contains("kind: Bitcoin, leaves: 3"), "{}", text);
    assert!(!text.contains("42"), "{}", text);
    let readers = (Shake128::new().finalize_xof(), Kt128::new().finalize_xof(b""));
    assert_eq!(format!("{:?}", readers), "(ShakeReader { .. }, KangarooTwelveReader { .. })");
}
