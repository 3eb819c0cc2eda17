# SPDX-License-Identifier: MIT
"""Threads for the functions that take a pool."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from ._native import ffi, lib


class Pool:
    """Threads of the library, for the argument `pool` of functions; results do not depend on it.

    threads: how many, the calling one included; 0: one for each processor. `Pool.threads` is how
    many were started. Any thread may use a pool; a thread that finds it in use works alone, and so
    does the child of a fork, which has none of the threads and may close the pool all the same.
    `close()`, or the end of a `with` block, ends the threads; a later call with the pool raises
    ValueError.
    """

    def __init__(self, threads: int = 0) -> None:
        if threads < 0:
            raise ValueError(f"{threads} threads")
        # Each call that uses the threads holds this object: the last one that lets it go ends them.
        self._pool = ffi.gc(ffi.new("hashlane_pool *"), lib.hashlane_pool_stop)
        lib.hashlane_pool_start(self._pool, threads)
        self._threads = int(self._pool.threads)

    @property
    def threads(self) -> int:
        """The number of threads, the calling one included."""
        return self._threads

    def close(self) -> None:
        """Ends the threads; those that calls on other threads use, when the last call returns."""
        self._pool = None

    def __enter__(self) -> Pool:
        pointer_to(self)
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
    pointer = pool._pool
    if pointer is None:
        raise ValueError("the pool is closed")
    return pointer
