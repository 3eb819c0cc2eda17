# SPDX-License-Identifier: MIT
"""The interpreter's lock is released while C works."""

import sys
import threading

import pytest

import hashlane
from hashlane import chain

MESSAGE = bytes(32 << 20)


@pytest.fixture
def no_switches():
    """A thread keeps the interpreter's lock until it releases it by itself."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1000)
    yield
    sys.setswitchinterval(before)


@pytest.mark.parametrize(
    "work",
    [
        lambda: hashlane.sha3_256(MESSAGE),
        lambda: hashlane.sha3_many([MESSAGE, MESSAGE]),
        lambda: chain.advance(bytes(32), 1 << 21),
    ],
    ids=["update", "many", "chain"],
)
def test_another_thread_runs_meanwhile(no_switches, work):
    order = []
    begins = threading.Event()

    def hash():
        begins.set()
        work()
        order.append("hashed")

    thread = threading.Thread(target=hash)
    thread.start()
    begins.wait()
    order.append("meanwhile")
    thread.join()
    assert order == ["meanwhile", "hashed"]


def test_a_verification_is_cancelled_from_another_thread():
    endless = chain.Segment(bytes(32), bytes(32), 2**63 - 1)
    cancel = chain.Cancel()
    threading.Timer(0.02, cancel.set).start()
    result = chain.verify([endless], deadline=60, cancel=cancel)
    assert result.stop == "cancelled"
    assert not result
