# SPDX-License-Identifier: MIT
"""The commands that run_faults runs, and what is wrong with what one of them left behind."""

import hashlib
import json
import os
import re

PREVIOUS = b"the previous content\n"
# README: success, and "usage or internal error", with one line that names the problem. No fault of the system
# makes a digest wrong, a kernel absent or a row slower.
CODES = (0, 1)
CPU = min(os.sched_getaffinity(0))

# None of these kinds changes the behaviour of a correct program. Without fsync (in a sandbox, or of
# a file system) a file is written all the same.
HARMLESS = {"EINTR", "short", "ENOSYS"}


class Ran:
    """One run: its exit code, its two streams, the files that it left."""

    def __init__(self, code, out, err, files):
        self.code, self.out, self.files = code, out, files
        self.err = err.decode(errors="replace")


def rows_in(text):
    """The rows of a JSON report by name and threads; None if it is no report."""
    try:
        return {f"{row['name']} on {row['threads']}": row for row in json.loads(text)["benchmarks"]}
    except (ValueError, KeyError, TypeError):
        return None


class Command:
    """`arguments`; `inputs`: files that are there before, by name; `samples`: calls of which not
    every one is tried, since another command makes the same ones."""

    out = None           # the file that it writes
    left = (r"cache/hashlane/bursts-[\w-]+[.]txt",)  # expressions for others that it may leave
    a_line_each = False  # whether a message may have several lines
    goes_on_alone = False  # if no thread can be started, its own does all the work
    reads_files = False  # whose end marks their length: only the system's own reports are cut short
    sampled = 20         # numbers of a call of which not every one is tried

    def __init__(self, name, arguments, inputs=None, samples=(), plugin=False):
        self.name, self.arguments, self.samples = name, arguments.split(), samples
        self.inputs, self.plugin = inputs or {}, plugin

    def content_faults(self, ran, clean):
        """Yields the problems of standard output and of the files."""
        raise NotImplementedError

    def file_faults(self, ran):
        for name in ran.files.keys() - {*self.inputs, self.out}:
            if not any(re.fullmatch(pattern, name) for pattern in self.left):
                yield f"left the file {name}"


class Measuring(Command):
    """Rows as JSON, on standard output and in a file."""

    out = "out.json"

    def content_faults(self, ran, clean):
        wanted = rows_in(clean.out)
        shown, kept = rows_in(ran.out), rows_in(ran.files.get(self.out, b""))
        if ran.out and shown is None and ran.code == 0:
            yield "standard output is no report"
        if kept is None and ran.files.get(self.out) != PREVIOUS:
            yield "--out is neither a report nor what it was before"
        found = {**(kept or {}), **(shown or {})}
        # If nothing could be written from the beginning, nothing was measured.
        if ran.code == 0 and shown is not None and shown.keys() != wanted.keys():
            yield f"lost {sorted(wanted.keys() - shown.keys())} and says nothing"
        for name in wanted.keys() - found.keys():
            if found and not is_named(name, ran) and not ran.nowhere_to_write:
                yield f"lost {name}"
        for name, row in found.items():
            yield from row_faults(name, row, wanted, clean.repeated)


def is_named(name, ran):
    """True if a message names a row that is missing."""
    return "thread" in ran.err or name.partition(" ")[0] in ran.err


# Least figures: a machine at work may be slower, but not twice as fast.
COSTS = ("cycles_per_hash", "cycles_per_permutation", "real_time")
RATES = ("hashes_per_second", "permutations_per_second")


def costs_of(row):
    """Returns the costs of one thread, which must not get much smaller. Rates of threads that share a CPU
    are guesses."""
    costs = {key: row[key] for key in COSTS if row.get(key)}
    costs |= {key: row["threads"] / row[key] for key in RATES if row.get(key)}
    if row["threads"] > 1:
        costs.pop("real_time", None)
    return costs


def row_faults(name, row, wanted, reports):
    """`wanted`, `reports`: the rows of one run without a fault, and of all such runs."""
    if name not in wanted:
        yield f"{name}: a row of another run"
        return
    if row.get("verified") is not True:
        yield f"{name}: not verified"
    if row["iterations"] == 0:
        if row["trustworthy"] or not row["noise_note"]:
            yield f"{name}: has no sample, but does not say why"
        return
    like_it = [costs_of(other) for report in reports for other in rows_in(report).values()
               if other["name"] == row["name"]]
    for key, cost in costs_of(row).items():
        least = min((costs[key] for costs in like_it if key in costs), default=0)
        if cost <= least / 2:
            yield f"{name}: {key} is {cost}, without the fault {least} or more"


class Text(Command):
    """Lines that are the same each time, but for what `varying` matches. A run that failed may have
    shown less."""

    reads_files = True

    def __init__(self, name, arguments, varying=rb"$^", **rest):
        super().__init__(name, arguments, **rest)
        self.varying = varying

    def lines_of(self, text):
        return re.sub(self.varying, b"", text).splitlines()

    def content_faults(self, ran, clean):
        shown, wanted = self.lines_of(ran.out), self.lines_of(clean.out)
        if ran.code == 0 and shown != wanted:
            yield "shows something else"
        if not set(shown) <= set(wanted):
            yield "shows something wrong"


class Verifying(Text):
    """Verifies a proof."""

    goes_on_alone = True


class Sums(Text):
    """Each file that cannot be read has a line of its own, as sha256sum has it."""

    goes_on_alone = True
    a_line_each = True

    def lines_of(self, text):
        return [line for line in text.splitlines() if not line.endswith(b": FAILED open or read")]

    def content_faults(self, ran, clean):
        yield from super().content_faults(ran, clean)
        for line in set(clean.out.splitlines()) - set(ran.out.splitlines()):
            name = re.split(rb"  |: ", line)[-1 if b"  " in line else 0].decode()
            if name not in ran.err and not re.search("standard output|LIST", ran.err):
                yield f"lost {name} and says nothing"


class Page(Text):
    out = "out.html"

    def content_faults(self, ran, clean):
        page = ran.files.get(self.out)
        if page != PREVIOUS and not page.endswith(b"</html>\n"):
            yield "half a page"
        if ran.code == 0 and abs(len(page) - len(clean.files[self.out])) > 200:
            yield "another page"


class Tuning(Command):
    sampled = 6
    tuning = r"cache/hashlane/tuning-[0-9a-f]+[.]txt"
    left = (*Command.left, tuning)

    def content_faults(self, ran, clean):
        stored = [content for name, content in ran.files.items() if re.fullmatch(self.tuning, name)]
        if ran.code == 0 and len(stored) != 1:
            yield "stored nothing and says nothing"
        # On a busy machine it has few costs or none; the last line is the sum of all before.
        if any(re.search(rb"\nend [0-9a-f]{16}\n\Z", content) is None for content in stored):
            yield "half a tuning"


class Proof(Text):
    """A chain's checkpoints and its header: whole, or a beginning that --resume goes on with."""

    left = ("chain", "chain.header")

    def content_faults(self, ran, clean):
        checkpoints = ran.files.get("chain", b"")
        if not clean.files["chain"].startswith(checkpoints):
            yield "wrong checkpoints"
        if ran.code == 0 and checkpoints != clean.files["chain"]:
            yield "lost checkpoints and says nothing"


MEASURE = f"--min-time 0.002 --cpu {CPU} --format json --out out.json"
KERNELS = "--filter ^sha256-chain.(ref|portable)"
TIMES = rb"(?m)\d+\.\d+.*$"


def commands(result, proof):
    """`result`: two result files that are compared and shown. `proof`: a chain's files."""
    files = {"one": b"1" * 70000, "two": b"2" * 300, "three": b""}
    reads = ("open_to_read", "read")
    return [
        Measuring("run", f"run {MEASURE} -q {KERNELS}", {"out.json": PREVIOUS}),
        Measuring("sweep", f"sweep sha256 {MEASURE} --lanes 1 --threads 1,3 {KERNELS}",
                  {"out.json": PREVIOUS}, reads),
        Measuring("keccak", f"keccak 0 6 1000 --threads 2 --cpu {CPU},{CPU} --format json "
                            "--out out.json -q", {"out.json": PREVIOUS}, reads),
        Text("keccak-classic", f"keccak 0 6 1000 --cpu {CPU} --format classic -q", TIMES,
             samples=reads),
        Tuning("tune", f"tune --min-time 0.001 --cpu {CPU} -q --format json",
               samples=(*reads, "pin", "which_cpu")),
        Measuring("plugin", f"run {MEASURE} -q --plugin PLUGIN --filter right",
                  {"out.json": PREVIOUS}, reads, plugin=True),
        Text("compare", "compare a.json b.json", inputs=result),
        Page("report", "report a.json b.json --out out.html", inputs={**result, "out.html": PREVIOUS}),
        Sums("sum", "sum one two three", inputs=files),
        Sums("sum-check", "sum --check LIST", inputs={**files, "LIST": sum_list(files)}),
        Proof("chain-create", "chain create chain --count 100 --every 10", TIMES),
        Verifying("chain-verify", "chain verify chain --threads 3 --progress", TIMES, inputs=proof),
        Verifying("chain-lines", "chain verify lines", TIMES, inputs={"lines": segments(300)}),
    ]


def segments(count):
    """Returns a proof of `count` segments of three hashes: more than one read, in lines."""
    digest, lines = bytes(32), [f'{{"start": "{bytes(32).hex()}", ']
    for _ in range(count):
        for _ in range(3):
            digest = hashlib.sha256(digest).digest()
        lines += [f'"n": 3, "end": "{digest.hex()}"}}\n', "{"]
    return "".join(lines[:-1]).encode()


def sum_list(files):
    return "".join(f"{hashlib.sha256(content).hexdigest()}  {name}\n"
                   for name, content in files.items()).encode()
