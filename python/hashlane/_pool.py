# SPDX-License-Identifier: MIT
"""Threads for the functions that take a pool."""

from __future__ import annotations

from operator import index as index_of

from ._buffers import TYPE_CHECKING
from ._native import ffi, lib

if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any


class Pool:
    """Threads of the library, for the argument `pool` of functions; results do not depend on it.

    threads: how many, the calling one included; 0: one for each processor that the process may use.
    `Pool.threads` is how many were started. Any thread may use a pool; a thread that finds it in use
    works alone, and so does the child of a fork, which has none of the threads and may close the
    pool all the same. `close()`, or the end of a `with` block, ends the threads; a later call with
    the pool raises ValueError.
    """

    __slots__ = ("_held", "_threads")

    def __init__(self, threads: int = 0) -> None:
        threads = index_of(threads)
        if not 0 <= threads < 1 << 32:
            raise ValueError(f"threads must be from 0 to 2^32 - 1, not {threads}")
        # Each call that uses the threads holds this object: the last one that lets it go ends them.
        pool = ffi.gc(ffi.new("hashlane_pool *"), lib.hashlane_pool_stop)
        lib.hashlane_pool_start(pool, threads)
        self._threads = int(pool.threads)
        self._held: tuple[Any, int] | None = (pool, int(ffi.cast("uintptr_t", pool)))

    @property
    def threads(self) -> int:
        """The number of threads, the calling one included."""
        return self._threads

    def close(self) -> None:
        """Ends the threads; those that calls on other threads use, when the last call returns."""
        self._held = None

    def _hold(self) -> tuple[Any, int]:
        """Returns the pool as C takes it, and its address."""
        held = self._held
        if held is None:
            raise ValueError("the pool is closed")
        return held

    def __enter__(self) -> Pool:
        self._hold()
        return self

    def __exit__(
        self,
        exception_type: type[BaseException] | None,
        exception: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def pointer_to(pool: Pool | None) -> Any:
    """Returns the pool as C takes it."""
    if pool is None:
        return ffi.NULL
    if not isinstance(pool, Pool):
        raise TypeError(f"{pool!r} is no hashlane.Pool")
    return pool._hold()[0]
