# SPDX-License-Identifier: MIT
"""The kernels of the library, and which of them dispatch uses."""

from __future__ import annotations

import os
from typing import NamedTuple

from ._native import ffi, lib


def _text(pointer: object) -> str:
    return str(ffi.string(pointer).decode())


__version__ = _text(lib.hashlane_version())


class Kernel(NamedTuple):
    """One implementation of a workload."""

    id: str  # "sha256-chain.shani.x2"
    workload: str  # "sha256-chain"
    isa: str  # "shani"
    idea: str  # a summary in a few words
    lanes: int
    runnable: bool  # this processor and system can run it
    chosen: bool  # dispatch uses it for many lanes


def kernels() -> list[Kernel]:
    """Returns all kernels, including those that cannot run here."""
    described = []
    info = ffi.new("hashlane_kernel_info *")
    for index in range(lib.hashlane_kernel_count()):
        lib.hashlane_kernel_describe(index, info)
        described.append(
            Kernel(
                _text(info.id),
                _text(info.workload),
                _text(info.isa),
                _text(info.idea),
                info.lanes,
                bool(info.runnable),
                bool(info.chosen),
            )
        )
    return described


def load_tuning(path: str | os.PathLike[str] | None = None) -> bool:
    """Loads the measurements of `hashlane tune`; dispatch uses them from then on, on all threads.

    path: the file that it wrote; None: this user's. Returns False, with no change, if the file does
    not exist or has no values for this kind of core. ValueError if the file cannot be used.
    """
    name = ffi.NULL
    if path is not None:
        encoded = os.fsencode(path)
        if b"\0" in encoded:
            raise ValueError("a path with a null character")
        name = ffi.new("char[]", encoded)
    status = lib.hashlane_tuning_load(name)
    if status == lib.HASHLANE_NOT_VALID:
        raise ValueError(
            f"{path or 'the tuning file'} is damaged, or of another processor or version"
        )
    return bool(status == lib.HASHLANE_OK)
