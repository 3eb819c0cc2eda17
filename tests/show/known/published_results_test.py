#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests what tools/published_results reads from tables and runs like those of the documents, and that
src/show/known/own.def is its output for docs/results."""

import importlib.machinery
import importlib.util
import pathlib
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
TOOL = pathlib.Path(__file__).resolve().parents[3] / "tools" / "published_results"
loader = importlib.machinery.SourceFileLoader("published_results", str(TOOL))
tool = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
loader.exec_module(tool)

KECCAK = """This suite of simple kernels is developped
processor : model name      : Intel(R) Example CPU @ 2.10GHz 2 SOCKETS
 gcc -O3 bench_x.cpp -o bench_x
 bench_x
_S_          0 ac6918402e4d3900 ac6918402e4d3900     0.500000
_S_          1 cf0269634671e842 636b7123683cd142     0.524288
_S_          2 4c2ce1c0a38b54f3 2f4790e3cbb785b1     0.600000
 jmany bench_x
_S_          0 ac6918402e4d3900 ac6918402e4d3900     1.048576
 jmany bench_unknown
_S_          0 ac6918402e4d3900 ac6918402e4d3900     1.048576
gcc -O3 -mavx2 bench_quad.cpp -o bench_quad
_S_          0 ac6918402e4d3900 ac6918402e4d3900     0.618130
_F_ fkey=      0 lkey=      8 loops= 1048576 SUM= 398ddcce042179a4 seconds= 1.2   Mks= 6.829640
"""

SHA3 = """# bench
### Example (i7)
info: backend=avx512 num_trials=2000
function,dst_len,64,256
sha3_256,32,15.4,7.8
shake128,32,15.5,7.5
"""

RATES = """Results (1x **Zen4-core**, AMD):
| `-t 2` | 1.508 | 2.868 |
| **Zen4-core** | `-t 1` | 0.753 | 1.435 | **+90.6%**  |
| **Zen4-core** | `-t 8` | 66.1 | 34.9 | **-47.2%** <sup>[1]</sup> |
"""


class Reading(unittest.TestCase):
    def expect(self, rows, *parts):
        rows = list(rows)
        self.assertEqual(len(rows), len(parts), rows)
        for row, part in zip(rows, parts):
            self.assertIn(part, row)

    def test_keccak(self):
        self.expect(tool.keccak_suite(KECCAK), '"bench_x (gcc -O3)", "2.0000", mega_keccaks',
                    'one of 16 processes on 16 cores", "1.0000"',
                    ', 4, 1, "bench_quad (gcc -O3 -mavx2)", "6.8296"')

    def test_sha3(self):
        self.expect(tool.sha3_bench(SHA3), '"Example", "i7", "sha3", "sha3-256/64", 1, 1, '
                    '"backend avx512", "15.4", cycles_per_byte', '"sha3-256/256"',
                    '"shake128/64"', '"7.5"')

    def test_rates(self):
        self.expect(tool.pipelined_results(RATES), '1, 2, "Clang 15", "1.508", mega_hashes_at',
                    '2, 2, "Clang 15", "2.868"', '1, 8, "Clang 15", "66.1", cycles',
                    '2, 8, "Clang 15", "34.9", cycles')

    def test_benchmarks(self):
        self.expect(tool.pipelined_benchmark(
            "| **P-core**, **6.0 GHz** | 42.42 MH/s | 57.19 MH/s | **+34.8%** |"),
            '"42.42", mega_hashes, 6.0', ', 2, 1, "Clang 15", "57.19"')
        self.expect(tool.benchmark(
            "| Linux/gcc12 | 42.13 MH/s | **0.702** | 35.56 MH/s | **0.593** |"),
            '"fast, Linux/gcc12", "42.13"', '"reference, Linux/gcc12", "35.56"')

    def test_our_own_pages(self):
        ran = subprocess.run([TOOL, "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr +
                         "tools/published_results writes src/show/known/own.def anew")


if __name__ == "__main__":
    unittest.main()
