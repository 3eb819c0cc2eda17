#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""measure_test.py HASHLANE PLUGIN: Python functions are measured by the program, right ones alone.

The package's module is loaded by itself, because the package needs cffi."""

import importlib.util
import json
import os
import pathlib
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True
TREE = pathlib.Path(__file__).resolve().parents[3]


def loaded(path):
    spec = importlib.util.spec_from_file_location(path.stem, path)
    module = sys.modules[path.stem] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


measured = loaded(TREE / "python" / "hashlane" / "_measure.py")
TEXT = json.dumps({"numbers": list(range(100))})
CALLS = []


def parse():
    return json.loads(TEXT)


def is_right(result):
    return sum(result["numbers"]) == 4950


def is_wrong(_):
    return False


def counts():
    CALLS.append(None)
    return len(CALLS)


def raises():
    raise KeyError("a reason")


def größe():
    return 1


def 測る():
    return 1


def writes_no_text():
    os.write(2, b"\xff\n")


class Measure(unittest.TestCase):
    def measure(self, function, **settings):
        return measured.measure(function, program=PROGRAM, seconds=0.3, **settings)

    def test_a_function_is_a_row(self):
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "run.json")
            result = self.measure(parse, check=is_right, out=out)
            with open(out, encoding="utf-8") as file:
                row = json.load(file)["benchmarks"][0]
        self.assertEqual(result.name, "parse.plugin:python.x1")
        self.assertGreater(result.nanoseconds, 100)
        self.assertEqual(result.cycles, result.row.get("cycles_per_hash"))
        self.assertEqual((row["workload"], row["unit"]), ("parse", "call"))
        self.assertEqual(row["title"], "__main__.parse()")

    def test_the_example(self):
        sys.path.insert(0, str(TREE / "examples" / "plugin"))
        import measure_function as example

        result = self.measure(example.parse, check=example.is_right)
        self.assertEqual(result.row["title"], "measure_function.parse()")

    def test_a_name_is_the_rows(self):
        self.assertEqual(self.measure(parse, name="json").name, "json.plugin:python.x1")

    def test_a_failed_check_is_no_result(self):
        with self.assertRaisesRegex(measured.MeasureError, "wrong result.*its own check"):
            self.measure(parse, check=is_wrong)

    def test_results_that_differ_need_a_check(self):
        with self.assertRaisesRegex(measured.MeasureError, "wrong result"):
            self.measure(counts)

    def test_an_exception_is_told(self):
        with self.assertRaisesRegex(measured.MeasureError, "KeyError: 'a reason'"):
            self.measure(raises)

    def test_letters_beyond_ascii(self):
        self.assertEqual(self.measure(größe).row["title"], r"__main__.gr\xf6\xdfe()")
        self.assertEqual(self.measure(測る).name, "function.plugin:python.x1")

    def test_bytes_that_are_no_text(self):
        self.assertEqual(self.measure(writes_no_text).name, "writes-no-text.plugin:python.x1")

    def test_what_cannot_be_imported_is_refused(self):
        for function in (lambda: 1, [].append, measured.measure.__get__(1), None):
            with self.subTest(function), self.assertRaisesRegex(ValueError, "no name in a module"):
                self.measure(function)

    def test_an_interactive_session_has_no_source(self):
        main = sys.modules["__main__"]
        for file in (None, "<stdin>"):
            with unittest.mock.patch.object(main, "__file__", file), self.subTest(file):
                with self.assertRaisesRegex(ValueError, "no name in a module"):
                    self.measure(parse)

    def test_an_absent_program_is_told(self):
        with self.assertRaisesRegex(measured.MeasureError, "'/absent' is not installed"):
            measured.measure(parse, program="/absent")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    measured._PLUGIN = pathlib.Path(sys.argv.pop(1))
    try:
        measured._python_library()
    except measured.MeasureError as reason:
        print(f"measure_test: SKIPPED: {reason}")
        sys.exit(77)
    unittest.main()
