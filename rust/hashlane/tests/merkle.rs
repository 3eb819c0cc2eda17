// SPDX-License-Identifier: MIT
//! Trees: published roots, proofs of all leaves, and updates against new trees.

use hashlane::{
    merkle_root, rfc9162_leaves, Keccak256, Kt256, MerkleKind, MerkleTree, Pool, Sha256,
};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{:02x}", byte)).collect()
}

const KINDS: [MerkleKind; 6] = [
    MerkleKind::Plain,
    MerkleKind::Rfc9162,
    MerkleKind::Bitcoin,
    MerkleKind::Ssz(5),
    MerkleKind::Keccak256,
    MerkleKind::Keccak256Sorted,
];

fn leaves(count: u8) -> Vec<[u8; 32]> {
    (0..count).map(|i| [i; 32]).collect()
}

#[test]
fn known_roots() {
    let leaves = rfc9162_leaves(&[&b""[..], b"\x00", b"\x10"]);
    assert_eq!(
        hex(&MerkleKind::Rfc9162.root(&leaves)),
        "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"
    );
    assert_eq!(
        hex(&MerkleKind::Ssz(1).root(&[])),
        "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"
    );
    assert_eq!(MerkleKind::Plain.root(&leaves), merkle_root(&leaves));
    // The example of OpenZeppelin's library of trees.
    let leaf = |address: u8, amount: u64| {
        let mut entry = [address; 64];
        entry[..12].fill(0);
        entry[32..56].fill(0);
        entry[56..].copy_from_slice(&amount.to_be_bytes());
        Keccak256::digest(Keccak256::digest(entry))
    };
    let entries = [leaf(0x11, 5_000_000_000_000_000_000), leaf(0x22, 2_500_000_000_000_000_000)];
    assert_eq!(
        hex(&MerkleKind::Keccak256Sorted.root(&entries)),
        "d4dee0beab2d53f2cc83e567171bd2820e49898130a22622b10ead383e90bd77"
    );
    let [first, second] = entries;
    let pair = [second, first].concat(); // in their order as numbers
    assert_eq!(MerkleKind::Keccak256.root(&[second, first]), Keccak256::digest(pair));
}

#[test]
fn numbers_of_a_peer_are_wrong_at_most() {
    let tree = MerkleTree::new(MerkleKind::Ssz(3), leaves(8));
    let (proof, root) = (tree.proof(7), tree.root());
    let leaf = [7; 32];
    assert!(MerkleKind::Ssz(3).verify(8, 7, &leaf, &proof, &root));
    for kind in KINDS.into_iter().chain([0, 3, 63, 64, u32::MAX].map(MerkleKind::Ssz)) {
        for count in [0, 1, 9, usize::MAX] {
            for index in [0, 8, usize::MAX] {
                for proof in [&proof[..], &[], &[[0; 32]; 65]] {
                    assert!(!kind.verify(count, index, &leaf, proof, &root));
                }
            }
        }
    }
}

#[test]
fn a_tree_on_a_pool() {
    let pool = Pool::new(3);
    for kind in KINDS {
        for count in [0, 1, 30] {
            let tree = MerkleTree::new_on(kind, leaves(count), &pool);
            assert_eq!(tree.root(), kind.root(&leaves(count)));
        }
    }
    let many: Vec<_> = (0..50_000_u32).map(|i| Sha256::digest(i.to_le_bytes())).collect();
    let tree = MerkleTree::new_on(MerkleKind::Rfc9162, many.clone(), &pool);
    assert_eq!(tree.proof(777), MerkleTree::new(MerkleKind::Rfc9162, many).proof(777));
}

#[test]
fn proofs_and_updates() {
    for kind in KINDS {
        for count in [1, 2, 7, 21] {
            let mut tree = MerkleTree::new(kind, leaves(count));
            assert_eq!(tree.root(), kind.root(tree.leaves()));
            for (i, leaf) in leaves(count).iter().enumerate() {
                let (proof, root) = (tree.proof(i), tree.root());
                assert!(kind.verify(count.into(), i, leaf, &proof, &root));
                assert!(!kind.verify(count.into(), i, &[0xff; 32], &proof, &root));
                assert!(!kind.verify(count.into(), count.into(), leaf, &proof, &root));
                tree.update(i, &[0xee; 32]);
                assert_eq!(tree.root(), kind.root(tree.leaves()));
                tree.update(i, leaf);
                assert_eq!(tree.root(), root);
            }
        }
        assert_eq!(MerkleTree::new(kind, vec![]).root(), kind.root(&[]));
    }
}

#[test]
#[should_panic(expected = "5 leaves of Ssz(2)")]
fn a_depth_that_is_too_small() {
    MerkleKind::Ssz(2).root(&leaves(5));
}

#[test]
fn a_pool_changes_nothing() {
    let pool = Pool::new(3);
    assert_eq!(pool.threads(), 3);
    let messages: Vec<Vec<u8>> = (0..6000).map(|i| vec![i as u8; i % 700]).collect();
    let leaves = Sha256::digest_many(&messages);
    assert_eq!(Sha256::digest_many_on(&messages, &pool), leaves);
    for kind in [MerkleKind::Plain, MerkleKind::Rfc9162, MerkleKind::Bitcoin, MerkleKind::Ssz(14)] {
        assert_eq!(kind.root_on(&leaves, &pool), kind.root(&leaves));
    }
    let long = messages.concat();
    let (mut with, mut without) = ([0; 64], [0; 64]);
    let mut hash = Kt256::new();
    hash.update_on(&long, &pool);
    hash.finalize_into(&mut with);
    Kt256::digest_into(&long, &mut without);
    assert_eq!(with, without);
}
