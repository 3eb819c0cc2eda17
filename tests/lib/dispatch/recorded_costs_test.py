#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests the costs that tools/recorded_costs reads from result files, and that the table is up to date."""

import copy
import importlib.machinery
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
TOOL = pathlib.Path(__file__).resolve().parents[3] / "tools" / "recorded_costs"
sys.path.insert(0, str(TOOL.parent))
loader = importlib.machinery.SourceFileLoader("recorded_costs", str(TOOL))
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(tool)

REPORT = tool.contributed.read(tool.contributed.RESULTS / "amd-epyc-9005-zen5-kvm.json")


def report_of(rows):
    """A right file with changed copies of one row: (kernel, message, cycles of a lane, trusted)."""
    report = copy.deepcopy(REPORT)
    model = report["benchmarks"][0]
    report["benchmarks"] = []
    for kernel, message, cycles, trusted in rows:
        row = copy.deepcopy(model)
        lanes = int(kernel.rpartition(".x")[2])
        rate = model["clock_hz"] / cycles
        row.update(name=kernel + message, kernel=kernel, workload=kernel.partition(".")[0], lanes=lanes,
                   trustworthy=trusted, cycles_per_hash=cycles, hashes_per_second=rate, thread_hashes_per_second=[rate],
                   interval_cycles_per_hash=[cycles, cycles])
        row.pop("bound_cycles_per_hash", None)
        report["benchmarks"].append(row)
    return report


class RecordedCosts(unittest.TestCase):
    def lines(self, *reports, cores=("Zen 4",) * 3):
        """The lines of the table if the files are of these cores."""
        with tempfile.TemporaryDirectory() as folder:
            paths = []
            names = pathlib.Path(folder) / "machines.txt"
            names.write_text("".join(f"{index}.json | A machine | {core}\n"
                                     for index, core in enumerate(cores)), encoding="utf-8")
            for index, report in enumerate(reports):
                paths.append(pathlib.Path(folder) / f"{index}.json")
                paths[-1].write_text(json.dumps(report), encoding="utf-8")
            return list(tool.table(paths))

    def test_a_call_costs_all_its_lanes(self):
        self.assertEqual(self.lines(report_of([("sha256-chain.shani.x4", "", 50, True)])),
                         ['HASHLANE_CORES("Zen 4")', 'HASHLANE_COST("sha256-chain.shani.x4", 200.0)'])

    def test_a_trusted_row_counts_before_a_faster_one(self):
        kernel = "sha256-chain.shani.x1"
        for order in (1, -1):
            rows = [(kernel, "", 90, False), (kernel, "", 130, True), (kernel, "", 140, True)][::order]
            self.assertEqual(self.lines(*(report_of([row]) for row in rows))[1:],
                             ['HASHLANE_COST("sha256-chain.shani.x1", 130.0)'])

    def test_messages(self):
        # 1 block and 121: 100 cycles each, and 50 more of a call. 1024 bytes are 8 blocks.
        rows = [("sha3.bmi2.x1", "/sha3-256/64", 150, True), ("sha3.bmi2.x1", "/sha3-256/16384", 12150, True),
                ("sha3.bmi2.x1", "/turboshake128/64", 1, True)]
        self.assertEqual(self.lines(report_of(rows))[1:], ['HASHLANE_COST("sha3.bmi2.x1", 850.0)',
                                                           'HASHLANE_ONE_BLOCK("sha3.bmi2.x1", 150.0)'])
        # 2 blocks and 257; 1024 bytes are 17.
        rows = [("sha256.shani.x2", "/64", 210, True), ("sha256.shani.x2", "/16384", 25710, True)]
        self.assertEqual(self.lines(report_of(rows))[1:], ['HASHLANE_COST("sha256.shani.x2", 3420.0)'])
        rows.append(("sha256.shani.x2", "/1024", 1700, True))
        self.assertEqual(self.lines(report_of(rows))[1:], ['HASHLANE_COST("sha256.shani.x2", 3400.0)'])

    def test_what_is_no_kernel_of_dispatch(self):
        rows = [("sha256-chain.ref.x1", "", 800, True), ("sha256-chain.openssl.x1", "", 190, True)]
        self.assertEqual(self.lines(report_of(rows))[1:], [])

    def test_a_column_for_each_core(self):
        wide, narrow = ("sha256-chain.avx512.x16", "", 50, True), ("sha256-chain.avx2.x8", "", 100, True)
        self.assertEqual(
            self.lines(report_of([wide, narrow]), report_of([narrow]), report_of([wide]),
                       cores=("Zen 5", "Zen 3", "Arm Neoverse N1")),
            ['HASHLANE_CORES("Arm Neoverse N1", "Zen 3", "Zen 5")',
             'HASHLANE_COST("sha256-chain.avx512.x16", 800.0, none, 800.0)',
             'HASHLANE_COST("sha256-chain.avx2.x8", none, 800.0, 800.0)'])

    def test_estimates(self):
        chains = [("sha256-chain.shani.x2", "", 70, True)]
        nodes = ("sha256-nodes.shani.x2", "", 120, True)
        slower = [("sha256-chain.shani.x2", "", 140, True)]
        self.assertEqual(
            self.lines(report_of([*chains, nodes]), report_of(slower), cores=("Zen 4", "Zen 5")),
            ['HASHLANE_CORES("Zen 4", "Zen 5")',
             'HASHLANE_COST("sha256-chain.shani.x2", 140.0, 280.0)',
             'HASHLANE_COST("sha256-nodes.shani.x2", 240.0, estimate(480.0))'])

    def test_a_file_without_a_core_gives_no_costs(self):
        row = ("sha256-chain.shani.x4", "", 50, True)
        self.assertEqual(self.lines(report_of([row]), report_of([row]), cores=("Zen 4",))[0],
                         'HASHLANE_CORES("Zen 4")')
        self.assertEqual(self.lines(report_of([row]), cores=()), ["HASHLANE_CORES()"])

    def test_a_core_that_no_table_has_is_refused(self):
        with self.assertRaisesRegex(tool.contributed.Refused, "machines.txt: 'Zen Four', the core of 0.json"):
            self.lines(report_of([("sha256-chain.shani.x4", "", 50, True)]), cores=("Zen Four",))

    def test_the_table_is_up_to_date(self):
        ran = subprocess.run([TOOL, "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr +
                         "tools/recorded_costs writes src/lib/dispatch/recorded_costs.def")


if __name__ == "__main__":
    unittest.main()
