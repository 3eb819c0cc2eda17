# SPDX-License-Identifier: MIT
"""Objects with hashlib's interface."""

from __future__ import annotations

import threading
from abc import ABCMeta
from collections.abc import Callable
from typing import Any, NamedTuple

from ._buffers import Buffer, check, copy_of, readable
from ._native import Hash as _NativeHash
from ._native import (
    ffi,
    keccak_224,
    keccak_256,
    keccak_384,
    keccak_512,
    lib,
    sha3_224,
    sha3_256,
    sha3_384,
    sha3_512,
    sha256,
)
from ._pool import Pool, pointer_to


class Algorithm(NamedTuple):
    """The properties that all objects of one algorithm share."""

    name: str
    digest_size: int  # 0: the output has any length
    block_size: int
    context: str  # its type in C
    start: Callable[[Any], Any]
    update: Callable[[Any, Any, int], int]
    finish: Callable[[Any, Any, int], Any]  # writes that many bytes


class _Hash:
    """A message that is being hashed. Any thread may call any method at any time."""

    __slots__ = ("_algorithm", "_context", "_lock")

    def __init__(self, algorithm: Algorithm, data: Buffer = b"") -> None:
        self._algorithm = algorithm
        self._context = ffi.new(algorithm.context)
        self._lock = threading.Lock()
        algorithm.start(self._context)
        self.update(data)

    @property
    def name(self) -> str:
        """The algorithm's name, as `new` takes it."""
        return self._algorithm.name

    @property
    def block_size(self) -> int:
        """The bytes of a block of the algorithm."""
        return self._algorithm.block_size

    @property
    def digest_size(self) -> int:
        """The bytes of a digest; 0 if its length is the caller's choice."""
        return self._algorithm.digest_size

    def update(self, data: Buffer, /) -> None:
        """Appends the bytes of any object that has the buffer protocol."""
        message = readable(data)
        with self._lock:
            check(self._algorithm.update(self._context, message, len(message)))

    def _forked(self) -> Any:
        with self._lock:
            return ffi.new(self._algorithm.context, self._context[0])

    def _fork_to(self, other: _Hash) -> None:
        other._algorithm = self._algorithm
        other._context = self._forked()
        other._lock = threading.Lock()

    def _write(self, output: Any) -> None:
        """Writes the output for the message so far; more can be appended afterwards."""
        self._algorithm.finish(self._forked(), output, len(output))

    def _output(self, size: int) -> bytes:
        output = ffi.new("uint8_t[]", size)
        self._write(output)
        return bytes(ffi.buffer(output))

    def __repr__(self) -> str:
        return f"<hashlane {self.name} at {id(self):#x}>"

    def __reduce__(self) -> Any:
        raise TypeError("a hash object cannot be pickled")


class Hash(_Hash, metaclass=ABCMeta):
    """A message that is being hashed to a digest of a fixed length.

    Those of functions without parameters, such as sha256, are written in C (python/objects.c).
    """

    __slots__ = ()

    def digest(self) -> bytes:
        """Returns the digest of the message so far; more can be appended afterwards."""
        return self._output(self.digest_size)

    def hexdigest(self) -> str:
        """Returns the digest in hexadecimal digits."""
        return self.digest().hex()

    def digest_into(self, out: Buffer, /) -> None:
        """Writes the digest into a buffer of `digest_size` bytes."""
        output = ffi.from_buffer("uint8_t[]", out, require_writable=True)
        if len(output) != self.digest_size:
            raise ValueError(f"out has {len(output)} bytes; the digest has {self.digest_size}")
        self._write(output)

    def copy(self) -> Hash:
        """Returns a copy with the same message so far."""
        other = Hash.__new__(Hash)
        self._fork_to(other)
        return other


Hash.register(_NativeHash)


class ExtendableHash(_Hash):
    """A message that is being hashed to an output of any length."""

    __slots__ = ()

    def digest(self, length: int, /) -> bytes:
        """Returns the first `length` bytes of output; the message can be continued afterwards."""
        if length < 0:
            raise ValueError(f"a length of {length} bytes")
        return self._output(length)

    def hexdigest(self, length: int, /) -> str:
        """Returns `digest(length)` in hexadecimal digits."""
        return self.digest(length).hex()

    def digest_into(self, out: Buffer, /) -> None:
        """Fills a buffer with output."""
        self._write(ffi.from_buffer("uint8_t[]", out, require_writable=True))

    def copy(self) -> ExtendableHash:
        """Returns a copy with the same message so far."""
        other = ExtendableHash.__new__(ExtendableHash)
        self._fork_to(other)
        return other


def _shake(name: str, function: int, block_size: int) -> Algorithm:
    return Algorithm(
        name,
        0,
        block_size,
        "hashlane_sha3_context *",
        start=lambda context: lib.hashlane_sha3_init(context, function),
        update=lib.hashlane_sha3_absorb,
        finish=lib.hashlane_sha3_squeeze,
    )


_SHAKE_128 = _shake("shake_128", lib.HASHLANE_SHAKE128, 168)
_SHAKE_256 = _shake("shake_256", lib.HASHLANE_SHAKE256, 136)


def _turboshake(name: str, function: int, block_size: int, domain: int) -> Algorithm:
    if not 0x01 <= domain <= 0x7F:
        raise ValueError(f"a domain of {domain:#04x}; it takes 0x01 to 0x7f")
    return Algorithm(
        name,
        0,
        block_size,
        "hashlane_turboshake_context *",
        start=lambda context: lib.hashlane_turboshake_init(context, function, domain),
        update=lib.hashlane_turboshake_absorb,
        finish=lib.hashlane_turboshake_squeeze,
    )


def _kangarootwelve(
    name: str, function: int, customization: Buffer, pool: Pool | None
) -> Algorithm:
    separates = copy_of(readable(customization))

    def update(context: Any, data: Any, size: int) -> Any:
        return lib.hashlane_kangarootwelve_absorb_pool(context, data, size, pointer_to(pool))

    def finish(context: Any, output: Any, size: int) -> None:
        lib.hashlane_kangarootwelve_final(context, separates, len(separates))
        lib.hashlane_kangarootwelve_squeeze(context, output, size)

    return Algorithm(
        name,
        0,
        lib.HASHLANE_KANGAROOTWELVE_LEAF_BYTES,
        "hashlane_kangarootwelve_context *",
        start=lambda context: lib.hashlane_kangarootwelve_init(context, function),
        update=update,
        finish=finish,
    )


def shake_128(data: Buffer = b"", *, usedforsecurity: bool = True) -> ExtendableHash:
    """SHAKE128, NIST FIPS 202."""
    return ExtendableHash(_SHAKE_128, data)


def shake_256(data: Buffer = b"", *, usedforsecurity: bool = True) -> ExtendableHash:
    """SHAKE256, NIST FIPS 202."""
    return ExtendableHash(_SHAKE_256, data)


def turboshake_128(data: Buffer = b"", domain: int = 0x1F) -> ExtendableHash:
    """TurboSHAKE128, RFC 9861: SHAKE128 with half of the rounds. domain: 0x01 to 0x7f."""
    algorithm = _turboshake("turboshake_128", lib.HASHLANE_TURBOSHAKE128, 168, domain)
    return ExtendableHash(algorithm, data)


def turboshake_256(data: Buffer = b"", domain: int = 0x1F) -> ExtendableHash:
    """TurboSHAKE256, RFC 9861: SHAKE256 with half of the rounds. domain: 0x01 to 0x7f."""
    algorithm = _turboshake("turboshake_256", lib.HASHLANE_TURBOSHAKE256, 136, domain)
    return ExtendableHash(algorithm, data)


def kt128(
    data: Buffer = b"", customization: Buffer = b"", *, pool: Pool | None = None
) -> ExtendableHash:
    """KT128 (KangarooTwelve), RFC 9861: 128 bits of security; 32 bytes make a digest.

    One long message uses all lanes of a core: pass it whole, or in pieces of 64 KiB and more.
    Hashes with different customizations are unrelated. pool: threads to share the work with.
    """
    return ExtendableHash(_kangarootwelve("kt128", lib.HASHLANE_KT128, customization, pool), data)


def kt256(
    data: Buffer = b"", customization: Buffer = b"", *, pool: Pool | None = None
) -> ExtendableHash:
    """KT256, RFC 9861: as kt128, with 256 bits of security; 64 bytes make a digest."""
    return ExtendableHash(_kangarootwelve("kt256", lib.HASHLANE_KT256, customization, pool), data)


_CONSTRUCTORS: dict[str, Callable[..., Any]] = {
    function.__name__: function
    for function in (
        sha256,
        sha3_224,
        sha3_256,
        sha3_384,
        sha3_512,
        shake_128,
        shake_256,
        keccak_224,
        keccak_256,
        keccak_384,
        keccak_512,
        turboshake_128,
        turboshake_256,
        kt128,
        kt256,
    )
}

algorithms_available = frozenset(_CONSTRUCTORS)


def new(name: str, data: Buffer = b"", *, usedforsecurity: bool = True) -> Any:
    """Creates a hash object by the algorithm's name, one of `algorithms_available`."""
    constructor = _CONSTRUCTORS.get(name.lower().replace("-", "_"))
    if constructor is None:
        known = ", ".join(sorted(algorithms_available))
        raise ValueError(f"no algorithm '{name}'; there are {known}")
    return constructor(data)
