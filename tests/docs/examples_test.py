#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The examples of the pages and of the headers' comments: C is compiled as C11 and as C++20, Python is
compiled, and run where the package is installed; the options of commands are those of 'hashlane help';
commands that need no other machine run as they stand, or up to the moment before they measure.

    examples_test.py HASHLANE C_COMPILER C++_COMPILER
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
HASHLANE, CC, CXX = sys.argv[1:4] if len(sys.argv) > 3 else ("", "cc", "c++")
del sys.argv[1:4]

# All but the results and the logs, which are records, and the command line, which is made from the help.
PAGES = [*(ROOT / f"{name}.md" for name in ("README", "CONTRIBUTING", "SECURITY")),
         *(page for page in sorted((ROOT / "docs").rglob("*.md"))
           if page.parent.name != "results" and "log-" not in page.name and page.name not in ("test-log.md", "cli.md"))]
HEADERS = sorted((ROOT / "include/hashlane").glob("*.h"))
FENCE = re.compile(r"^( *)```(\S*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
COMMENT_CODE = re.compile(r"(?:^ \*     .*\n)+", re.MULTILINE)
INCLUDE = re.compile(r"^#include .*\n", re.MULTILINE)

# The names that an example may use without declaring them, as its reader has them already.
GIVEN = """#include <hashlane/hashlane.h>
#include <hashlane/fips202x4.h>
#include <hashlane/plugin.h>
#include <stddef.h>
#include <stdint.h>
extern const uint8_t *const *messages, *const *entries;
extern const uint8_t *message, *first, *second, *key, *context, *received;
extern const uint8_t *seed0, *seed1, *seed2, *seed3;
extern uint8_t *row0, *row1, *row2, *row3, *leaves, *digests, *scratch, *root;
extern size_t count, first_bytes, second_bytes, context_bytes;
extern const hashlane_merkle_tree tree;
void reject(void);
void mine(uint8_t *digests, uint64_t iterations);
struct state {
    int numbers[100];
};
void set_up(void *state);
void run(void *state, uint64_t iterations);
int is_right(const void *state, uint64_t iterations);
"""
# One message has a length, several have lengths.
ONE, MANY = "extern size_t bytes;\n", "extern const size_t *bytes;\n"
MANY_MESSAGES = re.compile(r"\b(messages|entries), bytes\b")


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def blocks(page, language):
    """The fenced blocks of a page in a language: where each begins, and its text without indentation."""
    text = page.read_text(encoding="utf-8")
    for match in FENCE.finditer(text):
        if match[2] == language:
            code = "".join(line.removeprefix(match[1]) for line in match[3].splitlines(True))
            yield f"{page.relative_to(ROOT)}:{line_of(text, match.start())}", code


def header_examples():
    """The indented code in the comments of headers: what ends a statement is code."""
    for header in HEADERS:
        text = header.read_text(encoding="utf-8")
        for match in COMMENT_CODE.finditer(text):
            code = "".join(line[7:] for line in match[0].splitlines(True))
            if re.search(r";\s*(//.*)?$", code):
                yield f"include/hashlane/{header.name}:{line_of(text, match.start())}", code


def c_examples():
    yield from header_examples()
    for page in PAGES:
        yield from blocks(page, "c")


def program_of(code):
    """An example as a file that compiles alone: statements are put into a function; … stands for nothing."""
    includes, body = "".join(INCLUDE.findall(code)), INCLUDE.sub("", code).replace("…", "")
    given = GIVEN + (MANY if MANY_MESSAGES.search(body) else ONE)
    if re.search(r"^static .*\(|^const hashlane_(plugin|workload) ", body, re.MULTILINE):  # not statements
        return includes + given + body
    return f"{includes}{given}void example(void);\nvoid example(void)\n{{\n{body}}}\n"


class Examples(unittest.TestCase):
    def compile(self, compiler, standard, suffix):
        found = list(c_examples())
        self.assertGreater(len(found), 12)
        with tempfile.TemporaryDirectory() as folder:
            for place, code in found:
                with self.subTest(place):
                    file = pathlib.Path(folder) / f"example{suffix}"
                    file.write_text(program_of(code), encoding="utf-8")
                    done = subprocess.run(
                        [*compiler.split(), f"-std={standard}", "-Wall", "-Wno-unused", "-Werror", "-fsyntax-only",
                         f"-I{ROOT / 'include'}", file], capture_output=True, text=True, check=False)
                    self.assertEqual(done.returncode, 0, f"{place}\n{code}\n{done.stderr}")

    def test_c(self):
        self.compile(CC, "c11", ".c")

    def test_cxx(self):
        self.compile(CXX, "c++20", ".cpp")

    def test_cxx_header(self):
        found = [one for page in PAGES for one in blocks(page, "cpp") if "hashlane.hpp" in one[1]]
        self.assertGreater(len(found), 0)
        for place, code in found:
            with self.subTest(place):
                includes, body = "".join(INCLUDE.findall(code)), INCLUDE.sub("", code)
                program = f"{includes}#include <string>\nvoid example();\nvoid example()\n{{\n{body}}}\n"
                done = subprocess.run([*CXX.split(), "-std=c++20", "-Wall", "-Wextra", "-Wno-unused", "-Werror",
                                       "-fsyntax-only", f"-I{ROOT / 'include'}", "-xc++", "-"],
                                      input=program, capture_output=True, text=True, check=False)
                self.assertEqual(done.returncode, 0, f"{place}\n{done.stderr}")

    def test_python_compiles(self):
        found = [one for page in PAGES for one in blocks(page, "python")]
        self.assertGreater(len(found), 2)
        for place, code in found:
            with self.subTest(place):
                compile(code, place, "exec")

    def test_python_runs(self):
        try:
            import hashlane  # noqa: F401
        except ImportError as error:
            self.skipTest(f"the package is not installed: {error}")
        for page in (ROOT / "README.md", ROOT / "docs/library/python.md"):
            for place, code in blocks(page, "python"):
                with self.subTest(place):
                    exec(compile(code, place, "exec"), {})

    def test_rust_names(self):
        """Every function that the page of Rust names is one of the crate."""
        page = (ROOT / "docs/library/rust.md").read_text(encoding="utf-8")
        crate = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "rust/hashlane/src").glob("*.rs"))
        defined = set(re.findall(r"\bfn (\w+)", crate))
        code = " ".join([*re.findall(r"`([^`\n]+)`", page), *(text for _, text in blocks(
            ROOT / "docs/library/rust.md", "rust"))])
        called = {match[1] for match in re.finditer(r"\b([a-z]\w*)\(", code)}
        self.assertGreater(len(called), 10)
        self.assertEqual(called - defined, set())

    def test_rust_arguments(self):
        """A call that the page writes without arguments has none, wherever the crate defines it for such a type."""
        page = (ROOT / "docs/library/rust.md").read_text(encoding="utf-8")
        files = {"Kt128": "kangarootwelve.rs", "Shake128": "sha3.rs", "TurboShake128": "turboshake.rs"}
        for name, file in files.items():
            source = (ROOT / "rust/hashlane/src" / file).read_text(encoding="utf-8")
            signature = re.search(r"fn finalize_xof\((?:mut )?self(.*?)\)", source)[1]
            clause = next(part for part in re.split(r"[;|]", page) if f"`{name}`" in part and "finalize_xof" in part)
            with self.subTest(name):
                self.assertEqual("customization" in signature, "finalize_xof(customization)" in clause)


class Book(unittest.TestCase):
    def test_quoted_rows(self):
        """Values of result files that a page states by hand are those of the files."""
        page = (ROOT / "docs/how-to/compare-machines.md").read_text(encoding="utf-8")
        table = re.search(r"<!-- book:.*?-->\n(.*?)<!-- end -->", page, re.DOTALL)[1]
        lines = [[cell.strip() for cell in line.strip("|\n").split("|")] for line in table.splitlines()[2:]]
        self.assertGreater(len(lines), 2)
        for _, file, cycles, chain, both, kernel in lines:
            rows = json.loads((ROOT / "docs/results" / file).read_text(encoding="utf-8"))["benchmarks"]
            one = next(row for row in rows if (row["lanes"], row["threads"], row["scope"]) == (1, 1, "core 0"))
            fastest = max((row for row in rows if row["threads"] == 2), key=lambda row: row["hashes_per_second"])
            with self.subTest(file):
                self.assertTrue(one["trustworthy"] and fastest["trustworthy"])
                self.assertEqual([cycles, chain, both, f"sha256-chain.{kernel}"],
                                 [f"{one['cycles_per_hash']:.2f}", f"{one['hashes_per_second'] / 1e6:.2f}",
                                  f"{fastest['hashes_per_second'] / 1e6:.2f}", fastest["name"]])


class Commands(unittest.TestCase):
    def lines(self):
        """Each line of a block of a page, without its comment: where, and the line."""
        for page in PAGES:
            for language in ("", "sh", "console"):
                for place, text in blocks(page, language):
                    for line in re.sub(r"\\\n\s*", " ", text).splitlines():
                        yield place, re.sub(r"\s#.*", "", line)

    def commands(self):
        """Each call of the program: where, and its words."""
        for place, line in self.lines():
            for call in re.finditer(r"(?:^|[\s/(])hashlane ([a-z][a-z0-9-]*)\b([^|;&)]*)", line):
                words = call[2].split()
                parts = 1 if call[1] == "chain" and words else 0  # 'chain create' has options of its own
                yield place, " ".join([call[1], *words[:parts]]), words[parts:]

    def help_of(self, command):
        done = subprocess.run([HASHLANE, "help", *command.split()], capture_output=True, text=True, check=False)
        return done.stdout if done.returncode == 0 else None

    def test_options(self):
        pages, count = {}, 0
        for place, command, words in self.commands():
            if command not in pages:
                pages[command] = self.help_of(command)
            with self.subTest(f"{place}: {command}"):
                self.assertIsNotNone(pages[command], f"{place}: no command '{command}'")
                for word in words:
                    option = re.match(r"--[a-z][a-z_-]+", word)
                    if option:
                        count += 1
                        self.assertRegex(pages[command], re.escape(option[0]) + r"(?![\w-])",
                                         f"{place}: '{command}' has no {option[0]}")
        self.assertGreater(count, 50)

    def test_commands_of_dev(self):
        known = set(re.findall(r"^command_(\w+)\(\)", (ROOT / "dev").read_text(encoding="utf-8"), re.MULTILINE))
        called = {(page.name, name) for page in PAGES
                  for name in re.findall(r"\./dev\s+([a-z]\w*)", page.read_text(encoding="utf-8"))}
        self.assertGreater(len(called), 20)
        self.assertEqual({one for one in called if one[1] not in known | {"help"}}, set())

    def whole_lines(self, commands):
        """The lines that are one call of one of these commands, without what a test cannot give: devices, plug-ins,
        browsers, other programs, variables."""
        other = re.compile(r"[$<…]|--(device|plugin|run|open|peers|combine|part)\b|fleet\.json")
        for place, line in self.lines():
            line = line.strip().removeprefix("./")
            if re.match(rf"(find .*\| xargs -0 )?hashlane ({commands})\b", line) and not other.search(line):
                yield place, line

    def shell(self, line, folder):
        path = f"{pathlib.Path(HASHLANE).resolve().parent}:/usr/bin:/bin"
        return subprocess.run(["bash", "-c", line], cwd=folder, env={"PATH": path, "HOME": folder},
                              capture_output=True, text=True, check=False, timeout=60)

    def test_commands_that_only_read(self):
        result = (ROOT / "docs/results/amd-epyc-9004-zen4-kvm.json").read_bytes()
        count = 0
        with tempfile.TemporaryDirectory() as folder:
            for name in ("a.iso", "app.apk", "root.img"):
                (pathlib.Path(folder) / name).write_bytes(bytes(4096))
            for place, line in self.whole_lines("list|help|report|compare|sum"):
                inputs = re.findall(r"[\w?-]+\.json", re.sub(r"(--out|>) ?\S+", "", line))
                for name in [one.replace("?", str(n)) for one in inputs for n in range(1, 6 if "pool 5" in line else 4)]:
                    (pathlib.Path(folder) / name).write_bytes(result)
                with self.subTest(f"{place}: {line}"):
                    done = self.shell(line, folder)
                    self.assertEqual(done.returncode, 0, f"{place}: {line}\n{done.stderr}")
                    count += 1
        self.assertGreater(count, 8)

    def test_commands_that_measure(self):
        """They stop at a CPU that does not exist, after their words were read."""
        count = 0
        for place, line in self.whole_lines("run|tune|soak|sha256|keccak|sha3"):
            if re.search(r"--(cpu|all-cores|core-kind|resume)\b|[|&;>]", line):
                continue
            with self.subTest(f"{place}: {line}"), tempfile.TemporaryDirectory() as folder:
                done = self.shell(line + " --cpu 9999", folder)
                self.assertIn("--cpu: CPU 9999 is not allowed here", done.stderr, f"{place}: {line}")
                count += 1
        self.assertGreater(count, 8)


if __name__ == "__main__":
    unittest.main()
