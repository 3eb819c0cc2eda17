# SPDX-License-Identifier: MIT
"""cSHAKE, KMAC, TupleHash and ParallelHash: NIST SP 800-185."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ._buffers import Buffer, Destination, Output, check, copy_of, messages_of, readable
from ._hashes import Algorithm, ExtendableHash, Hash
from ._native import ffi, lib
from ._pool import Pool, pointer_to


def _cshake(name: str, function: int, block_size: int, first: Any, second: Any) -> Algorithm:
    def start(context: Any) -> int:
        return int(
            lib.hashlane_cshake_init(context, function, first, len(first), second, len(second))
        )

    return Algorithm(
        name,
        0,
        block_size,
        "hashlane_cshake_context *",
        start,
        update=lib.hashlane_cshake_absorb,
        finish=lib.hashlane_cshake_squeeze,
    )


def cshake_128(
    data: Buffer = b"", *, name: Buffer = b"", customization: Buffer = b""
) -> ExtendableHash:
    """cSHAKE128: SHAKE128 with a customization. name: of a function that NIST defines by it."""
    strings = copy_of(readable(name)), copy_of(readable(customization))
    return ExtendableHash(_cshake("cshake_128", lib.HASHLANE_CSHAKE128, 168, *strings), data)


def cshake_256(
    data: Buffer = b"", *, name: Buffer = b"", customization: Buffer = b""
) -> ExtendableHash:
    """cSHAKE256: SHAKE256 with a customization. name: of a function that NIST defines by it."""
    strings = copy_of(readable(name)), copy_of(readable(customization))
    return ExtendableHash(_cshake("cshake_256", lib.HASHLANE_CSHAKE256, 136, *strings), data)


class Mac(Hash):
    """A message that is being authenticated."""

    __slots__ = ()

    def verify(self, expected: Buffer, /) -> bool:
        """Returns True if this is the MAC. The time does not depend on how many bytes are equal."""
        mac = readable(expected)
        if len(mac) != self.digest_size:
            return False
        status = lib.hashlane_kmac_final_verify(self._forked(), mac, len(mac))
        if status == lib.HASHLANE_WRONG:
            return False
        check(status)
        return True

    def copy(self) -> Mac:
        """Another object that has taken the same bytes so far."""
        other = Mac.__new__(Mac)
        self._fork_to(other)
        return other


def _kmac(
    name: str, function: int, block_size: int, key: Buffer, length: int, customization: Buffer
) -> Algorithm:
    if length < lib.HASHLANE_KMAC_MIN_BYTES:
        raise ValueError(f"a MAC of {length} bytes; it takes {lib.HASHLANE_KMAC_MIN_BYTES}")
    secret, separates = readable(key), readable(customization)
    begun = ffi.new("hashlane_kmac_context *")
    check(
        lib.hashlane_kmac_init(begun, function, secret, len(secret), separates, len(separates))
    )

    def start(context: Any) -> None:
        context[0] = begun[0]  # not from the key: an object must not hold the caller's buffer

    return Algorithm(
        name,
        length,
        block_size,
        "hashlane_kmac_context *",
        start,
        update=lib.hashlane_kmac_absorb,
        finish=lib.hashlane_kmac_final,
    )


def kmac_128(
    key: Buffer, data: Buffer = b"", *, length: int = 32, customization: Buffer = b""
) -> Mac:
    """KMAC128: a message authentication code of `length` bytes. A key should have 16 bytes or more.

    To authenticate many messages with one key, copy an object that has taken nothing.
    """
    algorithm = _kmac("kmac_128", lib.HASHLANE_KMAC128, 168, key, length, customization)
    return Mac(algorithm, data)


def kmac_256(
    key: Buffer, data: Buffer = b"", *, length: int = 64, customization: Buffer = b""
) -> Mac:
    """KMAC256: as kmac_128. A key should have 32 bytes or more."""
    algorithm = _kmac("kmac_256", lib.HASHLANE_KMAC256, 136, key, length, customization)
    return Mac(algorithm, data)


_TUPLE_HASH = {128: lib.HASHLANE_TUPLE_HASH128, 256: lib.HASHLANE_TUPLE_HASH256}
_PARALLEL_HASH = {128: lib.HASHLANE_PARALLEL_HASH128, 256: lib.HASHLANE_PARALLEL_HASH256}


def _function(functions: dict[int, int], bits: int) -> int:
    if bits not in functions:
        raise ValueError(f"{bits} bits of security; there are 128 and 256")
    return functions[bits]


def tuple_hash(
    elements: Iterable[Buffer],
    *,
    length: int,
    bits: int = 128,
    customization: Buffer = b"",
    out: Buffer | None = None,
) -> Output:
    """TupleHash: a hash of a sequence of strings, not only of what they are joined."""
    function = _function(_TUPLE_HASH, bits)
    given, separates = messages_of(list(elements)), readable(customization)
    destination = Destination(out, length)
    check(
        lib.hashlane_tuple_hash(
            function,
            separates,
            len(separates),
            given.pointers,
            given.lengths,
            given.count,
            destination.pointer,
            length,
        )
    )
    return destination.result()


def parallel_hash(
    data: Buffer,
    *,
    block_bytes: int,
    length: int,
    bits: int = 128,
    customization: Buffer = b"",
    out: Buffer | None = None,
    pool: Pool | None = None,
) -> Output:
    """ParallelHash: a long message, its blocks hashed on all lanes. The result depends on
    block_bytes, which had better be 8192 or more. pool: threads to share the work with."""
    function = _function(_PARALLEL_HASH, bits)
    message, separates = readable(data), readable(customization)
    destination = Destination(out, length)
    context = ffi.new("hashlane_parallel_hash_context *")
    check(
        lib.hashlane_parallel_hash_init(
            context, function, block_bytes, separates, len(separates)
        )
    )
    check(
        lib.hashlane_parallel_hash_absorb_pool(
            context, message, len(message), pointer_to(pool)
        )
    )
    check(lib.hashlane_parallel_hash_final(context, destination.pointer, length))
    return destination.result()
