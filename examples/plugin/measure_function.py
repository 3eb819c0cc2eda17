#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A Python function measured by hashlane: the judge of kernels is one for any code.

    python3 examples/plugin/measure_function.py [FILE]

FILE is for `hashlane compare` and `hashlane report`.
"""

import json
import sys

TEXT = json.dumps({"numbers": list(range(100))})


def parse():
    return json.loads(TEXT)


def is_right(result):
    return sum(result["numbers"]) == 4950


if __name__ == "__main__":  # the processes that measure import this file as well
    import hashlane

    measured = hashlane.measure(parse, check=is_right, out=sys.argv[1] if sys.argv[1:] else None)
    print(f"{measured.name}: {measured.nanoseconds:.0f} ns a call, {measured.noise}")
