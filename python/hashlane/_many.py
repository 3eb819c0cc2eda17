# SPDX-License-Identifier: MIT
"""Nodes of trees, and SHA-256's compression function. The other functions of many messages are
written in C."""

from __future__ import annotations

from ._buffers import (
    TYPE_CHECKING,
    Buffer,
    Destination,
    Messages,
    messages_of,
    overlap,
    readable,
)
from ._native import ffi, lib

if TYPE_CHECKING:
    from typing import Any, overload

    from ._buffers import Out


def sha256_compress(states: Buffer, blocks: Messages) -> None:
    """Compresses blocks of 64 bytes into states of SHA-256, in place and without padding.

    states: 32 bytes each, eight big-endian words, joined in a writable buffer, which overlaps no
    block. blocks: for each state as many blocks as for the others, given as messages are to
    `sha256_many`.
    """
    memory = ffi.from_buffer("uint8_t[]", states, require_writable=True)
    given: Any = blocks
    if not hasattr(given, "__len__"):
        given = tuple(given)
    count = len(given)  # before memory is filled for each: empty rows take none
    if len(memory) != 32 * count:
        raise ValueError(f"states have {len(memory)} bytes; {count} take {32 * count}")
    pointers, lengths, count, _kept = messages_of(given)
    each = lengths[0] if count else 0
    if each % 64 != 0 or any(lengths[i] != each for i in range(count)):
        raise ValueError("blocks: each state takes the same number of bytes, a multiple of 64")
    if any(overlap(memory, len(memory), pointers[i], each) for i in range(count)):
        raise ValueError("states overlap a block")
    lib.hashlane_sha256_compress_equal(pointers, each // 64, count, memory)


def _hash_nodes(function: Any, nodes: Buffer, out: Buffer | None) -> Any:
    given = readable(nodes)
    if len(given) % 64 != 0:
        raise ValueError(f"nodes have {len(given)} bytes together, no multiple of 64")
    destination = Destination(out, len(given) // 2)
    to = destination.pointer
    if to > given and overlap(to, len(to), given, len(given)):
        raise ValueError("out begins among the nodes; it may begin where they begin")
    function(given, len(given) // 64, to)
    return destination.result()


if TYPE_CHECKING:

    @overload
    def sha256_nodes(nodes: Buffer, *, out: None = None) -> bytes: ...
    @overload
    def sha256_nodes(nodes: Buffer, *, out: Out) -> Out: ...


def sha256_nodes(nodes: Buffer, *, out: Buffer | None = None) -> Buffer:
    """Hashes each 64 bytes of a buffer: computes a level of a tree from the digests below it.

    Returns 32 bytes for each node, joined; or writes them into `out`, which may begin where `nodes`
    begins and then overwrites them, and returns it.
    """
    return _hash_nodes(lib.hashlane_sha256_nodes, nodes, out)  # type: ignore[no-any-return]


if TYPE_CHECKING:

    @overload
    def sha256d_nodes(nodes: Buffer, *, out: None = None) -> bytes: ...
    @overload
    def sha256d_nodes(nodes: Buffer, *, out: Out) -> Out: ...


def sha256d_nodes(nodes: Buffer, *, out: Buffer | None = None) -> Buffer:
    """Computes SHA256(SHA256(node)) of each 64 bytes, a level of Bitcoin's tree; as `sha256_nodes` else."""
    return _hash_nodes(lib.hashlane_sha256d_nodes, nodes, out)  # type: ignore[no-any-return]
