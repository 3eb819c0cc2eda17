# SPDX-License-Identifier: MIT
"""Result files that are contributed to docs/results: reading, what is wrong with one, and writing
tables that are made of them.

What can be checked without the machine is checked: that `hashlane run --submit` or `hashlane sweep
--submit` wrote it, that every row was checked, and that its figures agree with each other and with
what limits them.
"""

import datetime
import difflib
import fnmatch
import json
import math
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "results"

CORE_CYCLES = ("perf", "chain")
SOURCES = (*CORE_CYCLES, "none")
PROOFS = re.compile(r"every segment ends at a stored known answer"
                    r"|every sample repeated by an independent kernel"
                    r"|the end of every lane repeated from its start by .+"
                    r"|the proof of each device")
# Rounds that depend on each other, each at least a cycle long: 64 rounds of SHA-256, 24 of Keccak-f
# with theta, rho and chi. Lanes in lockstep take as long as one.
LEAST_LATENCY = {"sha256-chain": 64, "keccak-chain": 72}
BELOW_BOUND = 0.02   # of the bound: how far clock and instruction times may be off
DISAGREEMENT = 0.06  # of rate, cycles and clock of a trusted row
HIGHEST_CLOCK_HZ = 7e9    # no processor reaches it; a chain timed with half its latency does
MOST_BYTES = 1000000


class Refused(Exception):
    """One line: where and what."""


def is_amount(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and \
        math.isfinite(value) and value >= 0


def require(condition, problem):
    if not condition:
        raise Refused(problem)


def field(thing, key, kind, where):
    require(key in thing, f"{where}: '{key}' is missing")
    value = thing[key]
    right = is_amount(value) if kind is float else \
        isinstance(value, kind) and not (kind is int and isinstance(value, bool))
    names = {float: "a number of at least 0", int: "a whole number", str: "a text",
             bool: "true or false", list: "an array", dict: "an object"}
    require(right, f"{where}: '{key}' is not {names[kind]}")
    return value


def check_context(context):
    program = field(context, "hashlane", dict, "context")
    require(field(context, "json_schema_version", int, "context") == 1,
            "context: 'json_schema_version' is not 1")
    require(context.get("host_name") == "" and context.get("executable") == "",
            "context: has the name of a host or of a file: send what --submit writes, not --out")
    try:
        datetime.date.fromisoformat(field(context, "date", str, "context"))
    except ValueError:
        raise Refused("context: 'date' is not a day such as 2026-01-02: send what --submit "
                      "writes") from None
    for key in ("version", "command", "compiler", "cpu_model", "cpu_identity", "features"):
        require(field(program, key, str, "context.hashlane"), f"context.hashlane: '{key}' is empty")
    require(not re.search(r"[/\\]", program["command"]), "context.hashlane: 'command' has a path")
    require(field(program, "emulator", str, "context.hashlane") == "",
            "context.hashlane: measured under an emulator: timings mean nothing")


def check_proof(row, where):
    require(field(row, "verified", bool, where), f"{where}: 'verified' is not true")
    require(PROOFS.fullmatch(field(row, "proof", str, where)),
            f"{where}: 'proof' is none that hashlane gives")


def check_identity(row, where):
    workload, kernel = field(row, "workload", str, where), field(row, "kernel", str, where)
    require(kernel.startswith(workload + "."), f"{where}: 'kernel' is none of {workload}")
    if "device" not in row:
        lanes = re.search(r"\.x(\d+)$", kernel)
        require(lanes and int(lanes[1]) == field(row, "lanes", int, where),
                f"{where}: 'lanes' is not the kernel's")
        require(len(field(row, "cpus", list, where)) == field(row, "threads", int, where) > 0,
                f"{where}: 'cpus' is not one for each thread")


def check_rates(row, where):
    rate = field(row, "hashes_per_second", float, where)
    threads = field(row, "thread_hashes_per_second", list, where)
    require(all(map(is_amount, threads)), f"{where}: a thread's rate is not a number")
    if "device" not in row:
        require(len(threads) == field(row, "threads", int, where),
                f"{where}: 'thread_hashes_per_second' is not a rate for each thread")
        require(rate > 0 and abs(sum(threads) / rate - 1) < 0.01,
                f"{where}: the rates of the threads are not the whole rate")


def check_leaves_out(row, where):
    for key in ("samples", "device_state"):
        require(key not in row, f"{where}: has '{key}': send what --submit writes, not --out")


def check_cycles(row, where):
    source = field(row, "cycle_source", str, where)
    require(source in SOURCES, f"{where}: cycles of '{source}' are not core cycles: measure with "
                               "--clock auto")
    if source == "none" or "device" in row:
        return
    cycles, clock = field(row, "cycles_per_hash", float, where), field(row, "clock_hz", float, where)
    require(cycles > 0, f"{where}: no cycles")
    require(0 < clock <= HIGHEST_CLOCK_HZ, f"{where}: a clock of {clock / 1e9:.2f} GHz")
    if "bound_cycles_per_hash" in row:
        bound = field(row, "bound_cycles_per_hash", float, where)
        require(cycles >= bound * (1 - BELOW_BOUND),
                f"{where}: {cycles:.2f} cycles are under its bound of {bound:.2f}")
    least = LEAST_LATENCY.get(row["workload"], 0)
    require(cycles * row["lanes"] >= least,
            f"{where}: {cycles * row['lanes']:.2f} cycles for a batch; no processor needs fewer "
            f"than {least}")
    interval = row.get("interval_cycles_per_hash", [cycles, cycles])
    require(len(interval) == 2 and interval[0] <= interval[1],
            f"{where}: 'interval_cycles_per_hash' is not two numbers, the lower first")
    if field(row, "trustworthy", bool, where):
        require(interval[0] * 0.999 <= cycles <= interval[1] * 1.001,
                f"{where}: its cycles are outside their interval")
        if len(set(row["cpus"])) == row["threads"]:  # else threads share a CPU, and a second
            expected = clock * row["threads"] / cycles
            require(abs(row["hashes_per_second"] / expected - 1) < DISAGREEMENT,
                    f"{where}: rate, cycles and clock do not agree")


def check(report):
    """Raises Refused with the first thing that is wrong."""
    require(isinstance(report, dict), "not an object")
    check_context(field(report, "context", dict, "the file"))
    require(not report.get("mismatches"), "mismatches: a result was wrong")
    rows = field(report, "benchmarks", list, "the file")
    require(rows, "benchmarks: there is no row")
    for index, row in enumerate(rows):
        require(isinstance(row, dict), f"benchmarks[{index}]: not an object")
        where = f"benchmarks[{index}] ({field(row, 'name', str, f'benchmarks[{index}]')})"
        for test in (check_leaves_out, check_identity, check_proof, check_rates, check_cycles):
            test(row, where)


def read(path):
    """The report of a file that is right. Raises Refused, which names the file."""
    try:
        text = path.read_text(encoding="utf-8")
        size = len(text.encode())
        require(size <= MOST_BYTES, f"its {size} bytes are more than {MOST_BYTES}: send what "
                                    "--submit writes, not --out")
        report = json.loads(text)
        check(report)
        return report
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{path.name}: cannot be read: {error}") from None
    except json.JSONDecodeError as error:
        raise Refused(f"{path.name}: not JSON at line {error.lineno}") from None
    except Refused as problem:
        raise Refused(f"{path.name}: {problem}") from None


def result_files(folder=RESULTS):
    return sorted(folder.glob("*.json"))


def place_of(path, report):
    """Machine and core, as machines.txt in the file's folder calls them, or as the processor does."""
    names = path.parent / "machines.txt"
    for line in names.read_text(encoding="utf-8").splitlines() if names.exists() else ():
        parts = [part.strip() for part in line.split("|")]
        if len(parts) == 3 and fnmatch.fnmatch(path.name, parts[0]):
            return parts[1], parts[2]
    program = report["context"]["hashlane"]
    return program["cpu_model"], program["cpu_model"]


def message_of(row):
    """"sha3-256/64", or nothing."""
    return row["name"].partition("/")[2]


def cost(row):
    """Cycles per hash, or per byte of a message."""
    return row["cycles_per_hash"] / (row["bytes_per_hash"] if message_of(row) else 1)


def has_cycles(row):
    return row["cycle_source"] in CORE_CYCLES


def kernel_text(row):
    return row["kernel"].partition(".")[2]


def manifest():
    """The ids of all kernels, in their order, with their roles."""
    core = ROOT / "src" / "lib" / "core"
    names = dict(re.findall(r"HASHLANE_WORKLOAD\(\w+, (\w+), \w+,\s*\.name = \"([\w-]+)\"",
                            (core / "workloads.def").read_text(encoding="utf-8")))
    lines = re.findall(r"^HASHLANE_KERNEL\((\w+), (\w+), (\d+), (\w+),",
                       (core / "kernels.def").read_text(encoding="utf-8"), re.MULTILINE)
    return {f"{names[workload]}.{file.replace('_', '-')}.x{lanes}": role
            for workload, file, lanes, role in lines}


def make_tables(documentation, tables):
    """The command line of a tool: writes the texts of tables() to files of C++. With --check it
    prints what differs instead, and the exit code is 1 if anything does."""
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(documentation)
    try:
        made = tables()
    except Refused as problem:
        sys.exit(str(problem))
    differs = False
    for path, table in made.items():
        text = "// SPDX-License-Identifier: MIT\n//\n" + table
        old = path.read_text(encoding="utf-8") if path.exists() else ""
        if not sys.argv[1:]:
            path.write_text(text, encoding="utf-8")
        elif text != old:
            differs = True
            print("".join(difflib.unified_diff(old.splitlines(True), text.splitlines(True),
                                               str(path.relative_to(ROOT)),
                                               "as it should be")), end="")
    sys.exit(int(differs))
