# SPDX-License-Identifier: MIT
"""The parts of README.md that are made from docs/results: the demonstration, and the tables of speed and of machines.

Each stands between '<!-- NAME: made by ./dev results -->' and '<!-- end -->'. Text around it stays.
"""

import json
import re
import subprocess

import contributed
from contributed import RESULTS, ROOT

README = ROOT / "README.md"
PICTURE_SOURCE = ROOT / "docs/images/report.png.sha256"

# The run and the comparison that README quotes: one machine, one day.
RUN = "amd-epyc-9004-zen4-kvm.json"
OTHERS = "others/amd-epyc-9004-zen4-kvm.json"

# The rows of the demonstration, and the pieces of work in the table of speed.
LIBRARIES = ("openssl.x1", "libgcrypt.x1", "nettle.x1")
DEMONSTRATION = ("avx512-shortpath.x32", "shani.x4", "shani.x1", *LIBRARIES)
WORKS = ("sha256-chain", "chain-verify", "sha256-nodes", "sha256-messages", "sha256", "sha3-256", "keccak-f1600", "kt128",
         "sum-files")
# The names of codes that are not called so.
NAMES = {"openssl": "OpenSSL", "xkcp": "XKCP", "sha256sum": "`sha256sum`", "botan": "Botan",
         "intel-ipsec-mb": "ipsec-mb", "stringzilla": "StringZilla", "plonky3": "Plonky3"}
TIE = 0.01  # of our cycles: smaller differences are none

PART = re.compile(r"(<!-- (\w+): made by \./dev results -->\n).*?(<!-- end -->\n)", re.DOTALL)


def stale_kernels():
    """A line for each row that README quotes of a kernel that no longer exists."""
    known = contributed.manifest()
    works = {work["id"]: work for work in others()["works"]}
    for name in WORKS:
        kernel = works[name]["kernel"]
        if kernel and kernel not in known:
            yield (f"docs/results/{OTHERS}: '{name}' is of {kernel}, which is no kernel any more: measure again "
                   "with tools/measure_others")
    for name in DEMONSTRATION:
        if f"sha256-chain.{name}" not in known and name not in LIBRARIES:
            yield f"tools/readme.py: sha256-chain.{name} is no kernel any more"


def others(path=RESULTS / OTHERS):
    """A comparison with other code."""
    return json.loads(path.read_text(encoding="utf-8"))


def page_of(path):
    """The name of the page that the book has of the machine of a result file."""
    return re.sub(r"-(messages|sweep-\w+)$", "", path.stem) + ".md"


def value_text(value, unit):
    return f"{value:.0f}" if unit == "ms" else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def quoted(work):
    """Ours, then the fastest other, and OpenSSL, which everybody has."""
    ours, *rest = work["results"]
    fastest = min(rest, key=lambda one: one["ratio"])
    return [ours, fastest, *(one for one in rest if one["code"] == "openssl" and one is not fastest)]


def ratio_text(ratio):
    return f"{ratio:.3f}"


def verdict(ratio):
    """By the printed digits, so that it does not contradict them."""
    difference = round(float(ratio_text(ratio)) - 1, 3)
    return "tie" if abs(difference) <= TIE else "win" if difference > 0 else "loss"


def name_of(result):
    """The code, and which of its implementations ran where that is known."""
    name, implementation = NAMES.get(result["code"], result["code"]), result.get("implementation")
    return f"{name} ({implementation})" if implementation else name


def counts_of(report):
    """Returns the number of comparisons with each verdict."""
    counts = {"win": 0, "tie": 0, "loss": 0}
    for work in report["works"]:
        for one in work["results"][1:]:
            counts[verdict(one["ratio"])] += 1
    return counts


def count_text(count, one, many):
    return f"{count} {one if count == 1 else many}"


def left_out_text(report):
    """Names the code that was not compared, and the reasons."""
    parts = [f"{name_of(one)}: {one['reason']}" for one in report.get("left_out", [])]
    return f" Left out: {'; '.join(parts)}." if parts else ""


def with_others(path):
    """A comparison with other code, each result with its verdict, as lines of Markdown."""
    report = others(path)
    context, counts = report["context"], counts_of(report)
    lines = []
    for work in report["works"]:
        ours, *rest = work["results"]
        for one in sorted(rest, key=lambda one: one["ratio"]):
            lines.append([f"{work['work']}, {work['unit']}", work["kernel"],
                          value_text(ours["median"], work["unit"]), name_of(one),
                          value_text(one["median"], work["unit"]), ratio_text(one["ratio"]), verdict(one["ratio"])])
    versions = ", ".join(f"[{name_of(one)}]({one['address']}) {one['version']}"
                         for one in report["others"])
    return (f"[{path.name}](others/{path.name}), {context['compiler']}, {context['date']}, by `{context['command']}`: "
            f"one thread of one core, all in turn in one process. Wins: {counts['win']}, ties (within "
            f"{100 * TIE:.0f} %): {counts['tie']}, losses: {counts['loss']}; the "
            f"[log](../internals/log-sha256.md) says what was tried against losses. {versions}."
            f"{left_out_text(report)}", lines)


def speed():
    """The table of speed."""
    report = others()
    works = {work["id"]: work for work in report["works"]}
    yield "| work | hashlane | other code | speed-up |"
    yield "| --- | ---: | ---: | ---: |"
    for name in WORKS:
        work = works[name]
        ours, *rest = quoted(work)
        others_text = ", ".join(f"{value_text(one['median'], work['unit'])} {name_of(one)}" for one in rest)
        ratios = ", ".join(speed_up_text(one["ratio"]) for one in rest)
        yield f"| {work['work']}, {work['unit']} | {value_text(ours['median'], work['unit'])} | {others_text} | {ratios} |"
    yield ""
    context, counts = report["context"], counts_of(report)
    machine, core = contributed.place_of(RESULTS / RUN, contributed.read(RESULTS / RUN))
    book = f"docs/results/{page_of(RESULTS / RUN)}#against-other-code"
    yield (f"{core} ({machine}), one thread, {context['compiler'].partition(',')[0]}, {context['date']}. [All "
           f"{sum(counts.values())} comparisons]({book}): {count_text(counts['win'], 'win', 'wins')}, "
           f"{count_text(counts['tie'], 'tie', 'ties')} (within {100 * TIE:.0f} %), "
           f"{count_text(counts['loss'], 'loss', 'losses')}. Versions of the other code are listed there.")


def speed_up_text(ratio):
    return ratio_text(ratio) + ("" if verdict(ratio) == "win" else f" ({verdict(ratio)})")


def machines():
    """A line for each machine: a chain alone, as cycles and as a rate, and the best rate of one core."""
    yield "| processor, one core | one SHA-256 chain: cycles | MH/s | all lanes: MH/s | one Keccak chain: cycles |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    kernels = contributed.manifest()
    for path in contributed.result_files():
        if path.stem.endswith(("-messages", "-sweep-sha256", "-sweep-keccak")):
            continue
        report = contributed.read(path)
        machine, core = contributed.place_of(path, report)
        rows = [row for row in report["benchmarks"]
                if row["threads"] == 1 and row["trustworthy"] and row["kernel"] in kernels]
        chains = [row for row in rows if row["workload"] == "sha256-chain"]
        one = min((row for row in chains if row["lanes"] == 1), key=contributed.cost)
        fastest = max(chains, key=lambda row: row["hashes_per_second"])
        keccak = min((row for row in rows if row["workload"] == "keccak-chain" and row["lanes"] == 1),
                     key=contributed.cost)
        yield (f"| {core} ({machine.partition(',')[0]}) | {contributed.cost(one):.1f} | "
               f"{one['hashes_per_second'] / 1e6:.1f} | {fastest['hashes_per_second'] / 1e6:.1f} | "
               f"{contributed.cost(keccak):.0f} |")


def demonstration(hashlane):
    """The table of SHA-256 chains as `hashlane report` prints it, with some of its rows."""
    lines = subprocess.run([hashlane, "report", RESULTS / RUN, "--format", "table"], check=True, capture_output=True,
                           text=True, encoding="utf-8").stdout.splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("sha256-chain"))
    table = lines[first:lines.index("", first)]
    machine, core = contributed.place_of(RESULTS / RUN, contributed.read(RESULTS / RUN))
    yield f"On one core of {core} ({machine}):"
    yield ""
    yield "```console"
    yield "$ hashlane run sha256-chain --peers"
    yield from table[:2]
    yield from some_rows(table[2:])
    yield "```"


def some_rows(rows):
    """The rows of the demonstration, with a mark where others were left out."""
    left_out = False
    for row in rows:
        shown = row.lstrip("* ").split()[0] in DEMONSTRATION
        if shown and left_out:
            yield "  …"
        if shown:
            yield row
        left_out = not shown
    if left_out:
        yield "  …"


def text(hashlane):
    """README with its parts made again."""
    makers = {"demonstration": lambda: demonstration(hashlane), "speed": speed, "machines": machines}

    def made(match):
        return match[1] + "\n".join(makers[match[2]]()) + "\n" + match[3]

    return PART.sub(made, README.read_text(encoding="utf-8"))
