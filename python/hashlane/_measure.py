# SPDX-License-Identifier: MIT
"""Python functions measured by the program `hashlane`, as a plug-in's workload."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
from typing import Any, Callable, Optional

_FOLDER = pathlib.Path(__file__).resolve().parent
_PLUGIN = _FOLDER / "_measured.so"


class MeasureError(RuntimeError):
    """The function could not be measured, or its check failed: the words say why."""


@dataclasses.dataclass(frozen=True)
class Measurement:
    """The cost of one call. `row` has the rest, by the keys of the JSON of `hashlane run`."""

    name: str
    nanoseconds: float
    cycles: Optional[float]  #: core cycles, where the machine has them
    interval: Optional[tuple[float, float]]  #: of the cycles: a repeated run's are in it 19 times in 20
    noise: str
    trustworthy: bool
    row: dict[str, Any]


def _main_file() -> str:
    """Returns the script's; an interactive session has none."""
    return getattr(sys.modules["__main__"], "__file__", None) or ""


def _reference(function: Callable[..., Any]) -> list[str]:
    module = getattr(function, "__module__", None) or ""
    name = getattr(function, "__qualname__", "")
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    has_source = module != "__main__" or os.path.isfile(_main_file())
    if found is not function or not callable(function) or not has_source:
        raise ValueError(
            f"{function!r} has no name in a module, by which another process could import it"
        )
    return [module, name]


def _python_library() -> str:
    if not sysconfig.get_config_var("Py_ENABLE_SHARED"):
        raise MeasureError("this Python was built without a shared library (--enable-shared)")
    name = sysconfig.get_config_var("INSTSONAME")
    folder = sysconfig.get_config_var("LIBDIR")
    own = sysconfig.get_config_var("MULTIARCH") or ""
    for path in (os.path.join(folder, own, name), os.path.join(folder, name)):
        if os.path.exists(path):
            return path
    raise MeasureError(f"this Python's library is not installed: {name}, in {folder}")


def _environment(function: list[str], check: Optional[list[str]], name: str) -> dict[str, str]:
    request = {
        "path": sys.path,
        "main": _main_file(),
        "function": function,
        "check": check,
    }
    title = f"{'.'.join(function)}()".encode("ascii", "backslashreplace").decode()
    return {
        **os.environ,
        "PYTHONHOME": sys.base_prefix,
        "HASHLANE_MEASURED": json.dumps(request),
        "HASHLANE_MEASURED_LIBRARY": _python_library(),
        "HASHLANE_MEASURED_SCRIPT": str(_FOLDER / "_measured.py"),
        "HASHLANE_MEASURED_NAME": name,
        "HASHLANE_MEASURED_TITLE": title[-60:],
    }


def measure(
    function: Callable[[], Any],
    *,
    check: Optional[Callable[[Any], bool]] = None,
    name: Optional[str] = None,
    seconds: float = 3,
    out: Optional[os.PathLike[str] | str] = None,
    program: str = "hashlane",
) -> Measurement:
    """Measures function() with the rounds, the layouts and the verdicts of `hashlane run`.

    Processes of their own import the function, so it has a name in a module; a script that calls
    measure() does so below `if __name__ == "__main__":`. check(result) is true if a result is right;
    without it, every result has to equal the first one. `name` names the row, `out` is a file for
    `hashlane compare` and `hashlane report`.
    """
    if not _PLUGIN.exists():
        raise MeasureError("plug-ins of hashlane, and with them measure(), need Linux")
    reference = _reference(function)
    label = name or re.sub("[^a-z0-9]+", "-", reference[1].lower()).strip("-")[:40] or "function"
    command = [program, "run", "--plugin", str(_PLUGIN), "--filter", "plugin:", "--quiet"]
    command += ["--budget", f"{seconds}s", "--format", "json"]
    if out is not None:
        command += ["--out", os.fspath(out)]
    environment = _environment(reference, check and _reference(check), label)
    try:
        ran = subprocess.run(
            command,
            env=environment,
            capture_output=True,
            check=False,
            encoding="utf-8",
            errors="replace",  # of what the function itself writes
        )
    except FileNotFoundError:
        raise MeasureError(f"the program '{program}' is not installed") from None
    if ran.returncode != 0:
        raise MeasureError(ran.stderr.strip())
    row = json.loads(ran.stdout)["benchmarks"][0]
    interval = row.get("interval_cycles_per_hash")
    return Measurement(
        name=row["name"],
        nanoseconds=1e9 / row["hashes_per_second"],
        cycles=row.get("cycles_per_hash"),
        interval=interval and (interval[0], interval[1]),
        noise=row["noise"],
        trustworthy=row["trustworthy"],
        row=row,
    )
