# SPDX-License-Identifier: MIT
"""Many messages at once, on the lanes of a core; nodes of trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Union

from . import _native
from ._buffers import (
    Buffer,
    Destination,
    Output,
    check,
    messages_of,
    pointers_into,
    readable,
    rows_of,
)
from ._native import ffi, lib
from ._pool import Pool, pointer_to

# A sequence of buffers, or an array of two dimensions whose rows are the messages.
Messages = Union[Sequence[Buffer], Buffer]

_SHA3 = {
    "sha3_224": lib.HASHLANE_SHA3_224,
    "sha3_256": lib.HASHLANE_SHA3_256,
    "sha3_384": lib.HASHLANE_SHA3_384,
    "sha3_512": lib.HASHLANE_SHA3_512,
    "shake_128": lib.HASHLANE_SHAKE128,
    "shake_256": lib.HASHLANE_SHAKE256,
    "keccak_224": lib.HASHLANE_KECCAK_224,
    "keccak_256": lib.HASHLANE_KECCAK_256,
    "keccak_384": lib.HASHLANE_KECCAK_384,
    "keccak_512": lib.HASHLANE_KECCAK_512,
}

_TURBOSHAKE = {
    "turboshake_128": lib.HASHLANE_TURBOSHAKE128,
    "turboshake_256": lib.HASHLANE_TURBOSHAKE256,
}


def _function(functions: dict[str, int], name: str) -> int:
    if name not in functions:
        raise ValueError(f"no function '{name}'; there are {', '.join(functions)}")
    return functions[name]


def sha256_many(
    messages: Messages, *, out: Buffer | None = None, pool: Pool | None = None
) -> Output:
    """Returns the SHA-256 of each message, computed on all lanes of a core.

    messages: a sequence of buffers of any lengths, or an array of two dimensions whose rows are the
    messages. Order them longest first for the best speed.
    Returns the digests in the messages' order, joined; or writes them into `out`, returned then.
    pool: threads to share the work with.
    """
    if pool is None:
        return _native.sha256_many(messages, out)
    given = messages_of(messages)
    destination = Destination(out, given.count * 32)
    lib.hashlane_sha256_many_pool(
        given.pointers, given.lengths, given.count, destination.pointer, pointer_to(pool)
    )
    return destination.result()


def sha256_seeded_many(
    beginning: Buffer, messages: Messages, *, out: Buffer | None = None
) -> Output:
    """Returns SHA256(beginning ‖ message) of each message; the beginning is hashed once.

    beginning: a multiple of 64 bytes. messages: as for `sha256_many`.
    """
    given = messages_of(messages)
    seed, first = ffi.new("hashlane_sha256_seed *"), readable(beginning)
    if lib.hashlane_sha256_seed_init(seed, first, len(first)) != lib.HASHLANE_OK:
        raise ValueError(f"a beginning of {len(first)} bytes, no multiple of 64")
    destination = Destination(out, given.count * 32)
    check(
        lib.hashlane_sha256_seeded_many(
            seed, given.pointers, given.lengths, given.count, destination.pointer
        )
    )
    return destination.result()


def sha256d_many(messages: Messages, *, out: Buffer | None = None) -> Output:
    """Returns SHA256(SHA256(message)) of each message, as Bitcoin hashes; as `sha256_many` else."""
    given = messages_of(messages)
    destination = Destination(out, given.count * 32)
    lib.hashlane_sha256d_many(given.pointers, given.lengths, given.count, destination.pointer)
    return destination.result()


def sha256_compress(states: Buffer, blocks: Messages) -> None:
    """Compresses blocks of 64 bytes into states of SHA-256, in place and without padding.

    states: 32 bytes each, eight big-endian words, joined in a writable buffer. blocks: for each
    state as many blocks as for the others, given as messages are to `sha256_many`.
    """
    given = messages_of(blocks)
    memory = ffi.from_buffer("uint8_t[]", states, require_writable=True)
    if len(memory) != 32 * given.count:
        raise ValueError(f"states have {len(memory)} bytes; {given.count} take {32 * given.count}")
    each = given.lengths[0] if given.count else 0
    if each % 64 != 0 or any(given.lengths[i] != each for i in range(given.count)):
        raise ValueError("blocks: each state takes the same number of bytes, a multiple of 64")
    lib.hashlane_sha256_compress_equal(given.pointers, each // 64, given.count, memory)


def _hash_nodes(function: Any, nodes: Buffer, out: Buffer | None) -> Output:
    given = readable(nodes)
    if len(given) % 64 != 0:
        raise ValueError(f"nodes have {len(given)} bytes together, no multiple of 64")
    destination = Destination(out, len(given) // 2)
    function(given, len(given) // 64, destination.pointer)
    return destination.result()


def sha256_nodes(nodes: Buffer, *, out: Buffer | None = None) -> Output:
    """Hashes each 64 bytes of a buffer: computes a level of a tree from the digests below it.

    Returns 32 bytes for each node, joined; or writes them into `out`, which may begin where `nodes`
    begins and then overwrites them, and returns it.
    """
    return _hash_nodes(lib.hashlane_sha256_nodes, nodes, out)


def sha256d_nodes(nodes: Buffer, *, out: Buffer | None = None) -> Output:
    """Computes SHA256(SHA256(node)) of each 64 bytes, a level of Bitcoin's tree; as `sha256_nodes` else."""
    return _hash_nodes(lib.hashlane_sha256d_nodes, nodes, out)


def sha3_many(
    messages: Messages,
    name: str = "sha3_256",
    *,
    length: int | None = None,
    out: Buffer | None = None,
    pool: Pool | None = None,
) -> Output:
    """Returns SHA-3, SHAKE or Keccak of each message, several at once; messages as for `sha256_many`.

    length: bytes of output for each; needed for shake_128 and shake_256, and for them alone.
    Returns the outputs in the messages' order, joined; or writes them into `out`, returned then.
    pool: threads to share the work with.
    """
    function = _function(_SHA3, name)
    size = lib.hashlane_sha3_digest_bytes(function)
    if (size == 0) != (length is not None):
        needed = "needs a length" if size == 0 else f"has digests of {size} bytes: give no length"
        raise ValueError(f"{name} {needed}")
    each = size if length is None else length
    rows = rows_of(messages) if pool is None else None
    if rows is not None:
        destination = Destination(out, rows.count * each)
        check(
            lib.hashlane_sha3_hash_columns(
                function, rows.column(), 1, rows.count, destination.pointer, each, each
            )
        )
        return destination.result()
    given = messages_of(messages)
    destination = Destination(out, given.count * each)
    outputs = pointers_into(destination.pointer, given.count, each)
    check(
        lib.hashlane_sha3_hash_many_pool(
            function,
            given.pointers,
            given.lengths,
            given.count,
            outputs,
            each,
            pointer_to(pool),
        )
    )
    return destination.result()


def turboshake_many(
    messages: Messages,
    name: str = "turboshake_128",
    *,
    length: int,
    domain: int = 0x1F,
    out: Buffer | None = None,
) -> Output:
    """Returns TurboSHAKE of each message, several at once; messages as for `sha256_many`.

    length: bytes of output for each. domain: 0x01 to 0x7f.
    Returns the outputs in the messages' order, joined; or writes them into `out`, returned then.
    """
    function = _function(_TURBOSHAKE, name)
    if not 0x01 <= domain <= 0x7F:
        raise ValueError(f"a domain of {domain:#04x}; it takes 0x01 to 0x7f")
    given = messages_of(messages)
    destination = Destination(out, given.count * length)
    outputs = pointers_into(destination.pointer, given.count, length)
    check(
        lib.hashlane_turboshake_hash_many(
            function, domain, given.pointers, given.lengths, given.count, outputs, length
        )
    )
    return destination.result()
