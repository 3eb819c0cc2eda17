#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The files that were contributed to docs/results, what is refused, and that the book is what is
made of them.

    results_test.py HASHLANE
"""

import copy
import importlib.machinery
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
import contributed  # noqa: E402
import readme  # noqa: E402

HASHLANE = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else None

ROW = {"name": "sha256-chain.shani.x4", "kernel": "sha256-chain.shani.x4",
       "workload": "sha256-chain", "lanes": 4, "threads": 1, "cpus": [0], "verified": True,
       "proof": "every segment ends at a stored known answer", "hashes_per_second": 4e9 / 70,
       "thread_hashes_per_second": [4e9 / 70], "cycles_per_hash": 70.0, "clock_hz": 4e9,
       "bound_cycles_per_hash": 66.0, "interval_cycles_per_hash": [69.5, 70.5],
       "cycle_source": "perf", "trustworthy": True, "noise": "clean"}
REPORT = {"context": {"json_schema_version": 1, "host_name": "", "executable": "",
                      "date": "2026-01-02",
                      "hashlane": {"version": "0.1.0", "command": "hashlane run",
                                   "compiler": "gcc", "cpu_model": "CPU", "cpu_identity": "x",
                                   "features": "SHA", "emulator": ""}},
          "benchmarks": [ROW], "skipped": [], "mismatches": []}


def changed(**keys):
    report = copy.deepcopy(REPORT)
    report["benchmarks"][0].update(keys)
    return report


def program(name):
    """A script of tools/ as a module."""
    loader = importlib.machinery.SourceFileLoader(name, str(ROOT / "tools" / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


class Checking(unittest.TestCase):
    def refuse(self, report, part):
        with self.assertRaises(contributed.Refused) as refused:
            contributed.check(report)
        self.assertIn(part, str(refused.exception))
        self.assertNotIn("\n", str(refused.exception))

    def context(self, part, **keys):
        report = copy.deepcopy(REPORT)
        program = {key: keys.pop(key) for key in list(keys) if key in ("command", "emulator")}
        report["context"].update(keys)
        report["context"]["hashlane"].update(program)
        self.refuse(report, part)

    def test_what_is_right(self):
        contributed.check(REPORT)
        contributed.check(changed(cycles_per_hash=65.5, interval_cycles_per_hash=[65, 66],
                                  hashes_per_second=4e9 / 65.5,
                                  thread_hashes_per_second=[4e9 / 65.5]))  # within 2 % of its bound

    def test_a_row_under_its_bound(self):
        self.refuse(changed(cycles_per_hash=60.0, interval_cycles_per_hash=[59, 61]),
                    "(sha256-chain.shani.x4): 60.00 cycles are under its bound of 66.00")

    def test_a_row_that_no_processor_can_have(self):
        self.refuse(changed(cycles_per_hash=10.0, bound_cycles_per_hash=9.0),
                    "40.00 cycles for a batch; no processor needs fewer than 64")

    def test_proofs(self):
        self.refuse(changed(verified=False), "'verified' is not true")
        self.refuse(changed(proof="trust me"), "'proof' is none that hashlane gives")
        report = copy.deepcopy(REPORT)
        del report["benchmarks"][0]["proof"]
        self.refuse(report, "'proof' is missing")
        self.refuse({**REPORT, "mismatches": [{"kernel": "x"}]}, "a result was wrong")

    def test_figures_that_do_not_agree(self):
        self.refuse(changed(clock_hz=5e9), "rate, cycles and clock do not agree")
        self.refuse(changed(clock_hz=8e9, cycles_per_hash=140.0, bound_cycles_per_hash=132.0,
                            interval_cycles_per_hash=[139, 141]), "a clock of 8.00 GHz")
        two = {"threads": 2, "cpus": [0, 1], "hashes_per_second": 8e9 / 70}
        contributed.check(changed(**two, thread_hashes_per_second=[4e9 / 70, 4e9 / 70]))
        self.refuse(changed(**two, thread_hashes_per_second=[4e9 / 70, 3e9 / 70]),
                    "are not the whole rate")
        self.refuse(changed(**two), "is not a rate for each thread")
        self.refuse(changed(cycles_per_hash=75.0), "outside their interval")
        self.refuse(changed(clock_hz=1e12), "a clock of 1000.00 GHz")
        self.refuse(changed(lanes=8), "'lanes' is not the kernel's")
        self.refuse(changed(cpus=[0, 1]), "'cpus' is not one for each thread")
        self.refuse(changed(cycle_source="tsc"), "not core cycles")

    def test_schema(self):
        self.refuse([], "not an object")
        self.refuse({**REPORT, "benchmarks": []}, "there is no row")
        self.refuse(changed(cycles_per_hash="70"), "'cycles_per_hash' is not a number")
        self.refuse(changed(cycles_per_hash=float("nan")), "'cycles_per_hash' is not a number")
        self.refuse(changed(cycles_per_hash=True), "'cycles_per_hash' is not a number")
        self.context("'json_schema_version' is not 1", json_schema_version=2)

    def test_what_is_private(self):
        self.context("send what --submit writes", host_name="box")
        self.context("send what --submit writes", date="2026-01-02T03:04:05+09:00")
        self.context("'command' has a path", command="hashlane run --out /home/me/x.json")
        self.context("under an emulator", emulator="QEMU")

    def test_files_are_named(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "bad.json"
            for text, part in (("{", "bad.json: not JSON at line 1"),
                               (json.dumps(changed(verified=False)), "bad.json: benchmarks[0]"),
                               (json.dumps(changed(samples=[])), "has 'samples': send what"),
                               (json.dumps(REPORT) + " " * 1000000, "bytes are more than 1000000")):
                path.write_text(text, encoding="utf-8")
                ran = subprocess.run([ROOT / "tools" / "results", "check", path],
                                     capture_output=True, text=True, check=False)
                self.assertEqual(ran.returncode, 1)
                self.assertIn(part, ran.stdout)
                self.assertEqual(ran.stdout.count("\n"), 1)

    def test_every_contributed_file(self):
        ran = subprocess.run([ROOT / "tools" / "results", "check"], capture_output=True, text=True,
                             check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)

    @unittest.skipUnless(HASHLANE, "no program")
    def test_the_book(self):
        ran = subprocess.run([ROOT / "tools" / "results", "compare", HASHLANE],
                             capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr)


class Pages(unittest.TestCase):
    def setUp(self):
        self.script = program("results")
        self.machines = self.script.by_machine([self.script.File(path) for path in contributed.result_files()])

    def test_the_index_is_short(self):
        index = self.script.index_text(self.machines)
        self.assertLess(index.count("\n"), 60)
        for files in self.machines.values():
            self.assertIn(f"({readme.page_of(files[0].path)})", index)

    def test_each_machine_has_one_page(self):
        pages = [{readme.page_of(one.path) for one in files} for files in self.machines.values()]
        self.assertEqual([len(names) for names in pages], [1] * len(pages))
        self.assertEqual(len(set().union(*pages)), len(pages))

    def test_rows_keep_their_noise_word(self):
        row = {"workload": "keccak-chain", "name": "keccak-chain.bmi2.x1", "kernel": "keccak-chain.bmi2.x1", "lanes": 1,
               "cycles_per_hash": 800.0, "hashes_per_second": 5e6, "clock_hz": 4e9, "noise": "shared", "trustworthy": True}
        lines = list(self.script.kernel_tables([row, {**row, "noise": "noisy", "trustworthy": False}]))
        self.assertTrue(lines[4].endswith("| shared |"), lines[4])
        self.assertTrue(lines[5].endswith("| noisy! |"), lines[5])

    def test_a_bar_in_a_cell_begins_no_cell(self):
        lines = list(self.script.table(["command"], [["`run --filter cuda|opencl`"]]))
        self.assertEqual(lines[2], r"| `run --filter cuda\|opencl` |")


class Pictures(unittest.TestCase):
    def test_a_picture_of_an_older_result_is_refused(self):
        script = program("results")
        self.assertFalse(script.check_picture())
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder) / "source"
            source.write_text("0" * 64 + "  docs/results/older.json\n", encoding="utf-8")
            with unittest.mock.patch.object(script.readme, "PICTURE_SOURCE", source):
                self.assertTrue(script.check_picture())


class Comparisons(unittest.TestCase):
    def test_a_verdict_agrees_with_its_digits(self):
        for ratio in (0.98849, 0.9894, 0.98951, 0.98999, 0.9904, 1, 1.0099, 1.01049, 1.0106, 1.02):
            digits = float(readme.ratio_text(ratio))
            expected = "tie" if 0.99 <= digits <= 1.01 else "win" if digits > 1 else "loss"
            self.assertEqual(readme.verdict(ratio), expected, ratio)

    def test_ties_and_losses_are_named(self):
        self.assertEqual([readme.speed_up_text(ratio) for ratio in (1.5, 0.995, 0.95)],
                         ["1.500", "0.995 (tie)", "0.950 (loss)"])

    def test_counts(self):
        results = [{"code": "hashlane", "ratio": 1.0}, *({"code": "botan", "ratio": one} for one in (2, 1.001, 0.9, 3))]
        self.assertEqual(readme.counts_of({"works": [{"results": results}]}), {"win": 2, "tie": 1, "loss": 1})
        self.assertEqual(readme.count_text(1, "loss", "losses"), "1 loss")

    def test_the_implementation_that_ran(self):
        self.assertEqual(readme.name_of({"code": "hashtree", "implementation": "AVX2, 8 lanes"}),
                         "hashtree (AVX2, 8 lanes)")
        self.assertEqual(readme.name_of({"code": "openssl"}), "OpenSSL")

    def test_what_was_left_out(self):
        self.assertEqual(readme.left_out_text({}), "")
        self.assertEqual(readme.left_out_text({"left_out": [
            {"code": "plonky3", "reason": "no Rust"},
            {"code": "hashtree", "implementation": "AVX-512, 16 lanes", "reason": "the processor lacks avx512f"}]}),
            " Left out: Plonky3: no Rust; hashtree (AVX-512, 16 lanes): the processor lacks avx512f.")

    def test_what_a_processor_cannot_run(self):
        script = program("measure_others")
        script.processor_flags = lambda: {"sha_ni", "avx2", "bmi2", "sse4_2"}
        self.assertEqual(script.cannot_run(["hashtree", "openssl"]), [
            {"code": "hashtree", "implementation": "AVX-512, 16 lanes",
             "reason": "the processor lacks avx512f, avx512vl"}])

    def test_code_that_is_left_out_has_a_reason(self):
        script = program("measure_others")
        self.assertEqual(script.reasons_of(["Plonky3=no crates here"]), {"plonky3": "no crates here"})
        for text in ("plonky3", "plonky3=", "nothing=why"):
            with self.assertRaises(SystemExit) as refused:
                script.reasons_of([text])
            self.assertIn("--without takes NAME=REASON", str(refused.exception))

    def test_results_name_the_implementation_that_ran(self):
        works = [{"results": [{"code": "hashlane"}, {"code": "hashtree/avx2"}, {"code": "botan"}]}]
        self.assertEqual(program("measure_others").name_implementations(works, {"hashtree/avx2": "AVX2, 8 lanes"}),
                         [{"results": [{"code": "hashlane"}, {"code": "hashtree", "implementation": "AVX2, 8 lanes"},
                                       {"code": "botan"}]}])

    def test_rows_that_are_left_out_are_marked(self):
        self.assertEqual(list(readme.some_rows(["  other", "* shani.x4 1", "  a 1", "  b 1", "  shani.x1 2", "  c"])),
                         ["  …", "* shani.x4 1", "  …", "  shani.x1 2", "  …"])

    def test_the_table_of_machines_has_a_line_for_each_run(self):
        lines = list(readme.machines())[2:]
        runs = [path for path in contributed.result_files() if "-sweep" not in path.name and "-messages" not in path.name]
        self.assertEqual(len(lines), len(runs))
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
        for machine, cycles, one, all_lanes, keccak in cells:
            with self.subTest(machine):
                self.assertLess(float(one), float(all_lanes))
                self.assertLess(float(cycles), float(keccak))


if __name__ == "__main__":
    unittest.main()
