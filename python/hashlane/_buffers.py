# SPDX-License-Identifier: MIT
"""Converts Python's buffers to C's pointers, without copying. An object stays locked in place as long
as the result of `readable` or `writable` for it exists."""

from __future__ import annotations

import sys
from operator import index as index_of

from ._native import addresses, ffi, lib

TYPE_CHECKING = False  # typing's name, which type checkers know; its import takes milliseconds
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeVar, Union

    # Any object with the buffer protocol: bytes, bytearray, memoryview, mmap, array, NumPy's arrays.
    from typing_extensions import Buffer as Buffer

    # A sequence of buffers, or an array of two dimensions whose rows are the messages.
    Messages = Union[Iterable[Buffer], Buffer]
    Out = TypeVar("Out", bound=Buffer)
else:
    Buffer = Messages = object


def check(status: int) -> None:
    """Raises the exception for a status of C."""
    if status == lib.HASHLANE_BAD_ARGUMENT:
        raise ValueError("an argument is outside its documented range")
    if status != lib.HASHLANE_OK:
        raise RuntimeError(f"hashlane returned the status {status}")


def readable(data: Buffer) -> Any:
    """Returns the bytes of an object as C reads them."""
    if isinstance(data, str):
        raise TypeError("a str has no bytes before it is encoded: use data.encode()")
    return ffi.from_buffer("uint8_t[]", data)


def writable(out: Buffer, size: int, name: str) -> Any:
    """Returns the bytes of an object that C may change, and that must have `size` of them."""
    view = ffi.from_buffer("uint8_t[]", out, require_writable=True)
    if len(view) != size:
        raise ValueError(f"{name} has {len(view)} bytes; the output has {size}")
    return view


def readable_of(data: Buffer, size: int, name: str) -> Any:
    """Returns the bytes of an object that must have `size` of them."""
    view = readable(data)
    if len(view) != size:
        raise ValueError(f"{name} has {len(view)} bytes; it takes {size}")
    return view


def copy_of(view: Any) -> Any:
    """Copies the bytes to new memory."""
    copy = ffi.new("uint8_t[]", len(view))
    ffi.memmove(copy, view, len(view))
    return copy


def overlap(view: Any, size: int, other: Any, other_size: int) -> bool:
    """Returns whether the first bytes at two pointers have some in common."""
    first, second = int(ffi.cast("uintptr_t", view)), int(ffi.cast("uintptr_t", other))
    return size > 0 and other_size > 0 and first < second + other_size and second < first + size


class Destination:
    """The output buffer of a C function: the caller's, or new memory that becomes a bytes object."""

    def __init__(self, out: Buffer | None, size: int) -> None:
        self._out = out
        size = index_of(size)
        if size > sys.maxsize:
            raise ValueError(f"no buffer has room for an output of {size} bytes")
        self.pointer = ffi.new("uint8_t[]", size) if out is None else writable(out, size, "out")

    def result(self) -> Any:
        """Returns the caller's buffer, or the bytes."""
        return ffi.buffer(self.pointer)[:] if self._out is None else self._out


def messages_of(messages: Messages) -> tuple[Any, Any, int, object]:
    """Converts messages to pointers, lengths, their number, and an object that keeps all of these."""
    pointers, lengths, count, kept = addresses(messages)
    return ffi.cast("uint8_t **", pointers), ffi.cast("size_t *", lengths), count, kept
