# SPDX-License-Identifier: MIT
"""Chains of SHA-256 that prove how much sequential work was done.

One core creates a chain d = SHA256(d) and publishes checkpoints; anybody verifies all segments
between them at once, on the lanes of a core and on all cores. docs/reference/chain-formats.md has the formulas.
Digests, salts and mixins are buffers of 32 bytes.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from operator import index as index_of
from typing import Any, NamedTuple, overload

from ._buffers import TYPE_CHECKING, Buffer, Destination, check, copy_of, readable, readable_of
from ._native import ffi, lib, verify_chain
from ._pool import Pool, pointer_to

if TYPE_CHECKING:
    from ._buffers import Out

__all__ = [
    "Cancel",
    "Segment",
    "Stream",
    "Verification",
    "advance",
    "create",
    "mix",
    "verify",
    "verify_checkpoints",
]

# C calls cannot be interrupted. Long work is split into calls of this many hashes, a few hundred
# milliseconds each, between which Python handles its signals.
_HASHES_PER_CALL = 1 << 22


def _pieces(hashes: int) -> Iterable[int]:
    hashes = index_of(hashes)
    if hashes < 0:
        raise ValueError(f"{hashes} hashes")
    while hashes > 0:
        piece = min(hashes, _HASHES_PER_CALL)
        yield piece
        hashes -= piece


@overload
def advance(digests: Buffer, hashes: int, *, out: None = None) -> bytes: ...
@overload
def advance(digests: Buffer, hashes: int, *, out: Out) -> Out: ...
def advance(digests: Buffer, hashes: int, *, out: Buffer | None = None) -> Buffer:
    """Replaces each digest by its own SHA-256, `hashes` times.

    digests: one of 32 bytes or several, one after another; they are independent chains, and several
    at once are faster than one after the other.
    Returns the new ones; or writes them into `out`, which may be `digests`, and returns it.
    """
    given = readable(digests)
    if len(given) % 32 != 0:
        raise ValueError(f"digests have {len(given)} bytes together, no multiple of 32")
    destination = Destination(out, len(given))
    current = copy_of(given)
    for piece in _pieces(hashes):
        lib.hashlane_sha256_chain(current, len(current) // 32, piece)
    ffi.memmove(destination.pointer, current, len(current))
    return destination.result()  # type: ignore[no-any-return]


def mix(digest: Buffer, mixin: Buffer) -> bytes:
    """SHA256(digest ‖ mixin)."""
    current = copy_of(readable_of(digest, 32, "digest"))
    lib.hashlane_sha256_mix(current, readable_of(mixin, 32, "mixin"))
    return bytes(ffi.buffer(current))


@overload
def create(
    start: Buffer, every: int, count: int, *, salt: Buffer | None = None, out: None = None
) -> bytes: ...
@overload
def create(
    start: Buffer, every: int, count: int, *, salt: Buffer | None = None, out: Out
) -> Out: ...
def create(
    start: Buffer,
    every: int,
    count: int,
    *,
    salt: Buffer | None = None,
    out: Buffer | None = None,
) -> Buffer:
    """A chain of count × every hashes from `start`: its checkpoints, one after each `every` hashes.

    salt: a hash is SHA256(salt ‖ d) instead of SHA256(d).
    Returns count × 32 bytes, the last 32 of them the chain's end; or writes them into `out`.
    """
    every, count = index_of(every), index_of(count)  # NumPy's integers overflow in a product
    if not 1 <= every < 1 << 64 or count < 0:
        raise ValueError(f"{count} checkpoints, one every {every} hashes")
    digest = copy_of(readable_of(start, 32, "start"))
    salted = ffi.NULL if salt is None else copy_of(readable_of(salt, 32, "salt"))
    destination = Destination(out, count * 32)
    at_once = max(1, _HASHES_PER_CALL // every)
    for done in range(0, count, at_once):
        checkpoints = destination.pointer + 32 * done
        now = min(at_once, count - done)
        for piece in _pieces(every):  # of several, each overwrites the one checkpoint
            check(lib.hashlane_chain_create(digest, salted, piece, now, checkpoints))
    return destination.result()  # type: ignore[no-any-return]


class Stream:
    """A chain that grows step by step. Any thread may call any method at any time."""

    __slots__ = ("_lock", "_process", "_stream")

    def __init__(self, start: Buffer, salt: Buffer | None = None) -> None:
        # A handler of signals may come in again: each block has one call of C, before or after which
        # the stream is whole.
        self._lock = threading.RLock()
        self._process = os.getpid()
        self._stream = ffi.new("hashlane_chain_stream *")
        salted = ffi.NULL if salt is None else readable_of(salt, 32, "salt")
        lib.hashlane_chain_init(self._stream, readable_of(start, 32, "start"), salted)

    def __copy__(self) -> Stream:
        """Returns a chain that grows independently."""
        other = type(self).__new__(type(self))
        Stream.__init__(other, bytes(32))
        if hasattr(self, "__dict__"):  # of a subclass
            vars(other).update(vars(self))
        with self._own_lock():
            other._stream[0] = self._stream[0]
        return other

    def _own_lock(self) -> Any:
        """Returns the lock, if its owner, another thread, did not stay in the parent of a fork, or
        where an ending interpreter keeps its daemon threads."""
        process = os.getpid()
        if self._process != process or sys.is_finalizing():
            if self._lock.acquire(timeout=1):
                self._process = process
                self._lock.release()
            elif self._process != process:
                raise RuntimeError(
                    "another thread was hashing with this object when the process forked"
                )
            elif sys.is_finalizing():
                raise RuntimeError("another thread was hashing with this object at the end")
        return self._lock

    def advance(self, hashes: int) -> None:
        """Appends `hashes` hashes."""
        for piece in _pieces(hashes):
            with self._own_lock():
                lib.hashlane_chain_advance(self._stream, piece)

    def mix(self, mixin: Buffer) -> None:
        """Appends one hash that mixes data in: d = SHA256(d ‖ mixin)."""
        data = readable_of(mixin, 32, "mixin")
        with self._own_lock():
            lib.hashlane_chain_mix(self._stream, data)

    def checkpoint(self) -> tuple[int, bytes]:
        """Returns the number of hashes from the start, and the digest after them."""
        digest = ffi.new("uint8_t[]", 32)
        with self._own_lock():
            hashes = lib.hashlane_chain_checkpoint(self._stream, digest)
        return hashes, bytes(ffi.buffer(digest))


class Segment(NamedTuple):
    """The claim that `hashes` hashes lead from `start` to `end`."""

    start: Buffer
    end: Buffer
    hashes: int  # 1 to 2^63 - 1
    mixin: Buffer | None = None  # the last hash is d = SHA256(d ‖ mixin), and has no salt
    salt: Buffer | None = None  # a hash is d = SHA256(salt ‖ d) instead of d = SHA256(d)


class Cancel:
    """A flag with which another thread stops verifications."""

    __slots__ = ("_flag",)

    def __init__(self) -> None:
        self._flag = ffi.new("int *")

    def set(self) -> None:
        """Stops all verifications that were given this flag, also later ones."""
        self._flag[0] = 1


_STOPS = {
    lib.HASHLANE_CHAIN_DONE: "done",
    lib.HASHLANE_CHAIN_WRONG: "wrong",
    lib.HASHLANE_CHAIN_CANCELLED: "cancelled",
    lib.HASHLANE_CHAIN_DEADLINE: "deadline",
}


@dataclass(frozen=True)
class Verification:
    """The result of a verification. As a condition, it is true if every segment is right."""

    stop: str  # "done"; "wrong"; "cancelled" or "deadline": not every segment was checked
    wrong: int | None  # the lowest wrong segment that was found
    right: int  # segments that were checked and are right
    hashes: int  # that were computed

    def __bool__(self) -> bool:
        return self.stop == "done"


def verify(
    segments: Iterable[Segment],
    *,
    pool: Pool | None = None,
    deadline: float | None = None,
    any: bool = False,
    cancel: Cancel | None = None,
) -> Verification:
    """Checks every segment, on all lanes of a core, or of the cores of a pool's threads.

    Segments may have any lengths. The caller must check that they are contiguous and that none is
    missing; an empty list verifies successfully.

    deadline: the time limit in seconds. any: stop at the first wrong segment that is found, which
    need not be the lowest. An interrupt from the keyboard stops the work, and sets `cancel`.
    Raises ValueError, with nothing computed, if a segment cannot be checked, and names it.
    """
    given = list(segments)
    kept: list[Any] = []

    def pointer(data: Buffer | None, index: int, name: str) -> Any:
        if data is None:
            return ffi.NULL
        kept.append(readable_of(data, 32, f"{name} of segment {index}"))
        return kept[-1]

    array = ffi.new("hashlane_chain_segment[]", len(given))
    for index, segment in enumerate(given):
        start, end, hashes, mixin, salt = Segment(*segment)
        hashes = index_of(hashes)
        if not 1 <= hashes <= lib.HASHLANE_CHAIN_MAX_HASHES:
            raise ValueError(f"segment {index} has {hashes} hashes; it takes 1 to 2^63 - 1")
        item = array[index]
        item.start = pointer(start, index, "start")
        item.end = pointer(end, index, "end")
        item.hashes = hashes
        item.mixin = pointer(mixin, index, "mixin")
        item.salt = pointer(salt, index, "salt")
    return _verify((array, kept), pool, deadline, any, cancel)


def verify_checkpoints(
    start: Buffer,
    checkpoints: Buffer,
    every: int,
    *,
    salt: Buffer | None = None,
    pool: Pool | None = None,
    deadline: float | None = None,
    any: bool = False,
    cancel: Cancel | None = None,
) -> Verification:
    """Checks the chain that `create` makes: `every` hashes between each two checkpoints.

    The checkpoints are not copied. The other arguments are those of `verify`.
    """
    first = readable_of(start, 32, "start")
    rest = readable(checkpoints)
    if len(rest) % 32 != 0:
        raise ValueError(f"checkpoints have {len(rest)} bytes together, no multiple of 32")
    every = index_of(every)
    if not 1 <= every <= lib.HASHLANE_CHAIN_MAX_HASHES:
        raise ValueError(f"a checkpoint every {every} hashes; it takes 1 to 2^63 - 1")
    salted = ffi.NULL if salt is None else readable_of(salt, 32, "salt")
    count = len(rest) // 32
    array = ffi.new("hashlane_chain_segment[]", count)
    before = first
    for index in range(count):
        item = array[index]
        item.start = before
        item.end = before = rest + 32 * index
        item.hashes = every
        item.salt = salted
    return _verify((array, [first, rest, salted]), pool, deadline, any, cancel)


def _nanoseconds(seconds: float) -> int:
    """Returns a time limit as C takes it, where 0 is none."""
    if isinstance(seconds, int):
        seconds = min(seconds, 1 << 33)  # more than a float can have
    # A float before it is compared and multiplied: NumPy's short ones hold neither result.
    return int(min(max(float(max(seconds, 0)), 1e-9), 1 << 33) * 1e9)


def _verify(
    segments: tuple[Any, list[Any]],  # and what keeps the buffers that they point to
    pool: Pool | None,
    deadline: float | None,
    any: bool,
    cancel: Cancel | None,
) -> Verification:
    if cancel is None:
        cancel = Cancel()
    elif not isinstance(cancel, Cancel):
        raise TypeError(f"{cancel!r} is no hashlane.chain.Cancel")
    flag, threads = cancel._flag, pointer_to(pool)
    options = ffi.new("hashlane_chain_options *")
    options.any = bool(any)
    if deadline is not None:
        options.deadline_ns = _nanoseconds(deadline)
    result = ffi.new("hashlane_chain_result *")
    options.cancel = flag
    status = verify_chain(
        _address(segments[0]),
        len(segments[0]),
        _address(options),
        _address(result),
        _address(threads),
        _address(flag),
    )
    if status == lib.HASHLANE_BAD_ARGUMENT:
        raise ValueError(
            f"segment {result.wrong} cannot be checked: it lacks its start or its end, "
            "or it has a salt that none of its hashes takes"
        )
    wrong = None if result.wrong == lib.HASHLANE_CHAIN_NONE else result.wrong
    return Verification(_STOPS[result.stop], wrong, result.right, result.hashes)


def _address(pointer: Any) -> int:
    return int(ffi.cast("uintptr_t", pointer))
