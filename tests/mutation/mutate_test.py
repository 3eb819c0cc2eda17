#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""tools/mutate: which changes it makes, which tests it runs, and what it says of a small project with
one change that no test notices."""

import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import mutation_tests  # noqa: E402
import mutations  # noqa: E402


def changes(text):
    return {each.applied(text) for each in mutations.mutations_of(text)}


class Changes(unittest.TestCase):
    def makes(self, text, *expected):
        for each in expected:
            self.assertIn(each, changes(text))

    def leaves(self, text):
        self.assertEqual(changes(text), set())

    def test_operators(self):
        self.makes("a = b < c;", "a = b <= c;")
        self.makes("a = b != c && d;", "a = b == c && d;", "a = b != c || d;")
        self.makes("a = b * c + d;", "a = b / c + d;", "a = b * c - d;")
        self.makes("a <<= b;", "a >>= b;")
        self.makes("f(!a);", "f(a);")
        self.makes("++i;", "--i;")
        self.makes("x = -1;", "x = 1;", "x = -2;", "x = -0;")

    def test_constants(self):
        self.makes("a = 7U;", "a = 8U;", "a = 6U;")
        self.makes("a = 0;", "a = 1;")
        self.makes("a = 0xe6;", "a = 0xe7;", "a = 0x66;")
        self.makes("a = 0.5;", "a = 1.0;", "a = 0.25;")
        self.makes("a = 12'000;", "a = 24000;", "a = 6000;")
        self.makes("a = true;", "a = false;")

    def test_a_table_known_when_compiled(self):
        self.makes("constexpr uint64_t k[3] = {0x0000000000000001, 0x8082, 3};",
                   "constexpr uint64_t k[3] = {0x0000000000000002, 0x8082, 3};",
                   "constexpr uint64_t k[3] = {0x0000000000000001, 0x0082, 3};",
                   "constexpr uint64_t k[3] = {0x0000000000000001, 0x8082, 4};")
        self.makes("a = rotate<13>(b);", "a = rotate<14>(b);")

    def test_conditions(self):
        self.makes("if (f(a)) b();", "if (!(f(a))) b();")
        self.makes("if (const int n = f(); g(n)) b();", "if (const int n = f(); !(g(n))) b();")
        self.makes("a = b ? c : d;", "a = b ? d : c;")

    def test_arguments(self):
        self.makes("void g() { f(a, b + 1, c); }", "void g() { f(b + 1, a, c); }", "void g() { f(a, c, b + 1); }")
        self.makes("x = T{a, b};", "x = T{b, a};")
        self.leaves("void f(int a, const T &b);")
        self.leaves("x = std::equal(a, b); y = add<int>(c, d); z = swap<std::array<T, 2>>(e, f);")

    def test_statements(self):
        self.makes("void g() { a(); b = c; }", "void g() { ; b = c; }", "void g() { a(); ; }")
        self.makes("void g() { if (a) b(); else c(); }",
                   "void g() { if (a) ; else c(); }", "void g() { if (a) b(); else ; }")
        self.makes("void g() { for (auto x : y) { continue; } }", "void g() { for (auto x : y) { ; } }")
        self.makes("void g() { each(a, [&](int x) { f(x); }); }",
                   "void g() { each(a, [&](int x) { ; }); }", "void g() { ; }")
        self.leaves("struct S { int a; T *b; }; void g() { int a; const T b = c; return d; }")

    def test_what_is_left_alone(self):
        self.leaves("// a < 1\n/* b + 2 */ const char *s = \"3 + 4\"; char c = '5';")
        self.leaves("#include <x>\n#define A 1 + \\\n 2\n")
        self.leaves("static_assert(sizeof(int) == 4); alignas(64) int a; [[deprecated(\"1\")]] int b;")
        self.leaves("std::array<int, 3> a; std::vector<std::vector<int>> b; T *c; void f(T &&d); int e[9];")

    def test_every_file_can_be_read(self):
        for file in (ROOT / "src").rglob("*.cpp"):
            text = file.read_text(encoding="utf-8")
            for each in mutations.mutations_of(text):
                self.assertNotEqual(each.applied(text), text)


class Tests(unittest.TestCase):
    def test_every_folder_has_a_rule(self):
        files = {path.relative_to(ROOT) for path in (ROOT / "src").rglob("*.cpp")}
        folders = {mutation_tests.folder_of(file) for file in files} - {"."}
        self.assertEqual({mutation_tests.folder_of(file) for file in files
                          if mutation_tests.programs_of(file)}, folders)
        self.assertLessEqual(set(mutation_tests.PROGRAMS),
                             folders | {folder.partition("/")[0] for folder in folders})

    def test_the_programs_are_there(self):
        lists = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "tests").rglob("CMakeLists.txt"))
        named = set(re.findall(r"hashlane_test\((\w+)", lists))
        self.assertLessEqual({program for those in mutation_tests.PROGRAMS.values() for program in those}, named)

    def test_a_kernel_s_own_tests(self):
        self.assertEqual(mutation_tests.filters_for(ROOT, "src/lib/sha256/chain_shani_compact.cpp"),
                         [":".join(f"*/shani_compact_x{lanes}:*/*_shani_compact_x{lanes}"
                                   for lanes in (4, 3, 1))])

    def test_the_nearest_first(self):
        own, near, rest = mutation_tests.filters_for(ROOT, "src/measure/verdicts.cpp")
        self.assertIn("Judge", own)
        self.assertNotIn("Sampler", own)
        self.assertIn("Sampler", near)
        self.assertTrue(rest.startswith("*-"))

    def test_the_last_of_a_command_are_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "cli_tests"
            # All suites are those of tests/commands, so that nothing is left for "all others".
            program.write_text('#!/bin/sh\ncase $2 in *"=*-"*) ;; *) printf "Tune.\\n  Test\\n" ;; esac\n')
            program.chmod(0o755)
            build = unittest.mock.Mock(copy=ROOT, programs={"cli_tests": program})
            with unittest.mock.patch.object(mutation_tests.Covering, "has", {}):
                every, near = (mutation_tests.Covering(build, pathlib.Path(folder), "src/commands/tune.cpp", only)
                               for only in (False, True))
        self.assertEqual(near.filters, every.filters[:1])
        self.assertEqual(len(every.filters), 2)
        self.assertIn("Tune.*", near.filters[0])
        self.assertNotIn("SumCommand.*", near.filters[0])

    def test_what_does_not_end_has_failed(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "endless"
            program.write_text("#!/bin/sh\nsleep 30 & sleep 30\n", encoding="utf-8")
            program.chmod(0o755)
            with unittest.mock.patch.object(mutation_tests, "FLOOR_S", 0.2):
                failed, taken = mutation_tests.run(program, "*", mutation_tests.Taken(0, 0),
                                                   pathlib.Path(folder) / "scratch")
        self.assertIn("endless", failed)
        self.assertLess(taken.seconds, 5)

    def failing(self, script):
        """Returns the test that fails in the end in a script, whose filter is in $1."""
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "program"
            program.write_text(f"#!/bin/sh\ncd {folder}\n{script}", encoding="utf-8")
            program.chmod(0o755)
            return mutation_tests.failing(program, "*", mutation_tests.Taken(1, 1),
                                          pathlib.Path(folder) / "scratch")

    def test_what_fails_once_has_not_failed(self):
        one = 'echo "[  FAILED  ] A.Once"; exit 1'
        self.assertIsNone(self.failing(f"if mkdir first; then {one}; fi\n"))
        self.assertEqual(self.failing(f"{one}\n"), "A.Once")
        then = 'case "$1" in *=\\*-A.Once|*=B.Later) echo "[  FAILED  ] B.Later"; exit 1;; esac'
        self.assertEqual(self.failing(f"if mkdir first; then {one}; fi\n{then}\n"), "B.Later")
        self.assertEqual(self.failing("exit 3\n"), "exit code 3")
        self.assertIsNone(self.failing("if mkdir first; then exit 3; fi\n"))


CMAKE = """cmake_minimum_required(VERSION 3.25)
project(small CXX)
add_library(small STATIC src/machine/clock/range.cpp)
add_executable(measure_tests tests/range_test.cpp)
target_link_libraries(measure_tests PRIVATE small)
"""
# 6 is not tested, and nobody reads `unused`.
RANGE = """int unused = 4;
bool in_range(int n)
{
    return n >= 3 && n < 6;
}
"""
TEST = """#include <cstdio>
bool in_range(int);
int main() { puts("Range.\\n  Ends"); return in_range(3) && in_range(5) && !in_range(2) && !in_range(7) ? 0 : 1; }
"""
LISTED = """src/machine/clock/range.cpp
- int unused = 4;
+ int unused = 5;
  Nobody reads it.

src/machine/clock/range.cpp
- int unused = 4;
+ int unused = 3;
  Nobody reads it.
"""


@unittest.skipUnless(shutil.which("ninja") and shutil.which("git"), "no Ninja or no git")
class SmallProject(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "tools").mkdir()
        for file in (ROOT / "tools").glob("mutat*"):
            if file.is_file():
                shutil.copy(file, self.root / "tools")
        self.write("CMakeLists.txt", CMAKE)
        self.write("src/machine/clock/range.cpp", RANGE)
        self.write("src/lib/core/kernels.def", "")
        self.write("tests/range_test.cpp", TEST)
        self.write("tests/mutation/equivalent.txt", LISTED)
        self.write(".gitignore", "build/\n")
        for command in ("init -q", "add .", "-c user.name=a -c user.email=a@b.c commit -q -m all"):
            subprocess.run(["git", *command.split()], cwd=self.root, check=True)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def mutate(self, *arguments):
        return subprocess.run(["tools/mutate", *arguments], cwd=self.root, capture_output=True, text=True,
                              check=False)

    def test_survivors_are_reported_and_everything_put_back(self):
        result = self.mutate("src/machine/clock/range.cpp")
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        line = "return n >= 3 && n < 6;"
        self.assertEqual(re.findall(r"^(src\S+): survived\n- (.*)\n\+ (.*)$", result.stdout, re.MULTILINE),
                         [("src/machine/clock/range.cpp:4", line, "return n >= 3 && n <= 6;"),
                          ("src/machine/clock/range.cpp:4", line, "return n >= 3 && n < 7;")])
        self.assertIn("9 of 9 changes tried; killed 5 of 7 = 71.4 %; not counted: equivalent 2", result.stdout)
        self.is_as_before()

    def is_as_before(self):
        self.assertEqual((self.root / "src/machine/clock/range.cpp").read_text(), RANGE)
        copy = self.root / "build/mutate/source"
        self.assertEqual((copy / "src/machine/clock/range.cpp").read_text(), RANGE)
        subprocess.run(["ninja", "-C", copy.parent / "build"], capture_output=True, check=True)
        self.assertEqual(subprocess.run([copy.parent / "build/measure_tests"], check=False).returncode, 0)

    def test_an_interrupt_leaves_everything_as_before(self):
        with subprocess.Popen(["tools/mutate", "src/machine/clock/range.cpp"], cwd=self.root, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
            while not process.stdout.readline().startswith("3/"):
                self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
            self.assertIn("changes tried", process.stdout.read())
        self.assertEqual(process.returncode, 130)
        self.is_as_before()

    def test_nothing_survives(self):
        result = self.mutate("src/machine/clock/range.cpp", "--sample", "1", "--seed", "3")
        listed = self.mutate("src/machine/clock/range.cpp", "--sample", "1", "--seed", "3", "--list").stdout
        self.assertIn("n >= 3", listed)
        self.assertIn("1 of 9 changes tried; killed 1 of 1", result.stdout)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def test_entries_that_no_longer_match(self):
        self.assertEqual(self.mutate("--check").returncode, 0)
        self.write("src/machine/clock/range.cpp", RANGE.replace("4", "8"))
        result = self.mutate("--check")
        self.assertEqual(result.returncode, 1)
        self.assertIn("range.cpp has no such change\n  - int unused = 4;", result.stdout)

    def test_wrong_command_lines(self):
        for arguments in (["--sample", "x"], ["--wrong"], ["src/none.cpp"], ["tests/range_test.cpp"], []):
            result = self.mutate(*arguments)
            self.assertEqual((result.returncode, result.stdout, result.stderr.count("\n")), (64, "", 1), arguments)

    def test_without_a_change_the_tests_pass(self):
        self.write("tests/range_test.cpp", TEST.replace("? 0", "? 1"))
        result = self.mutate("src/machine/clock/range.cpp")
        self.assertEqual(result.returncode, 1)
        self.assertIn("fails without a change", result.stderr)


if __name__ == "__main__":
    unittest.main()
