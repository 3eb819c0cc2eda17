# SPDX-License-Identifier: MIT
"""Hash objects by name, and of files; hashlib's names. The objects themselves are written in C."""

from __future__ import annotations

from . import _native
from ._buffers import TYPE_CHECKING, Buffer

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO, Literal, TypeVar, overload

    AnyHash = TypeVar("AnyHash", _native.Hash, _native.ExtendableHash)
    Extendable = Literal[
        "shake_128", "shake_256", "turboshake_128", "turboshake_256", "kt128", "kt256"
    ]

algorithms_available = frozenset(
    (
        "sha256",
        "sha3_224",
        "sha3_256",
        "sha3_384",
        "sha3_512",
        "shake_128",
        "shake_256",
        "keccak_224",
        "keccak_256",
        "keccak_384",
        "keccak_512",
        "turboshake_128",
        "turboshake_256",
        "kt128",
        "kt256",
    )
)

algorithms_guaranteed = algorithms_available


def _plain(name: str) -> str:
    return name.lower().replace("-", "").replace("_", "")


_CONSTRUCTORS = {_plain(name): getattr(_native, name) for name in algorithms_available}
_CONSTRUCTORS["sha2256"] = _native.sha256  # OpenSSL's sha2-256


if TYPE_CHECKING:  # as for hashlib's, an unusual spelling is taken for that of a digest

    @overload
    def new(  # type: ignore[overload-overlap]
        name: Extendable, data: Buffer = b"", *, usedforsecurity: bool = True
    ) -> _native.ExtendableHash: ...
    @overload
    def new(name: str, data: Buffer = b"", *, usedforsecurity: bool = True) -> _native.Hash: ...


def new(name: str, data: Buffer = b"", *, usedforsecurity: bool = True) -> Any:
    """Creates a hash object by the algorithm's name, one of `algorithms_available`.

    The spelling may be another one that hashlib knows: "SHA3-256", "shake128", "sha-256".
    """
    if not isinstance(name, str):
        raise TypeError(f"the name of an algorithm is a str, not {name!r}")
    constructor = _CONSTRUCTORS.get(_plain(name))
    if constructor is None:
        known = ", ".join(sorted(algorithms_available))
        raise ValueError(f"no algorithm '{name}'; there are {known}")
    return constructor(data)


if TYPE_CHECKING:

    @overload
    def file_digest(  # type: ignore[overload-overlap]
        fileobj: BinaryIO, digest: Extendable, /, *, _bufsize: int = 1 << 18
    ) -> _native.ExtendableHash: ...
    @overload
    def file_digest(
        fileobj: BinaryIO, digest: str, /, *, _bufsize: int = 1 << 18
    ) -> _native.Hash: ...
    @overload
    def file_digest(
        fileobj: BinaryIO, digest: Callable[[], AnyHash], /, *, _bufsize: int = 1 << 18
    ) -> AnyHash: ...


def file_digest(
    fileobj: BinaryIO, digest: str | Callable[[], Any], /, *, _bufsize: int = 1 << 18
) -> Any:
    """Hashes a file from where it is, as hashlib.file_digest() does; the result is a hash object.

    fileobj: opened for reading in binary mode, as open(path, "rb") does; or an io.BytesIO, which is
    hashed from its beginning, wherever it is. digest: the name of an algorithm, or a function that
    returns a hash object.
    """
    hash = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, "getbuffer"):
        hash.update(fileobj.getbuffer())
        return hash
    if not (hasattr(fileobj, "readinto") and hasattr(fileobj, "readable") and fileobj.readable()):
        raise ValueError(f"{fileobj!r} is no file that is read in binary mode")
    piece = bytearray(_bufsize)
    view = memoryview(piece)
    while True:
        size = fileobj.readinto(piece)
        if size is None:
            raise BlockingIOError("the file has no bytes yet")
        if size == 0:
            return hash
        hash.update(view[:size])
