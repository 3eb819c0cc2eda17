# SPDX-License-Identifier: MIT
"""Merkle trees over SHA-256 and Keccak-256 as others define them."""

from __future__ import annotations

from operator import index as index_of

from ._buffers import TYPE_CHECKING, Buffer, check, copy_of, readable, readable_of
from ._native import ffi, lib
from ._pool import Pool, pointer_to

if TYPE_CHECKING:
    from typing import Any

_KINDS = {
    "plain": lib.HASHLANE_MERKLE_PLAIN,
    "rfc9162": lib.HASHLANE_MERKLE_RFC9162,
    "bitcoin": lib.HASHLANE_MERKLE_BITCOIN,
    "ssz": lib.HASHLANE_MERKLE_SSZ,
    "keccak-256": lib.HASHLANE_MERKLE_KECCAK_256,
    "keccak-256-sorted": lib.HASHLANE_MERKLE_KECCAK_256_SORTED,
}


def _tree_of(kind: str, depth: int, count: int) -> Any:
    if kind not in _KINDS:
        raise ValueError(f"no kind of tree '{kind}'; there are {', '.join(_KINDS)}")
    depth = index_of(depth)  # of NumPy's integers, a shift has no more bits than they have
    if kind != "ssz" and depth != 0:
        raise ValueError(f"a depth of {depth}; only 'ssz' takes one")
    if kind == "ssz" and not (0 <= depth < 64 and count <= 1 << depth):
        raise ValueError(f"{count} leaves at a depth of {depth}")
    return ffi.new("hashlane_merkle_tree *", (_KINDS[kind], depth, count))


def _leaves_of(leaves: Buffer) -> Any:
    if isinstance(leaves, (list, tuple)):
        raise TypeError("leaves are one buffer, not several: join them")
    given = readable(leaves)
    if len(given) % 32 != 0:
        raise ValueError(f"leaves have {len(given)} bytes together, no multiple of 32")
    return given


def merkle_root(
    leaves: Buffer, *, kind: str = "plain", depth: int = 0, pool: Pool | None = None
) -> bytes:
    """Computes the root of the binary tree over contiguous leaves of 32 bytes each.

    kind: the definition of an inner node, and of a node at the end of its level without a neighbour:
    "plain"    SHA256(left ‖ right); it moves up
    "rfc9162"  SHA256(0x01 ‖ left ‖ right), as in Certificate Transparency; it moves up
    "bitcoin"  SHA256(SHA256(left ‖ right)); it is paired with itself
    "ssz"      SHA256(left ‖ right); zeros stand for leaves that are missing at this `depth`
    "keccak-256"         "plain" with Ethereum's Keccak-256
    "keccak-256-sorted"  the same with the lower digest of each pair first, as OpenZeppelin's contracts
                         verify it; make leaves hashes of hashes, as 64 bytes can pass for a node
    pool: threads to share the work with.
    """
    given = _leaves_of(leaves)
    count = len(given) // 32
    scratch = ffi.new("uint8_t[]", (count + 1) // 2 * 32)
    root = ffi.new("uint8_t[]", 32)
    tree = _tree_of(kind, depth, count)
    check(lib.hashlane_merkle_root_pool(tree, given, scratch, root, pointer_to(pool)))
    return bytes(ffi.buffer(root))


def merkle_levels(leaves: Buffer) -> list[bytes]:
    """Computes the levels of a "plain" tree above the leaves, the lowest first; the last is the root."""
    given = _leaves_of(leaves)
    count = len(given) // 32
    tree = _tree_of("plain", 0, count)
    nodes = ffi.new("uint8_t[]", lib.hashlane_merkle_nodes(tree) * 32)
    check(lib.hashlane_merkle_levels(tree, given, nodes))
    levels, at = [], 0
    while count > 1:
        count = (count + 1) // 2
        levels.append(bytes(ffi.buffer(nodes + at, count * 32)))
        at += count * 32
    return levels


def merkle_verify(
    count: int,
    index: int,
    leaf: Buffer,
    proof: Buffer,
    root: Buffer,
    *,
    kind: str = "plain",
    depth: int = 0,
) -> bool:
    """Returns whether a proof shows that `leaf` is number `index` of the `count` leaves under `root`.

    For "ssz", any count above the index will do. `root` and `count`, for "ssz" the depth, must come
    from someone you trust: with those of the proof's author, an inner node passes for a leaf.
    With sorted pairs the leaf is in the tree, anywhere.
    """
    path = _leaves_of(proof)
    count, index = index_of(count), index_of(index)
    if not 0 <= index < count < 1 << 64:
        raise ValueError(f"leaf {index} of {count}")
    status = lib.hashlane_merkle_verify(
        _tree_of(kind, depth, count),
        index,
        readable_of(leaf, 32, "a leaf"),
        path,
        len(path) // 32,
        readable_of(root, 32, "a root"),
    )
    return bool(status == lib.HASHLANE_OK)


class MerkleTree:
    """A tree with all its nodes, for proofs and updates; kinds and pool as for `merkle_root`.

    No other thread may use it during an update.
    """

    def __init__(
        self, leaves: Buffer, *, kind: str = "plain", depth: int = 0, pool: Pool | None = None
    ) -> None:
        given = _leaves_of(leaves)
        self._kind, self._depth, self._count = kind, depth, len(given) // 32
        self._tree = _tree_of(kind, depth, self._count)
        self._leaves = copy_of(given)
        self._levels = ffi.new("uint8_t[]", lib.hashlane_merkle_nodes(self._tree) * 32)
        check(
            lib.hashlane_merkle_levels_pool(
                self._tree, self._leaves, self._levels, pointer_to(pool)
            )
        )

    def __copy__(self) -> MerkleTree:
        """Returns a tree that is updated independently."""
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))
        other._leaves, other._levels = copy_of(self._leaves), copy_of(self._levels)
        return other

    def __len__(self) -> int:
        return self._count

    @property
    def leaves(self) -> bytes:
        """The leaves, joined."""
        return bytes(ffi.buffer(self._leaves))

    @property
    def root(self) -> bytes:
        """The root."""
        if len(self._levels) == 0:
            return merkle_root(self.leaves, kind=self._kind, depth=self._depth)
        return bytes(ffi.buffer(self._levels)[-32:])

    def _checked(self, index: int) -> int:
        index = index_of(index)
        if not 0 <= index < self._count:
            raise IndexError(f"leaf {index} of {self._count}")
        return index

    def proof(self, index: int) -> bytes:
        """Returns the proof of a leaf: the neighbours on the way to the root, the lowest first."""
        proof = ffi.new("uint8_t[]", 64 * 32)
        used = ffi.new("size_t *")
        check(
            lib.hashlane_merkle_proof(
                self._tree, self._checked(index), self._leaves, self._levels, proof, used
            )
        )
        return bytes(ffi.buffer(proof, used[0] * 32))

    def update(self, index: int, leaf: Buffer) -> None:
        """Replaces a leaf, and computes the nodes above it again."""
        own = readable_of(leaf, 32, "a leaf")
        check(
            lib.hashlane_merkle_update(
                self._tree, self._checked(index), own, self._leaves, self._levels
            )
        )
