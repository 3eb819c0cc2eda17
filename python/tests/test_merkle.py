# SPDX-License-Identifier: MIT
"""Trees against trees that are built with hashlib, and against published roots."""

import copy
import hashlib
import random

import pytest

import hashlane

RANDOM = random.Random(9)
KINDS = ["plain", "rfc9162", "bitcoin", "ssz", "keccak-256", "keccak-256-sorted"]


def digest(message):
    return hashlib.sha256(message).digest()


def node(kind, left, right):
    if kind.startswith("keccak"):
        pair = sorted((left, right)) if kind == "keccak-256-sorted" else (left, right)
        return hashlane.keccak_256(b"".join(pair)).digest()
    if kind == "bitcoin":
        return digest(digest(left + right))
    return digest((b"\x01" if kind == "rfc9162" else b"") + left + right)


def root_of(kind, leaves, depth):
    """Returns the root, by the standards' own recursion or padding."""
    if kind == "ssz":
        leaves = leaves + [bytes(32)] * (2**depth - len(leaves))
    if len(leaves) == 1:
        return leaves[0]
    if kind == "bitcoin":
        leaves = leaves + leaves[-1:] * (len(leaves) % 2)
        pairs = zip(leaves[::2], leaves[1::2])
        return root_of(kind, [node(kind, *pair) for pair in pairs], 0)
    split = 2 ** ((len(leaves) - 1).bit_length() - 1)
    parts = (root_of(kind, part, depth - 1) for part in (leaves[:split], leaves[split:]))
    return node(kind, *parts)


def random_leaves(count):
    return [RANDOM.randbytes(32) for _ in range(count)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [1, 2, 3, 7, 22])
def test_trees(kind, count):
    depth = 6 if kind == "ssz" else 0
    leaves = random_leaves(count)
    tree = hashlane.MerkleTree(b"".join(leaves), kind=kind, depth=depth)
    for index in range(count):
        root = root_of(kind, leaves, depth)
        assert tree.root == root == hashlane.merkle_root(
            b"".join(leaves), kind=kind, depth=depth
        )
        rest = (tree.proof(index), root)
        of = {"kind": kind, "depth": depth}
        assert hashlane.merkle_verify(count, index, leaves[index], *rest, **of)
        assert not hashlane.merkle_verify(count, index, bytes(32), *rest, **of)
        leaves[index] = RANDOM.randbytes(32)
        tree.update(index, leaves[index])
    assert (len(tree), tree.leaves) == (count, b"".join(leaves))
    assert tree.root == root_of(kind, leaves, depth)


def test_published_roots():
    leaves = hashlane.rfc9162_leaves([b"", b"\x00", b"\x10"])
    root = "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"
    assert hashlane.merkle_root(leaves, kind="rfc9162").hex() == root
    empty = "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b"
    assert hashlane.merkle_root(b"", kind="ssz", depth=1).hex() == empty
    assert hashlane.MerkleTree(b"", kind="ssz", depth=1).root.hex() == empty
    # The example of OpenZeppelin's library of trees.
    entries = [
        bytes(12) + address * 20 + amount.to_bytes(32, "big")
        for address, amount in ((b"\x11", 5 * 10**18), (b"\x22", 25 * 10**17))
    ]
    twice = [hashlane.keccak_256(hashlane.keccak_256(e).digest()).digest() for e in entries]
    root = "d4dee0beab2d53f2cc83e567171bd2820e49898130a22622b10ead383e90bd77"
    assert hashlane.merkle_root(b"".join(twice), kind="keccak-256-sorted").hex() == root


def test_leaves_have_a_prefix():
    entries = [RANDOM.randbytes(RANDOM.randrange(300)) for _ in range(70)]
    expected = b"".join(digest(b"\x00" + entry) for entry in entries)
    assert hashlane.rfc9162_leaves(entries) == expected


def test_what_is_no_tree():
    with pytest.raises(ValueError, match="no kind of tree 'oak'"):
        hashlane.merkle_root(bytes(32), kind="oak")
    with pytest.raises(ValueError, match="5 leaves at a depth of 2"):
        hashlane.MerkleTree(bytes(160), kind="ssz", depth=2)
    with pytest.raises(ValueError, match="only 'ssz' takes one"):
        hashlane.merkle_root(bytes(32), kind="bitcoin", depth=3)
    with pytest.raises(TypeError, match="join them"):
        hashlane.merkle_root([bytes(32), bytes(32)])
    with pytest.raises(ValueError, match="no multiple of 32"):
        hashlane.merkle_root(bytes(33))
    tree = hashlane.MerkleTree(bytes(96))
    with pytest.raises(IndexError, match="leaf 3 of 3"):
        tree.proof(3)
    with pytest.raises(IndexError, match="leaf -1 of 3"):
        tree.update(-1, bytes(32))
    with pytest.raises(ValueError, match="a leaf has 31 bytes"):
        tree.update(0, bytes(31))
    for index, count in [(3, 3), (-1, 3), (0, 0), (0, 1 << 64), (1 << 64, 1 << 65)]:
        with pytest.raises(ValueError, match=f"leaf {index} of {count}"):
            hashlane.merkle_verify(count, index, bytes(32), tree.proof(0), tree.root)


def test_a_copy_of_a_tree_goes_its_own_way():
    tree = hashlane.MerkleTree(bytes(160))
    root = tree.root
    other = copy.copy(tree)
    other.update(3, b"\x01" * 32)
    assert (tree.root, tree.leaves) == (root, bytes(160))
    assert other.root == hashlane.merkle_root(other.leaves) != root
