# SPDX-License-Identifier: MIT
"""The wheel has what measure() needs; tests/backends/plugins/measure_test.py measures."""

import shutil
import sys

import pytest

import hashlane


def nothing():
    return None


@pytest.mark.skipif(sys.platform != "linux", reason="plug-ins need Linux")
def test_the_program_is_the_only_part_outside_the_wheel():
    with pytest.raises(hashlane.MeasureError, match="'/absent' is not installed"):
        hashlane.measure(nothing, program="/absent")


@pytest.mark.skipif(shutil.which("hashlane") is None, reason="the program is not installed")
def test_a_function_is_measured():
    measured = hashlane.measure(nothing, seconds=0.3)
    assert measured.name == "nothing.plugin:python.x1"
    assert measured.nanoseconds > 0
