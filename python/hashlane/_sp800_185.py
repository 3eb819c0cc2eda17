# SPDX-License-Identifier: MIT
"""TupleHash and ParallelHash: NIST SP 800-185. cSHAKE and KMAC are written in C."""

from __future__ import annotations

from operator import index as index_of

from ._buffers import TYPE_CHECKING, Buffer, Destination, check, messages_of, readable
from ._native import ffi, lib
from ._pool import Pool, pointer_to

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import overload

    from ._buffers import Out

_TUPLE_HASH = {128: lib.HASHLANE_TUPLE_HASH128, 256: lib.HASHLANE_TUPLE_HASH256}
_PARALLEL_HASH = {128: lib.HASHLANE_PARALLEL_HASH128, 256: lib.HASHLANE_PARALLEL_HASH256}


def _function(functions: dict[int, int], bits: int) -> int:
    bits = index_of(bits)
    if bits not in functions:
        raise ValueError(f"{bits} bits of security; there are 128 and 256")
    return functions[bits]


if TYPE_CHECKING:

    @overload
    def tuple_hash(
        elements: Iterable[Buffer],
        *,
        length: int,
        bits: int = 128,
        customization: Buffer = b"",
        out: None = None,
    ) -> bytes: ...
    @overload
    def tuple_hash(
        elements: Iterable[Buffer],
        *,
        length: int,
        bits: int = 128,
        customization: Buffer = b"",
        out: Out,
    ) -> Out: ...


def tuple_hash(
    elements: Iterable[Buffer],
    *,
    length: int,
    bits: int = 128,
    customization: Buffer = b"",
    out: Buffer | None = None,
) -> Buffer:
    """TupleHash: a hash of a sequence of strings, not only of what they are joined."""
    function = _function(_TUPLE_HASH, bits)
    pointers, lengths, count, _kept = messages_of(list(elements))
    separates = readable(customization)
    destination = Destination(out, length)
    check(
        lib.hashlane_tuple_hash(
            function,
            separates,
            len(separates),
            pointers,
            lengths,
            count,
            destination.pointer,
            len(destination.pointer),
        )
    )
    return destination.result()  # type: ignore[no-any-return]


if TYPE_CHECKING:

    @overload
    def parallel_hash(
        data: Buffer,
        *,
        block_bytes: int,
        length: int,
        bits: int = 128,
        customization: Buffer = b"",
        out: None = None,
        pool: Pool | None = None,
    ) -> bytes: ...
    @overload
    def parallel_hash(
        data: Buffer,
        *,
        block_bytes: int,
        length: int,
        bits: int = 128,
        customization: Buffer = b"",
        out: Out,
        pool: Pool | None = None,
    ) -> Out: ...


def parallel_hash(
    data: Buffer,
    *,
    block_bytes: int,
    length: int,
    bits: int = 128,
    customization: Buffer = b"",
    out: Buffer | None = None,
    pool: Pool | None = None,
) -> Buffer:
    """ParallelHash: a long message, its blocks hashed on all lanes. The result depends on
    block_bytes, which had better be 8192 or more. pool: threads to share the work with."""
    function, block_bytes = _function(_PARALLEL_HASH, bits), index_of(block_bytes)
    if not 1 <= block_bytes < 1 << 64:
        raise ValueError(f"blocks of {block_bytes} bytes")
    message, separates = readable(data), readable(customization)
    destination = Destination(out, length)
    context = ffi.new("hashlane_parallel_hash_context *")
    check(
        lib.hashlane_parallel_hash_init(
            context, function, block_bytes, separates, len(separates)
        )
    )
    check(
        lib.hashlane_parallel_hash_update_pool(
            context, message, len(message), pointer_to(pool)
        )
    )
    check(lib.hashlane_parallel_hash_final(context, destination.pointer, len(destination.pointer)))
    return destination.result()  # type: ignore[no-any-return]
