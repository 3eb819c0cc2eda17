# SPDX-License-Identifier: MIT
"""Threads for the functions that take a pool."""

from __future__ import annotations

from types import TracebackType
from typing import Any

from ._native import ffi, lib


class Pool:
    """Threads of the library, for the argument `pool` of functions; results do not depend on it.

    threads: how many, the calling one included; 0: one for each processor. `Pool.threads` is how
    many there are. Any thread may use a pool; a thread that finds it in use works alone.
    `close()`, or the end of a `with` block, ends the threads; later calls work without them.
    """

    def __init__(self, threads: int = 0) -> None:
        if threads < 0:
            raise ValueError(f"{threads} threads")
        self._pool = ffi.gc(ffi.new("hashlane_pool *"), lib.hashlane_pool_stop)
        lib.hashlane_pool_start(self._pool, threads)

    @property
    def threads(self) -> int:
        """The number of threads, the calling one included."""
        return int(self._pool.threads)

    def close(self) -> None:
        """Ends the threads. No function may be using them."""
        lib.hashlane_pool_stop(self._pool)

    def __enter__(self) -> Pool:
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
    return ffi.NULL if pool is None else pool._pool
