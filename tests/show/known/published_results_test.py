#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tests that src/show/known/own.def is the output of tools/published_results for docs/results."""

import pathlib
import subprocess
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[3] / "tools" / "published_results"


class Published(unittest.TestCase):
    def test_our_own_pages(self):
        ran = subprocess.run([TOOL, "--check"], capture_output=True, text=True, check=False)
        self.assertEqual(ran.returncode, 0, ran.stdout + ran.stderr +
                         "tools/published_results writes src/show/known/own.def anew")


if __name__ == "__main__":
    unittest.main()
