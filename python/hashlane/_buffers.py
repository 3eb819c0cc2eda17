# SPDX-License-Identifier: MIT
"""Converts Python's buffers to C's pointers, without copying. An object stays locked in place as long
as the result of `readable` or `writable` for it exists."""

from __future__ import annotations

import sys
from typing import Any, NamedTuple, Union

from ._native import addresses, ffi, lib

# Any object with the buffer protocol: bytes, bytearray, memoryview, mmap, array, NumPy's arrays.
Buffer = Any
Output = Union[bytes, Buffer]


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


class Destination:
    """The output buffer of a C function: the caller's, or new memory that becomes a bytes object."""

    def __init__(self, out: Buffer | None, size: int) -> None:
        self._out = out
        if size > sys.maxsize:
            raise ValueError(f"no buffer has room for an output of {size} bytes")
        if out is None:
            self.pointer = ffi.new("uint8_t[]", size)
        else:
            self.pointer = ffi.from_buffer("uint8_t[]", out, require_writable=True)
            if len(self.pointer) != size:
                raise ValueError(f"out has {len(self.pointer)} bytes; the output has {size}")

    def result(self) -> Output:
        """Returns the caller's buffer, or the bytes."""
        return ffi.buffer(self.pointer)[:] if self._out is None else self._out


class Rows(NamedTuple):
    """An array of two dimensions whose rows are messages."""

    memory: Any
    count: int
    row_bytes: int

    def column(self) -> Any:
        """Returns them as C takes messages of one length."""
        return ffi.new("hashlane_column *", (self.memory, self.row_bytes, self.row_bytes))


class Messages(NamedTuple):
    """Messages as C takes them: arrays of pointers and of lengths."""

    pointers: Any
    lengths: Any
    count: int
    kept: Any


def rows_of(messages: Buffer) -> Rows | None:
    """Returns the rows of an array of two dimensions; None for anything but a buffer."""
    if isinstance(messages, (list, tuple)):
        return None
    try:
        array = memoryview(messages)
    except TypeError:
        return None
    if array.ndim != 2:
        raise TypeError(
            f"one buffer of {array.ndim} dimensions; messages are a sequence of buffers, "
            "or an array of two dimensions whose rows they are"
        )
    memory = readable(messages)
    count = array.shape[0] if array.shape else 0
    return Rows(memory, count, len(memory) // count if count else 0)


def messages_of(messages: Buffer) -> Messages:
    """Converts a sequence of buffers, or an array of two dimensions whose rows are the messages."""
    rows = rows_of(messages)
    if rows is None:
        pointers, lengths, count, kept = addresses(messages)
        return Messages(
            ffi.cast("uint8_t **", pointers), ffi.cast("size_t *", lengths), count, kept
        )
    lengths = ffi.new("size_t[]", [rows.row_bytes] * rows.count)
    pointers = pointers_into(rows.memory, rows.count, rows.row_bytes)
    return Messages(pointers, lengths, rows.count, rows)


def pointers_into(memory: Any, count: int, size: int) -> Any:
    """Returns `count` pointers, `size` bytes apart."""
    return ffi.new("uint8_t *[]", [memory + size * i for i in range(count)])
