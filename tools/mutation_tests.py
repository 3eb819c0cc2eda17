# SPDX-License-Identifier: MIT
"""Which tests tools/mutate runs for a file of src/, a rule by folder, and what they say of a change.

The folder names test programs. For a kernel's file they run the tests of its kernels alone; for
others first the suites of tests/FOLDER/STEM*_test.cpp, if there are any, then those of
tests/FOLDER/, with those of its commands, then the rest, each quickest first. Of the tests of
commands, a command's file has those first that call it. All of them, which take minutes, run for
the folders of the commands alone.
"""

import collections
import math
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import time

TIMES, FLOOR_S = 10, 10  # how much longer than without a change tests may take
CPU_TIMES, CPU_FLOOR_S = 3, 4  # the same of processor time, which other work does not change
MEMORY_BYTES, FILE_BYTES = 8 << 30, 4 << 30  # tests make sparse files of 3 GB
SAME = "same machine code"

# The test programs of a folder, or of all below it that have no line of their own.
PROGRAMS = {
    "backends/gpu": ["gpu_tests", "cuda_tests", "opencl_tests"],
    "backends/peers": ["measure_tests"],
    "backends/plugins": ["plugin_tests"],
    "cluster": ["cluster_tests"],
    "cluster/soak": ["soak_tests", "cluster_tests"],
    "cli": ["cli_tests"],
    "commands": ["cli_tests"],
    "compare": ["report_tests"],
    "lib": ["core_tests", "kernel_tests"],
    "lib/chain": ["chain_tests"],
    "lib/dispatch": ["core_tests"],
    "machine": ["measure_tests"],
    "measure": ["measure_tests", "gpu_tests"],
    "proof": ["report_tests", "cli_tests"],
    "results": ["report_tests", "cli_tests"],
    "show": ["report_tests"],
    "show/tables": ["report_tests", "cli_tests"],
    "statistics": ["measure_tests", "report_tests"],
    "sum": ["report_tests", "cli_tests"],
    "workloads": ["measure_tests", "bound_tests"],
}
# Test programs that run others, which are built with a change as well.
RUNS = {name: ["hashlane_cli"] for name in ("cli_tests", "cluster_tests", "plugin_tests")}
# The folders of tests that do not have the name of the folder of source.
TESTS = {f"lib/{name}": "lib/kernels" for name in ("keccak", "sha256", "sha3")}
# Files of a folder whose name begins so have the programs and tests of another folder.
TESTED_AS = {"commands/nodes": "cluster/fleet", "commands/soak": "cluster/soak",
             "commands/start_time": "cluster/node", "show/tables/fleet_json": "show/page",
             "show/tables/fleet_writers": "cluster/fleet",
             "show/tables/node_summary": "cluster/node", "show/tables/soak_text": "cluster/soak",
             "machine/system/child_process": "backends/plugins"}
TESTS_OF_COMMANDS = {"proof": ("chain", "chain_faults"), "results": ("result_log", "report", "compare"),
                     "sum": ("sum",), "show/tables": ("commands", "compare", "noise", "report", "sweep", "tune")}
# The tests of a command's file in addition to those with its name.
TESTS_OF_A_COMMAND = {
    "commands": ("commands", "surface"), "compare": ("gates", "noise", "run_in_rounds"),
    "device_facts": ("cuda", "devices"), "info": ("commands", "cuda", "noise", "tune"),
    "jobs": ("commands", "devices", "filter", "gates", "stream"),
    "list": ("commands", "devices", "filter", "report", "surface"),
    "one_workload": ("commands", "cuda", "devices", "stream", "workload"),
    "report": ("gates", "outputs", "result_log"), "run": ("commands", "devices", "run_in_rounds", "stream"),
    "self_test": ("commands", "devices", "errors", "filter"),
    "session": ("all_cores", "commands", "gates", "placement", "run_in_rounds"),
    "sweep": ("gates", "placement"), "tune": ("gates",)}
KERNEL = re.compile(r"^HASHLANE_KERNEL\((\w+), (\w+), (\d+),", re.MULTILINE)
SUITE = re.compile(r"^(?:TEST|TEST_F|TEST_P|TYPED_TEST)\((\w+),", re.MULTILINE)


def folder_of(file):
    """FOLDER of src/FOLDER/NAME."""
    return pathlib.PurePath(file).parent.relative_to("src").as_posix()


def tested_as(file):
    """The folder whose programs and tests are the file's."""
    name = pathlib.PurePath(file).relative_to("src").as_posix()
    return next((folder for start, folder in TESTED_AS.items() if name.startswith(start)), folder_of(file))


def programs_of(file):
    """The test programs for src/FOLDER/NAME; None if no rule has the folder."""
    folder = tested_as(file)
    return PROGRAMS.get(folder) or PROGRAMS.get(folder.partition("/")[0])


def kernels_in(root, file):
    """Returns GoogleTest's name of the kernels of a kernel's file, as in shani_compact_x4."""
    folder, stem = pathlib.PurePath(file).parent.name, pathlib.PurePath(file).stem
    manifest = (root / "src/lib/core/kernels.def").read_text(encoding="utf-8")
    return [f"{name}_x{lanes}" for family, name, lanes in KERNEL.findall(manifest)
            if family.split("_")[0] == folder and f"{family.split('_', 1)[1]}_{name}" == stem]


def suites_in(files):
    """As a filter: also those over parameters, whose names have something before and behind."""
    suites = sorted({suite for file in files for suite in SUITE.findall(file.read_text(encoding="utf-8"))})
    return ":".join(f"{suite}.*:*/{suite}.*:{suite}/*" for suite in suites)


def filters_for(root, file):
    """The filters whose tests run one after the other."""
    kernels = kernels_in(root, file)
    if kernels:
        return [":".join(f"*/{kernel}:*/*_{kernel}" for kernel in kernels)]
    folder = tested_as(file)
    tests = root / "tests" / TESTS.get(folder, folder)
    stem = pathlib.PurePath(file).stem
    called = TESTS_OF_A_COMMAND.get(stem, ()) if folder == "commands" else ()
    own = suites_in([*tests.glob(f"{stem}*_test.cpp"), *(tests / f"{name}_test.cpp" for name in called)])
    commands = [root / f"tests/commands/{name}_test.cpp" for name in TESTS_OF_COMMANDS.get(folder, ())]
    near = suites_in([*tests.glob("*_test.cpp"), *commands])
    # All files of a folder have the same last two filters, whose time is measured once. The tests after
    # "-" are left out: they ran before.
    filters = [own] if own else []
    if near and near != own:
        filters.append(near)
    filters.append(f"*-{near}" if near else "*")
    return filters


# ---- Running them ----

class FailsUnchanged(Exception):
    pass


def limit_resources(cpu_s):
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE_BYTES, FILE_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s))


def end_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()


def cpu_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Taken(collections.namedtuple("Taken", "seconds cpu_seconds")):
    """The time of tests without a change."""

    def limit_s(self):
        return self.seconds * TIMES + FLOOR_S

    def cpu_limit_s(self):
        return math.ceil(self.cpu_seconds * CPU_TIMES + CPU_FLOOR_S)


UNLIMITED = Taken(60, 200)


def run(program, tests, taken, scratch):
    """(what failed, or None; what it took)"""
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    begin, cpu_begin, limit_s = time.monotonic(), cpu_seconds(), taken.limit_s()
    environment = dict(os.environ, TMPDIR=str(scratch), HOME=str(scratch), XDG_CACHE_HOME=str(scratch))
    with subprocess.Popen([program, f"--gtest_filter={tests}", "--gtest_fail_fast", "--gtest_brief=1"],
                          cwd=scratch, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
                          preexec_fn=lambda: limit_resources(taken.cpu_limit_s())) as process:
        output, code = "", f"endless: more than {limit_s:.0f} s"
        try:
            output, _ = process.communicate(timeout=limit_s)
            code = process.returncode and f"exit code {process.returncode}"
        except subprocess.TimeoutExpired:
            pass
        finally:
            end_group(process)
    failed = re.search(r"\[  FAILED  \] ([^\s,]+)", output)
    return (failed[1] if code and failed else code or None), \
        Taken(time.monotonic() - begin, cpu_seconds() - cpu_begin)


def failing(program, tests, taken, scratch):
    """Returns the test that fails twice, because other work on the machine can let one fail; None if none does."""
    while failed := run(program, tests, taken, scratch)[0]:
        named = "." in failed and " " not in failed
        if run(program, failed if named else tests, taken, scratch)[0]:
            return failed
        if not named:
            return None
        tests += f"{':' if '-' in tests else '-'}{failed}"
    return None


class Covering:
    """The tests of one file: what they take without a change, and whether they notice one."""

    took, has = {}, {}  # by program and filter, of all files

    def __init__(self, build, folder, file, near):
        self.build = build
        self.scratch = folder / "scratch"
        self.folder = tested_as(file)
        self.programs = programs_of(file)
        self.filters = [tests for tests in filters_for(build.copy, file)
                        if any(self.is_run(program, tests) for program in self.programs)]
        if near and len(self.filters) > 1:
            self.filters.pop()

    def is_run(self, program, tests):
        """True if the program has any of these tests. All tests of the commands are for the commands' own
        folders."""
        if program == "cli_tests" and tests.startswith("*") and self.folder not in ("cli", "commands"):
            return False
        if (program, tests) not in self.has:
            listed = subprocess.run([self.build.programs[program], "--gtest_list_tests", f"--gtest_filter={tests}"],
                                    capture_output=True, text=True, check=False).stdout
            self.has[program, tests] = re.search(r"^  \S", listed, re.MULTILINE) is not None
        return self.has[program, tests]

    def measure(self):
        """Measures the time of the tests without a change, with which they pass."""
        missing = [(program, tests) for tests in self.filters for program in self.programs
                   if (program, tests) not in self.took and self.is_run(program, tests)]
        if missing:
            self.build.build()
        for program, tests in missing:
            path = self.build.programs[program]
            failed, self.took[program, tests] = run(path, tests, UNLIMITED, self.scratch)
            if failed and failing(path, tests, UNLIMITED, self.scratch):
                raise FailsUnchanged(f"{program} --gtest_filter='{tests}' fails without a change: {failed}")

    def noticed(self):
        """Returns the test that fails with a change; None if none does."""
        for tests in self.filters:
            programs = [name for name in self.programs if self.is_run(name, tests)]
            for program in sorted(programs, key=lambda name: self.took[name, tests]):
                failed = failing(self.build.programs[program], tests, self.took[program, tests], self.scratch)
                if failed:
                    return failed
        return None

    def outcome(self):
        """Returns the result for the changed tree: ("killed", by what), ("survived", "") or ("not counted", why)."""
        differs = self.build.build_change()
        if not differs:
            return "not counted", "does not compile" if differs is None else SAME
        noticed = self.noticed()
        return ("killed", noticed) if noticed else ("survived", "")
